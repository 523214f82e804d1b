// What is known exactly at the head of a loop after some complete iterations (loop_summary.h): the
// values of closed forms, the facts of the iteration before, and how many iterations there can be.
#include <algorithm>

#include "verifier/execution.h"

namespace barricade {

Expr Execution::counterNumber(const BigInt& value) {
  return kernel_.program().mathInt ? terms_.pool().integer(value)
                                   : terms_.pool().bitVector(value, counterWidth);
}

Expr Execution::freshCounter(const std::string& hint) {
  return terms_.fresh(hint, kernel_.program().mathInt ? intType() : bitVectorType(counterWidth));
}

//--- Values ---------------------------------------------------------------------------------

// A term over placeholders for `thread`, with closed forms at `counter`.
Expr Execution::instantiate(Expr e, const LoopRun& run, unsigned thread, Expr counter) {
  const LoopSummary& summary = subject_.summaries[run.loop.index];
  const std::vector<Expr>& placeholders = subject_.placeholders.variables;
  std::unordered_map<Expr, std::size_t> placeholderIndex;
  for (std::size_t v = 0; v < placeholders.size(); ++v)
    if (placeholders[v]) placeholderIndex[placeholders[v]] = v;
  std::unordered_map<Expr, Expr> actuals;
  forEachNode({e}, [&](Expr part) {
    if (part->op() != Op::Variable) return;
    if (auto it = placeholderIndex.find(part); it != placeholderIndex.end()) {
      const std::size_t v = it->second;
      auto closed = summary.closed.find(v);
      const Expr value = closed != summary.closed.end()
                             ? closedValue(closed->second, run, v, thread, counter)
                             : run.initial[thread][v];
      actuals[part] = value ? value : anyValue(v);
    } else if (part->variable()->launch) {
      actuals[part] = pair_.constant(terms_, facts_, part->variable(), thread);
    }
  });
  std::unordered_map<Expr, Expr> memo;
  return terms_.substitute(e, actuals, memo);
}

Expr Execution::closedValue(const ClosedForm& form, const LoopRun& run, std::size_t variable,
                            unsigned thread, Expr counter) {
  const Expr initial = run.initial[thread][variable];
  if (!initial) return anyValue(variable);
  switch (form.kind) {
    case ClosedForm::Kind::Periodic: return periodicValue(form, run, variable, thread, counter);
    case ClosedForm::Kind::Affine: {
      const Expr step = instantiate(form.step, run, thread, counter);
      const Expr n =
          initial->type()->isInt() ? counter : resizedCounter(counter, initial->type()->width());
      return terms_.add(initial, terms_.mul(n, step));
    }
    default: return shiftedValue(form, initial, counter);
  }
}

Expr Execution::resizedCounter(Expr counter, unsigned width) {
  return width <= counterWidth ? terms_.extract(counter, width, 0)
                               : terms_.zeroExtend(counter, width);
}

Expr Execution::shiftedValue(const ClosedForm& form, Expr initial, Expr counter) {
  // Shifts: distances from the width on all have the same effect.
  ExprPool& pool = terms_.pool();
  const unsigned width = initial->type()->width();
  const Expr most = pool.bitVector(width, width);
  const Expr small = terms_.less(counter, counterNumber(width), false);
  const Expr distance = terms_.ite(
      small, terms_.mul(resizedCounter(counter, width), pool.bitVector(form.amount, width)), most);
  auto shift = [&](Op op, Expr value) {
    return terms_.rebuild(pool.make(op, value, distance), {value, distance});
  };
  switch (form.kind) {
    case ClosedForm::Kind::ShiftLeft: return shift(Op::BvShl, initial);
    case ClosedForm::Kind::ShiftRight: return shift(Op::BvLShr, initial);
    case ClosedForm::Kind::ArithmeticShiftRight: return shift(Op::BvAShr, initial);
    default: break;
  }
  // Signed halving rounds towards zero: halve the magnitude, keep the sign.
  const Expr zero = pool.bitVector(0, width);
  return terms_.ite(terms_.less(initial, zero, true),
                    terms_.sub(zero, shift(Op::BvLShr, terms_.sub(zero, initial))),
                    shift(Op::BvLShr, initial));
}

Expr Execution::periodicValue(const ClosedForm& form, const LoopRun& run, std::size_t variable,
                              unsigned thread, Expr counter) {
  // In iteration 0 all variables have their initial values.
  auto valueAfter = [&](std::size_t i) {
    return i == 0 ? run.initial[thread][variable]
                  : instantiate(form.cycle[i], run, thread, counterNumber(0));
  };
  const std::size_t first = form.beforeCycle;
  const Expr period = counterNumber(form.cycle.size() - first);
  const Expr since = terms_.sub(counter, counterNumber(first));
  const Expr phase = terms_.rebuild(
      terms_.pool().make(since->type()->isInt() ? Op::IntMod : Op::BvURem, since, period),
      {since, period});
  if (counter->isLiteral()) {
    const auto n = static_cast<std::size_t>(counter->value());
    return valueAfter(n < first ? n : first + static_cast<std::size_t>(phase->value()));
  }
  Expr value = valueAfter(first);
  for (std::size_t i = first + 1; i < form.cycle.size(); ++i)
    value = terms_.ite(terms_.equal(phase, counterNumber(i - first)), valueAfter(i), value);
  for (std::size_t i = 0; i < first; ++i)
    value = terms_.ite(terms_.equal(counter, counterNumber(i)), valueAfter(i), value);
  return value;
}

//--- Facts ----------------------------------------------------------------------------------

void Execution::assumeFacts(const LoopRun& run, const PerThread& completed,
                            const PerThread& counters) {
  for (Expr fact : subject_.summaries[run.loop.index].facts)
    for (unsigned t = 0; t < threads(); ++t)
      assume(terms_.implies(completed[t], instantiate(fact, run, t, counters[t])));
}

// A closed form goes on beyond the iteration in which the loop ends, where its variable may have
// wrapped around and the facts of the iteration before may hold again. They must have held in all
// iterations before: with literal initial values those are counted out.
void Execution::boundCounter(const LoopRun& run) {
  const PerThread going = running(run.active);
  for (unsigned t = 0; t < threads(); ++t)
    if (const auto trips = literalTrips(run, t))
      assume(terms_.implies(going[t], terms_.lessEqual(run.counter, counterNumber(*trips), false)));
  for (Expr fact : subject_.summaries[run.loop.index].facts) boundByComparison(run, fact, going);
}

// A variable with an odd step takes every value within 2^width iterations, also one that its
// comparison excludes.
void Execution::boundByComparison(const LoopRun& run, Expr fact, const PerThread& going) {
  if (fact->op() != Op::BvUlt && fact->op() != Op::BvSlt) return;
  for (const auto& [v, form] : subject_.summaries[run.loop.index].closed) {
    if (form.kind != ClosedForm::Kind::Affine || !form.step->isLiteral()) continue;
    const Expr head = subject_.placeholders.variables[v];
    if (fact->arg(0) != head && fact->arg(1) != head) continue;
    if (form.step->value() % 2 == 0) continue;
    if (head->type()->width() >= counterWidth) continue;  // no counter gets that far
    if (leavesOf(fact->arg(fact->arg(0) == head ? 1 : 0)).contains(head->variable())) continue;
    const Expr most = counterNumber(BigInt(1) << head->type()->width());
    for (unsigned t = 0; t < threads(); ++t)
      assume(terms_.implies(going[t], terms_.lessEqual(run.counter, most, false)));
  }
}

//--- Trips ----------------------------------------------------------------------------------

// Complete iterations of a loop that can be run one by one; there is a last, partial one.
std::optional<unsigned> Execution::tripsToUnroll(const LoopRun& run) {
  constexpr unsigned mostTrips = 8;
  constexpr unsigned mostBodies = 64;  // in the whole kernel
  if (!options_.unroll) return std::nullopt;
  unsigned trips = 0;
  for (unsigned t = 0; t < threads(); ++t) {
    const auto mine = literalTrips(run, t);
    if (!mine || *mine > mostTrips) return std::nullopt;
    trips = std::max(trips, *mine);
  }
  if (unrolledBodies_ + trips + 1 > mostBodies) return std::nullopt;
  unrolledBodies_ += trips + 1;
  return trips;
}

std::optional<unsigned> Execution::literalTrips(const LoopRun& run, unsigned thread) {
  constexpr unsigned mostTrips = 4096;
  const LoopSummary& summary = subject_.summaries[run.loop.index];
  if (summary.facts.empty()) return std::nullopt;
  std::vector<Expr> initial;
  for (const auto& [v, form] : summary.closed) initial.push_back(run.initial[thread][v]);
  const auto [known, added] = trips_.try_emplace({run.loop.index, initial}, std::nullopt);
  if (!added) return known->second;
  for (Expr fact : summary.facts) {
    const auto leaves = leavesOf(fact);
    const bool closed = std::all_of(leaves.begin(), leaves.end(), [&](const Variable* leaf) {
      return std::any_of(summary.closed.begin(), summary.closed.end(), [&](const auto& entry) {
        return subject_.placeholders.variables[entry.first]->variable() == leaf &&
               run.initial[thread][entry.first] && run.initial[thread][entry.first]->isLiteral();
      });
    });
    if (!closed) continue;
    for (unsigned n = 0; n <= mostTrips; ++n) {
      const Expr held = instantiate(fact, run, thread, counterNumber(n));
      if (!held->isLiteral()) break;
      if (held->isFalse()) {
        known->second = std::min(known->second.value_or(n), n);
        break;
      }
    }
  }
  return known->second;
}

}  // namespace barricade
