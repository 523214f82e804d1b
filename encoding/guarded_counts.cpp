// Counters of phases (analysis/counters.h) that go up in some iterations of a loop only:
//
//   for (i = 0; i < n; ++i) {
//     if (i >= 2) wait(free[i & 1]);        // left out at first, and in every other iteration
//     fill(i & 1); arrive(full[i & 1]);
//     if (i + 2 < n) ...                    // left out at last
//   }
//
// The condition for it is a conjunction. What says no more than that the loop goes on for some
// iterations after this one holds in all complete iterations but the last few. The rest must come
// back: from some iteration on it has the same value every `period` iterations, so that a table of
// the first few says how often it has held. Of the last few iterations the condition is looked at.
#include <algorithm>

#include "analysis/counters.h"
#include "encoding/loop_head.h"
#include "encoding/recurrences.h"
#include "ir/semantics.h"

namespace barricade {
namespace {

constexpr unsigned furthestAhead = 4;
constexpr unsigned mostCounted = 4;  // at once
// Of ways to go that are told apart: all pairs of conditions, but numbers of a variable one by one.
constexpr unsigned mostCost = 15, costOfCase = 5, costOfNumber = 1;

// When a counter goes up, of what it becomes: by one for each of the conditions that holds.
// Nothing: it does something else.
std::optional<std::vector<Expr>> countsWhen(Terms& terms, Expr next, Expr head) {
  if (next == head) return std::vector<Expr>{};
  const Sum sum = sumOf(next);
  if (sum.offset > 0 && sum.offset <= mostCounted) {
    auto counts = countsWhen(terms, sum.base, head);
    if (counts) counts->insert(counts->end(), sum.offset.convert_to<std::size_t>(), terms.yes());
    return counts;
  }
  if (next->op() != Op::Ite) return std::nullopt;
  auto then = countsWhen(terms, next->arg(1), head);
  auto otherwise = countsWhen(terms, next->arg(2), head);
  if (!then || !otherwise) return std::nullopt;
  const std::size_t most = std::max(then->size(), otherwise->size());
  then->resize(most, terms.no());
  otherwise->resize(most, terms.no());
  for (std::size_t i = 0; i < most; ++i)
    if (Expr& one = (*then)[i]; one != (*otherwise)[i])
      one = terms.lor(terms.land(next->arg(0), one),
                      terms.land(terms.lnot(next->arg(0)), (*otherwise)[i]));
  return then;
}

// The variable that the condition gives a number, x + 3 == 5: other conditions on it are settled.
std::optional<std::unordered_map<Expr, Expr>> settledBy(Terms& terms, Expr condition) {
  if (condition->op() != Op::Equal) return std::nullopt;
  for (std::size_t side : {0U, 1U}) {
    const Expr number = condition->arg(side);
    const Sum sum = sumOf(condition->arg(1 - side));
    if (number->isLiteral() && number->type()->isBitVector() && sum.base->op() == Op::Variable)
      return {{{sum.base, terms.number(number->value() - sum.offset, number->type())}}};
  }
  return std::nullopt;
}

// How many more complete iterations `condition` asks for, where `fact` holds in each: i < G, with i
// going up by one, so that i + k < G, without wrapping around, k complete iterations before the
// end.
std::optional<unsigned> asksFor(Expr condition, const Inequality& fact, Expr index) {
  if (!fact.strict || fact.lesser != index) return std::nullopt;
  Inequality wanted;
  if (const auto inequality = inequalityOf(condition)) {
    if (inequality->isSigned != fact.isSigned) return std::nullopt;
    wanted = *inequality;
  } else if (condition->op() == Op::Not && condition->arg(0)->op() == Op::Equal &&
             index->type() == condition->arg(0)->arg(0)->type()) {
    const Expr equal = condition->arg(0);
    const std::size_t side = sumOf(equal->arg(0)).base == index ? 0 : 1;
    wanted = {equal->arg(side), equal->arg(1 - side), true, fact.isSigned};
  } else {
    return std::nullopt;
  }
  auto boundOf = [&](Expr e) {
    if (!e->isLiteral()) return sumOf(e);
    return Sum{nullptr, fact.isSigned ? toSigned(e->value(), e->type()->width()) : e->value()};
  };
  const Sum lesser = sumOf(wanted.lesser);
  const Sum greater = boundOf(wanted.greater);
  const Sum bound = boundOf(fact.greater);
  const BigInt below = bound.offset - greater.offset;
  if (lesser.base != index || greater.base != bound.base || lesser.offset < 0 || below < 0)
    return std::nullopt;
  const BigInt more = lesser.offset + below - (wanted.strict ? 0 : 1);
  if (more > furthestAhead || lesser.offset > furthestAhead || below > furthestAhead)
    return std::nullopt;
  return static_cast<unsigned>(std::max({more, lesser.offset, below}));
}

}  // namespace

// A term over placeholders with what is known of all its variables at the head; null where one is
// not known.
Expr LoopHead::knownAt(Expr e, const LoopRun& loop, unsigned thread, Expr counter) {
  const std::vector<Expr>& placeholders = run_.subject.placeholders.variables;
  const std::vector<std::size_t>& modified = run_.kernel.modifiedIn(loop.loop.index);
  const auto leaves = leavesOf(e);
  std::unordered_map<Expr, Expr> actuals;
  for (std::size_t v = 0; v < placeholders.size(); ++v) {
    const Expr head = placeholders[v];
    if (!head || head->isLiteral() || !leaves.contains(head->variable())) continue;
    const bool changes = std::find(modified.begin(), modified.end(), v) != modified.end();
    if (changes && isCounter(*run_.kernel.variable(v))) return nullptr;
    const Expr value = changes ? valueAfter(loop, v, thread, counter) : loop.initial[thread][v];
    if (!value) return nullptr;
    actuals[head] = value;
  }
  return filledIn(e, std::move(actuals), thread);
}

// A condition that the loop leaves alone and that no literal is, as that of a thread's role.
Expr LoopHead::steadyCondition(const LoopRun& loop, const std::vector<Expr>& terms) const {
  const std::vector<Expr>& heads = run_.subject.placeholders.variables;
  std::unordered_set<const Variable*> steady;
  for (std::size_t v = 0; v < heads.size(); ++v)
    if (heads[v] && !heads[v]->isLiteral()) steady.insert(heads[v]->variable());
  for (std::size_t v : run_.kernel.modifiedIn(loop.loop.index))
    if (heads[v] && !heads[v]->isLiteral()) steady.erase(heads[v]->variable());
  Expr found = nullptr;
  forEachNode(terms, [&](Expr part) {
    if (found || !part->type()->isBool() || part->isLiteral() || part->op() == Op::And ||
        part->op() == Op::Or || part->op() == Op::Not || part->op() == Op::Ite)
      return;
    const auto leaves = leavesOf(part);
    if (!leaves.empty() && std::ranges::all_of(leaves, [&](const Variable* leaf) {
          return leaf->launch || steady.contains(leaf);
        }))
      found = part;
  });
  return found;
}

// `value` of what variables become, for each way that conditions go which the loop leaves alone.
Expr LoopHead::byCases(const LoopRun& loop, unsigned thread, const std::vector<Expr>& next,
                       const std::function<Expr(const std::vector<Expr>&)>& value, unsigned cost) {
  const Expr condition = steadyCondition(loop, next);
  if (!condition) return value(next);
  const auto settled = settledBy(run_.terms, condition);
  cost += settled ? costOfNumber : costOfCase;
  const Expr holds =
      cost <= mostCost ? knownAt(condition, loop, thread, counterNumber(0)) : nullptr;
  if (!holds) return nullptr;
  auto given = [&](Expr fact) {
    std::unordered_map<Expr, Expr> memo;
    std::vector<Expr> under;
    for (Expr e : next)
      under.push_back(settled && fact == condition ? run_.terms.substitute(e, *settled, memo)
                                                   : run_.terms.assuming(e, fact));
    return byCases(loop, thread, under, value, cost);
  };
  const Expr never = run_.terms.lnot(condition);
  if (holds->isLiteral()) return given(holds->isTrue() ? condition : never);
  const Expr then = given(condition);
  const Expr otherwise = then ? given(never) : nullptr;
  return otherwise ? run_.terms.ite(holds, then, otherwise) : nullptr;
}

Expr LoopHead::guardedCount(const LoopRun& loop, std::size_t variable, unsigned thread,
                            Expr counter) {
  const auto& next = summaryOf(loop).next;
  const auto mine = next.find(variable);
  if (mine == next.end() || !onlyGrows(*run_.kernel.variable(variable)) ||
      run_.kernel.program().mathInt)
    return nullptr;
  return byCases(loop, thread, {mine->second}, [&](const std::vector<Expr>& now) {
    return countOf(loop, variable, now.front(), thread, counter);
  });
}

Expr LoopHead::countOf(const LoopRun& loop, std::size_t variable, Expr next, unsigned thread,
                       Expr counter) {
  const Expr initial = loop.initial[thread][variable];
  if (!initial) return nullptr;
  const auto guards = countsWhen(run_.terms, next, run_.subject.placeholders.variables[variable]);
  if (!guards) return nullptr;
  Expr count = initial;
  for (Expr guard : *guards) {
    const Expr held = timesTaken(loop, guard, thread, counter);
    if (!held) return nullptr;
    count = run_.terms.add(count, held);
  }
  return count;
}

GuardParts LoopHead::partsOf(const LoopRun& loop, Expr guard) const {
  GuardParts parts{0, run_.terms.yes()};
  std::vector<Expr> conjuncts;
  collectConjuncts(guard, conjuncts);
  for (Expr conjunct : conjuncts)
    if (const auto more = iterationsAhead(loop, conjunct))
      parts.ahead = std::max(parts.ahead, *more);
    else
      parts.comesBack = run_.terms.land(parts.comesBack, conjunct);
  return parts;
}

// In how many of the first `counter` iterations the guard has held.
Expr LoopHead::timesTaken(const LoopRun& loop, Expr guard, unsigned thread, Expr counter) {
  Terms& terms = run_.terms;
  const auto [ahead, comesBack] = partsOf(loop, guard);
  const Expr most = counterNumber(ahead);
  const Expr early =
      terms.ite(terms.less(counter, most, false), counterNumber(0), terms.sub(counter, most));
  Expr held = timesHeld(loop, comesBack, thread, early);
  if (!held) return nullptr;
  for (unsigned d = 1; d <= ahead; ++d) {
    const Expr back = counterNumber(d);
    const Expr then = knownAt(guard, loop, thread, terms.sub(counter, back));
    if (!then) return nullptr;
    const Expr counts = terms.land(terms.lessEqual(back, counter, false), then);
    held = terms.add(held, terms.ite(counts, counterNumber(1), counterNumber(0)));
  }
  return held;
}

// Whether no iteration changes what the expression speaks of.
bool LoopHead::isInvariant(const LoopRun& loop, Expr e) const {
  const auto& heads = run_.subject.placeholders.variables;
  const auto leaves = leavesOf(e);
  return std::ranges::none_of(run_.kernel.modifiedIn(loop.loop.index), [&](std::size_t v) {
    return heads[v] && !heads[v]->isLiteral() && leaves.contains(heads[v]->variable());
  });
}

std::optional<unsigned> LoopHead::iterationsAhead(const LoopRun& loop, Expr condition) const {
  const LoopSummary& summary = summaryOf(loop);
  const auto& heads = run_.subject.placeholders.variables;
  for (const auto& [v, form] : summary.closed) {
    const Expr index = heads[v];
    if (form.kind != ClosedForm::Kind::Affine || !index->type()->isBitVector() ||
        form.step != run_.terms.number(1, index->type()))
      continue;
    for (Expr fact : summary.facts)
      if (const auto known = inequalityOf(fact); known && isInvariant(loop, known->greater))
        if (const auto more = asksFor(condition, *known, index)) return more;
  }
  return std::nullopt;
}

std::optional<HeldPattern> LoopHead::patternOf(const LoopRun& loop, Expr condition,
                                               unsigned thread) {
  Recurrences recurrences(run_.terms, summaryOf(loop), run_.subject.placeholders,
                          loop.initial[thread], run_.kernel.modifiedIn(loop.loop.index));
  const auto recurrence = recurrences.of(condition);
  if (!recurrence || recurrence->before + recurrence->period > Recurrences::longest)
    return std::nullopt;
  HeldPattern pattern{{}, recurrence->before, recurrence->period, recurrences.limit()};
  for (unsigned i = 0; i < recurrence->before + recurrence->period; ++i) {
    const Expr now = knownAt(condition, loop, thread, counterNumber(i));
    if (!now || !now->isLiteral()) return std::nullopt;
    pattern.held.push_back(now->isTrue());
  }
  return pattern;
}

// In how many of the first `count` iterations the condition has held.
Expr LoopHead::timesHeld(const LoopRun& loop, Expr condition, unsigned thread, Expr count) {
  Terms& terms = run_.terms;
  if (condition->isTrue()) return count;
  const auto pattern = patternOf(loop, condition, thread);
  if (!pattern) return nullptr;
  std::vector<unsigned> held{0};  // in as many iterations
  for (bool now : pattern->held) held.push_back(held.back() + (now ? 1 : 0));
  const unsigned before = pattern->before;
  const unsigned once = held.back() - held[before];
  const Expr since = terms.sub(count, counterNumber(before));
  const Expr period = counterNumber(pattern->period);
  auto divided = [&](Op op) {
    return terms.rebuild(terms.pool().make(op, since, period), {since, period});
  };
  Expr value =
      terms.add(counterNumber(held[before]), terms.mul(divided(Op::BvUDiv), counterNumber(once)));
  const Expr phase = divided(Op::BvURem);
  for (unsigned i = 1; i < pattern->period; ++i)
    if (held[before + i] > held[before])
      value = terms.add(
          value, terms.ite(terms.equal(phase, counterNumber(i)),
                           counterNumber(held[before + i] - held[before]), counterNumber(0)));
  for (unsigned i = 0; i < before; ++i)
    value = terms.ite(terms.equal(count, counterNumber(i)), counterNumber(held[i]), value);
  if (!pattern->limit) return value;
  const Expr known = terms.lessEqual(count, counterNumber(*pattern->limit), false);
  return terms.ite(known, value, terms.fresh("held", count->type()));
}

// What a thread knows of a named barrier: all that it has arrived for, once it waits in each
// iteration in which it arrives.
Expr LoopHead::knowledgeOfCount(const LoopRun& loop, std::size_t variable, unsigned thread,
                                Expr counter) {
  for (const Channel& channel : run_.kernel.counters().channels) {
    if (channel.kind != Channel::Kind::Named || !channel.waited || !channel.arrived ||
        run_.kernel.indexOf(channel.waited) != variable)
      continue;
    const std::size_t arrived = run_.kernel.indexOf(channel.arrived);
    const auto& next = summaryOf(loop).next;
    const auto mine = next.find(variable);
    const auto counted = next.find(arrived);
    const Expr begun = loop.initial[thread][variable];
    const Expr from = loop.initial[thread][arrived];
    if (mine == next.end() || counted == next.end() || !begun || !from) return nullptr;
    const auto& heads = run_.subject.placeholders.variables;
    return byCases(
        loop, thread, {mine->second, counted->second}, [&](const std::vector<Expr>& now) -> Expr {
          if (now[0] == heads[variable]) return begun;
          std::unordered_map<Expr, Expr> memo;
          if (run_.terms.substitute(now[0], {{heads[variable], heads[arrived]}}, memo) != now[1])
            return nullptr;
          const Expr count = countOf(loop, arrived, now[1], thread, counter);
          return count ? run_.terms.ite(run_.terms.equal(count, from), begun, count) : nullptr;
        });
  }
  return nullptr;
}

}  // namespace barricade
