#include "encoding/loop_head.h"

#include <algorithm>

#include "analysis/counters.h"
#include "ir/uses.h"

namespace barricade {

Expr LoopHead::counterNumber(const BigInt& value) {
  return run_.kernel.program().mathInt ? run_.terms.pool().integer(value)
                                       : run_.terms.pool().bitVector(value, counterWidth);
}

Expr LoopHead::freshCounter(const LoopRun& loop, const std::string& hint) {
  Terms& terms = run_.terms;
  if (run_.kernel.program().mathInt) return terms.fresh(hint, intType());
  BigInt most = 0;
  for (unsigned t = 0; t < run_.threads(); ++t) {
    const auto mine = mostIterations(loop, t);
    if (!mine) return terms.fresh(hint, bitVectorType(counterWidth));
    most = std::max(most, *mine);
  }
  // An explicit body may be the last, partial iteration.
  most += loop.bodies;
  const unsigned width = most == 0 ? 1 : boost::multiprecision::msb(most) + 1;
  if (width > counterWidth) return terms.fresh(hint, bitVectorType(counterWidth));
  const Expr narrow = terms.fresh(hint, bitVectorType(width));
  terms.limit(narrow, most);
  run_.assume(terms.lessEqual(narrow, terms.number(most, narrow->type()), false));
  return terms.zeroExtend(narrow, counterWidth);
}

//--- Values ---------------------------------------------------------------------------------

Expr LoopHead::instantiate(Expr e, const LoopRun& loop, unsigned thread, Expr counter) {
  const LoopSummary& summary = summaryOf(loop);
  const std::vector<Expr>& placeholders = run_.subject.placeholders.variables;
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
                             ? closedValue(closed->second, loop, v, thread, counter)
                         : summary.iterated.contains(v) ? iteratedValue(loop, v, thread, counter)
                                                        : loop.initial[thread][v];
      actuals[part] = value ? value : evaluator_.freshValue(v);
    } else if (part->variable()->launch) {
      actuals[part] = run_.pair.constant(run_.terms, run_.launch, part->variable(), thread);
    }
  });
  std::unordered_map<Expr, Expr> memo;
  return run_.terms.substitute(e, actuals, memo);
}

Expr LoopHead::filledIn(Expr e, std::unordered_map<Expr, Expr> actuals, unsigned thread) const {
  for (const Variable* leaf : leavesOf(e)) {
    const Expr part = run_.terms.pool().variable(leaf);
    if (leaf->launch)
      actuals[part] = run_.pair.constant(run_.terms, run_.launch, leaf, thread);
    else if (!actuals.contains(part))
      return nullptr;
  }
  std::unordered_map<Expr, Expr> memo;
  return run_.terms.substitute(e, actuals, memo);
}

Expr LoopHead::atEntry(Expr e, const LoopRun& loop, unsigned thread) const {
  const std::vector<Expr>& placeholders = run_.subject.placeholders.variables;
  std::unordered_map<Expr, Expr> actuals;
  for (std::size_t v = 0; v < placeholders.size(); ++v)
    if (placeholders[v] && !placeholders[v]->isLiteral() && loop.initial[thread][v])
      actuals[placeholders[v]] = loop.initial[thread][v];
  return filledIn(e, std::move(actuals), thread);
}

Expr LoopHead::valueAfter(const LoopRun& loop, std::size_t variable, unsigned thread,
                          Expr counter) {
  const LoopSummary& summary = summaryOf(loop);
  if (auto it = summary.closed.find(variable);
      it != summary.closed.end() && loop.initial[thread][variable])
    return closedValue(it->second, loop, variable, thread, counter);
  if (auto form = literalOrbit(run_.terms, summary, run_.subject.placeholders, loop.initial[thread],
                               variable))
    return periodicValue(*form, loop, variable, thread, counter);
  if (const Expr value = ringValue(loop, variable, thread, counter)) return value;
  if (const Expr value = carriedValue(loop, variable, thread, counter)) return value;
  if (const Expr value = guardedCount(loop, variable, thread, counter)) return value;
  if (const Expr value = guardedOrbit(loop, variable, thread, counter)) return value;
  return knowledgeOfCount(loop, variable, thread, counter);
}

Expr LoopHead::iteratedValue(const LoopRun& loop, std::size_t variable, unsigned thread,
                             Expr counter) {
  const auto& iterated = summaryOf(loop).iterated;
  const auto known = iterated.find(variable);
  if (known == iterated.end()) return nullptr;
  const std::vector<Expr>& placeholders = run_.subject.placeholders.variables;
  std::vector<Expr> arguments;
  for (Expr e : known->second.dependsOn) {
    const auto head = std::find(placeholders.begin(), placeholders.end(), e);
    const Expr argument =
        head != placeholders.end() ? loop.initial[thread][head - placeholders.begin()]
        : e->variable()->launch ? run_.pair.constant(run_.terms, run_.launch, e->variable(), thread)
                                : e;
    if (!argument) return nullptr;
    arguments.push_back(argument);
  }
  arguments.push_back(counter);
  return run_.terms.pool().apply(known->second.function, arguments);
}

// Whether iterations either set the variable anew or, for a condition that the loop does not
// change, all leave it alone.
bool LoopHead::isSetOrKept(const LoopRun& loop, std::size_t variable) {
  const Expr next = summaryOf(loop).next.at(variable);
  const std::vector<Expr>& placeholders = run_.subject.placeholders.variables;
  const Expr head = placeholders[variable];
  if (next->op() != Op::Ite || (next->arg(1) != head && next->arg(2) != head)) return false;
  const Expr set = next->arg(1) == head ? next->arg(2) : next->arg(1);
  if (leavesOf(set).contains(head->variable())) return false;
  const auto leaves = leavesOf(next->arg(0));
  const std::vector<std::size_t>& modified = run_.kernel.modifiedIn(loop.loop.index);
  return std::none_of(modified.begin(), modified.end(), [&](std::size_t v) {
    return placeholders[v] && !placeholders[v]->isLiteral() &&
           leaves.contains(placeholders[v]->variable());
  });
}

Expr LoopHead::resultOf(const LoopRun& loop, std::size_t variable, unsigned thread, Expr iteration,
                        const std::map<std::size_t, Expr>& known) {
  const LoopSummary& summary = summaryOf(loop);
  const auto next = summary.next.find(variable);
  if (next == summary.next.end()) return nullptr;
  std::map<std::size_t, Expr> also = known;
  if (const Expr initial = loop.initial[thread][variable]; initial && isSetOrKept(loop, variable))
    also[variable] = initial;
  return termIn(next->second, loop, thread, iteration, also);
}

Expr LoopHead::termIn(Expr e, const LoopRun& loop, unsigned thread, Expr iteration,
                      const std::map<std::size_t, Expr>& known) {
  const std::vector<std::size_t>& modified = run_.kernel.modifiedIn(loop.loop.index);
  const std::vector<Expr>& placeholders = run_.subject.placeholders.variables;
  const auto leaves = leavesOf(e);
  std::unordered_map<Expr, Expr> actuals;
  std::size_t settled = 0;
  for (std::size_t v = 0; v < placeholders.size(); ++v) {
    if (!placeholders[v] || placeholders[v]->isLiteral() ||
        !leaves.contains(placeholders[v]->variable()))
      continue;
    const bool changes = std::find(modified.begin(), modified.end(), v) != modified.end();
    Expr value = changes ? valueAfter(loop, v, thread, iteration) : loop.initial[thread][v];
    if (const auto given = known.find(v); !value && given != known.end()) value = given->second;
    if (!value) return nullptr;
    actuals[placeholders[v]] = value;
    ++settled;
  }
  const auto& ahead = summaryOf(loop).ahead;
  for (const Variable* leaf : leaves)
    if (ahead && ahead->exits.contains(leaf)) {
      const Expr value = carriedValue(loop, ahead->exits.at(leaf), thread,
                                      run_.terms.add(iteration, counterNumber(1)));
      if (!value) return nullptr;
      actuals[run_.terms.pool().variable(leaf)] = value;
      ++settled;
    } else if (leaf->launch) {
      actuals[run_.terms.pool().variable(leaf)] =
          run_.pair.constant(run_.terms, run_.launch, leaf, thread);
      ++settled;
    } else if (!run_.terms.isFresh(leaf)) {
      ++settled;  // a constant of the program
    }
  if (settled < leaves.size()) return nullptr;
  std::unordered_map<Expr, Expr> memo;
  return run_.terms.substitute(e, actuals, memo);
}

Expr LoopHead::closedValue(const ClosedForm& form, const LoopRun& loop, std::size_t variable,
                           unsigned thread, Expr counter) {
  const Expr initial = loop.initial[thread][variable];
  if (!initial) return evaluator_.freshValue(variable);
  switch (form.kind) {
    case ClosedForm::Kind::Periodic: return periodicValue(form, loop, variable, thread, counter);
    case ClosedForm::Kind::Affine:
      return affineValue(initial, instantiate(form.step, loop, thread, counter), counter);
    case ClosedForm::Kind::ShiftLeft:
    case ClosedForm::Kind::ShiftRight:
    case ClosedForm::Kind::ArithmeticShiftRight:
    case ClosedForm::Kind::SignedHalving: break;
  }
  return shiftedValue(form, initial, counter);
}

Expr LoopHead::affineValue(Expr initial, Expr step, Expr counter) {
  Terms& terms = run_.terms;
  if (initial->type()->isInt()) return terms.add(initial, terms.mul(counter, step));
  const unsigned width = initial->type()->width();
  const Expr n = resizedCounter(counter, width);
  const Expr distance = terms.mul(n, step);
  const Expr value = terms.add(initial, distance);
  auto isBelow = [&](unsigned bits) {
    return bits < counterWidth ? terms.less(counter, counterNumber(BigInt(1) << bits), false)
                               : terms.yes();
  };
  const Fits counted{isBelow(width - 1), isBelow(width)};
  run_.record.arithmetic.record(distance, Op::BvMul, n, step, counted);
  run_.record.arithmetic.record(value, Op::BvAdd, initial, distance, counted);
  return value;
}

Expr LoopHead::resizedCounter(Expr counter, unsigned width) {
  return width <= counterWidth ? run_.terms.extract(counter, width, 0)
                               : run_.terms.zeroExtend(counter, width);
}

Expr LoopHead::shiftedValue(const ClosedForm& form, Expr initial, Expr counter) {
  // Shifts: distances from the width on all have the same effect.
  ExprPool& pool = run_.terms.pool();
  const unsigned width = initial->type()->width();
  const Expr most = pool.bitVector(width, width);
  const Expr small = run_.terms.less(counter, counterNumber(width), false);
  const Expr distance = run_.terms.ite(
      small, run_.terms.mul(resizedCounter(counter, width), pool.bitVector(form.amount, width)),
      most);
  auto shift = [&](Op op, Expr value) {
    return run_.terms.rebuild(pool.make(op, value, distance), {value, distance});
  };
  switch (form.kind) {
    case ClosedForm::Kind::ShiftLeft: return shift(Op::BvShl, initial);
    case ClosedForm::Kind::ShiftRight: return shift(Op::BvLShr, initial);
    case ClosedForm::Kind::ArithmeticShiftRight: return shift(Op::BvAShr, initial);
    case ClosedForm::Kind::SignedHalving:
    case ClosedForm::Kind::Affine:
    case ClosedForm::Kind::Periodic: break;
  }
  // Signed halving rounds towards zero: halve the magnitude, keep the sign.
  const Expr zero = pool.bitVector(0, width);
  return run_.terms.ite(run_.terms.less(initial, zero, true),
                        run_.terms.sub(zero, shift(Op::BvLShr, run_.terms.sub(zero, initial))),
                        shift(Op::BvLShr, initial));
}

Expr LoopHead::periodicValue(const ClosedForm& form, const LoopRun& loop, std::size_t variable,
                             unsigned thread, Expr counter) {
  // In iteration 0 all variables have their initial values.
  auto valueAfter = [&](std::size_t i) {
    return i == 0 && !form.cycle[0]->isLiteral()
               ? loop.initial[thread][variable]
               : instantiate(form.cycle[i], loop, thread, counterNumber(0));
  };
  const std::size_t first = form.beforeCycle;
  const Expr period = counterNumber(form.cycle.size() - first);
  const Expr since = run_.terms.sub(counter, counterNumber(first));
  const Expr phase = run_.terms.rebuild(
      run_.terms.pool().make(since->type()->isInt() ? Op::IntMod : Op::BvURem, since, period),
      {since, period});
  if (counter->isLiteral()) {
    const auto n = static_cast<std::size_t>(counter->value());
    return valueAfter(n < first ? n : first + static_cast<std::size_t>(phase->value()));
  }
  Expr value = valueAfter(first);
  for (std::size_t i = first + 1; i < form.cycle.size(); ++i)
    value = run_.terms.ite(run_.terms.equal(phase, counterNumber(i - first)), valueAfter(i), value);
  for (std::size_t i = 0; i < first; ++i)
    value = run_.terms.ite(run_.terms.equal(counter, counterNumber(i)), valueAfter(i), value);
  return value;
}

//--- Facts ----------------------------------------------------------------------------------

void LoopHead::assumeFacts(const LoopRun& loop, const PerThread& completed,
                           const PerThread& counters) {
  const LoopSummary& summary = summaryOf(loop);
  for (const auto* facts : {&summary.facts, &summary.iteratedFacts})
    for (Expr fact : *facts)
      for (unsigned t = 0; t < run_.threads(); ++t)
        run_.assume(run_.terms.implies(completed[t], instantiate(fact, loop, t, counters[t])));
}

//--- Trip counts ----------------------------------------------------------------------------------

std::optional<unsigned> LoopHead::tripCountToUnroll(const LoopRun& loop) {
  constexpr unsigned mostIterations = 16;
  const unsigned mostBodies = run_.options.isBeginning ? 64 : 256;  // in the whole kernel
  const bool once = runsOnceMore(loop);
  unsigned count = once ? 1 : 0;
  for (unsigned t = 0; t < run_.threads() && !once; ++t) {
    const auto mine = tripCount(loop, t);
    if (!mine || *mine > mostIterations) return std::nullopt;
    count = std::max(count, *mine);
  }
  if (!run_.options.unroll && !run_.options.isBeginning && !once && !fillsAhead(loop)) {
    noteNotUnrolled(loop.loop, count);
    return std::nullopt;
  }
  if (run_.record.unrolledBodies + count + 1 > mostBodies) return std::nullopt;
  run_.record.unrolledBodies += count + 1;
  return count;
}

void LoopHead::noteNotUnrolled(const Loop& loop, unsigned count) {
  auto& bodies = run_.record.bodiesNotUnrolled;
  const auto outer =
      loop.parent < 0 ? bodies.end() : bodies.find(static_cast<unsigned>(loop.parent));
  bodies[loop.index] = count * (outer == bodies.end() ? 1 : outer->second);
}

unsigned LoopHead::iterationsToUnroll(const LoopRun& loop) {
  constexpr unsigned ofAccesses = 8;
  constexpr unsigned ofValues = 64;
  constexpr unsigned mostBodies = 128, mostAccesses = 96;  // in the whole kernel
  if (!run_.options.bounded.contains(loop.loop.index) || tripCount(loop, 0)) return 0;
  const unsigned accesses = accessesIn(loop.loop);
  const unsigned most = accesses > 0 ? ofAccesses : ofValues;
  ExecutionRecord& record = run_.record;
  if (record.unrolledBodies + most > mostBodies ||
      record.unrolledAccesses + most * accesses > mostAccesses)
    return 0;
  record.unrolledBodies += most;
  record.unrolledAccesses += most * accesses;
  return most;
}

// Statements that access memory or call something.
unsigned LoopHead::accessesIn(const Loop& loop) const {
  auto accesses = [](const Statement& statement) {
    bool found = statement.as<Call>() != nullptr;
    forEachExpression(statement, [&](Expr e) {
      forEachVariable(e, [&](const Variable* v) { found = found || v->array; });
    });
    forEachAssigned(statement, [&](const Variable* v) { found = found || v->array; });
    return found;
  };
  unsigned count = 0;
  for (unsigned b : loop.blocks)
    count += static_cast<unsigned>(
        std::ranges::count_if(run_.kernel.procedure().blocks[b]->statements, accesses));
  return count;
}

// Whether phases go on in the loop: behind it the counters are literals then, of which the next
// loop's rings have closed forms.
bool LoopHead::fillsAhead(const LoopRun& loop) const {
  const auto& modified = run_.kernel.modifiedIn(loop.loop.index);
  return std::any_of(modified.begin(), modified.end(),
                     [&](std::size_t v) { return isCounter(*run_.kernel.variable(v)); });
}

std::optional<unsigned> LoopHead::tripCount(const LoopRun& loop, unsigned thread) {
  constexpr unsigned mostIterations = 4096;
  const LoopSummary& summary = summaryOf(loop);
  if (summary.facts.empty()) return std::nullopt;
  std::unordered_map<const Variable*, Expr> initial;  // of what is known in each iteration
  std::vector<Expr> key;
  const auto& modified = run_.kernel.modifiedIn(loop.loop.index);
  for (std::size_t v = 0; v < loop.initial[thread].size(); ++v) {
    const Expr head = run_.subject.placeholders.variables[v];
    const Expr value = loop.initial[thread][v];
    if (!head || head->isLiteral() || !value || !value->isLiteral()) continue;
    if (!summary.closed.contains(v) &&
        std::find(modified.begin(), modified.end(), v) != modified.end())
      continue;
    initial[head->variable()] = value;
    key.push_back(head);
    key.push_back(value);
  }
  const auto [known, added] = tripCounts_.try_emplace({loop.loop.index, key}, std::nullopt);
  if (!added) return known->second;
  for (Expr fact : summary.facts) {
    const auto leaves = leavesOf(fact);
    if (!std::all_of(leaves.begin(), leaves.end(),
                     [&](const Variable* leaf) { return initial.contains(leaf); }))
      continue;
    for (unsigned n = 0; n <= mostIterations; ++n) {
      const Expr held = instantiate(fact, loop, thread, counterNumber(n));
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
