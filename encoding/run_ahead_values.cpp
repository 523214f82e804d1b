// Values in a loop around one that runs ahead (run_ahead.h), and in that one.
#include "encoding/loop_head.h"
#include "ir/semantics.h"

namespace barricade {

Expr LoopHead::carriedValue(const LoopRun& loop, std::size_t variable, unsigned thread,
                            Expr counter) {
  auto sinceBegun = [&](const LoopRun& outer, Expr now) {
    const Expr begun = outer.initial[thread][summaryOf(outer).ahead->variable];
    return run_.terms.zeroExtend(run_.terms.sub(now, begun), counterWidth);
  };
  if (const auto& ahead = summaryOf(loop).ahead; ahead && ahead->carried.contains(variable)) {
    const Expr now = aheadAfter(loop, thread, counter);
    if (!now || variable == ahead->variable) return now;
    return carriedAt(loop, variable, thread, sinceBegun(loop, now));
  }
  if (!loop.outer) return nullptr;
  const auto& ahead = summaryOf(*loop.outer).ahead;
  if (!ahead || ahead->inner != loop.loop.index) return nullptr;
  for (const auto& [v, as] : ahead->carried) {
    if (as != variable) continue;
    const Expr begun = loop.outer->initial[thread][ahead->variable];
    const Expr now = valueAfter(loop, ahead->carried.at(ahead->variable), thread, counter);
    if (begun && now) return carriedAt(*loop.outer, v, thread, sinceBegun(*loop.outer, now));
  }
  return nullptr;
}

// Where the variable that runs ahead is at the outer loop's head.
Expr LoopHead::aheadAfter(const LoopRun& outer, unsigned thread, Expr counter) {
  Terms& terms = run_.terms;
  const RunAhead& ahead = *summaryOf(outer).ahead;
  const Expr begun = outer.initial[thread][ahead.variable];
  if (!begun || begun->type()->width() > counterWidth) return nullptr;
  const Expr bound = greatestBound(outer, thread, terms.sub(counter, counterNumber(1)));
  if (!bound) return nullptr;
  return terms.ite(terms.land(terms.lnot(terms.equal(counter, counterNumber(0))),
                              terms.less(begun, bound, ahead.isSigned)),
                   bound, begun);
}

// The greatest, of all iterations up to this one, of the inner loop's least bound.
Expr LoopHead::greatestBound(const LoopRun& outer, unsigned thread, Expr counter) {
  Terms& terms = run_.terms;
  const RunAhead& ahead = *summaryOf(outer).ahead;
  Expr least = nullptr;
  auto add = [&](Expr bound) {
    least = !least ? bound : terms.ite(terms.less(bound, least, ahead.isSigned), bound, least);
  };
  for (Expr bound : ahead.still) add(instantiate(bound, outer, thread, counter));
  if (!ahead.moving) return least;
  const auto& [variable, above] = *ahead.moving;
  const Expr first = outer.initial[thread][variable];
  const Expr value = valueAfter(outer, variable, thread, counter);
  if (!first || !first->isLiteral() || !value) return nullptr;
  const unsigned width = first->type()->width();
  const BigInt greatest = (BigInt(1) << (width - (ahead.isSigned ? 1 : 0))) - 1;
  const BigInt begun = ahead.isSigned ? toSigned(first->value(), width) : BigInt(first->value());
  if (above > greatest || begun + above > greatest) return nullptr;
  const Expr sum = terms.add(value, terms.number(above, value->type()));
  add(terms.ite(terms.less(sum, value, ahead.isSigned), terms.number(greatest, value->type()),
                sum));
  return least;
}

// After `position` iterations of the inner loop in all.
Expr LoopHead::carriedAt(const LoopRun& outer, std::size_t variable, unsigned thread,
                         Expr position) {
  const Expr closed = carriedClosed(outer, variable, thread, position);
  return closed ? closed : carriedResult(outer, variable, thread, position);
}

Expr LoopHead::carriedClosed(const LoopRun& outer, std::size_t variable, unsigned thread,
                             Expr position) {
  const RunAhead& ahead = *summaryOf(outer).ahead;
  const LoopSummary& inner = run_.subject.summaries[ahead.inner];
  const std::size_t as = ahead.carried.at(variable);
  const Expr initial = outer.initial[thread][variable];
  if (!initial) return nullptr;
  if (const auto form = inner.closed.find(as); form != inner.closed.end())
    return form->second.kind == ClosedForm::Kind::Affine && form->second.step->isLiteral()
               ? affineValue(initial, form->second.step, position)
               : nullptr;
  std::vector<Expr> begun(run_.subject.placeholders.variables.size(), nullptr);
  for (const auto& [v, inside] : ahead.carried) begun[inside] = outer.initial[thread][v];
  const auto orbit = literalOrbit(run_.terms, inner, run_.subject.placeholders, begun, as);
  return orbit ? periodicValue(*orbit, outer, variable, thread, position) : nullptr;
}

// Of a variable that each iteration of the inner loop sets anew, by others with closed forms.
Expr LoopHead::carriedResult(const LoopRun& outer, std::size_t variable, unsigned thread,
                             Expr position) {
  Terms& terms = run_.terms;
  const RunAhead& ahead = *summaryOf(outer).ahead;
  const LoopSummary& inner = run_.subject.summaries[ahead.inner];
  const auto next = inner.next.find(ahead.carried.at(variable));
  const Expr initial = outer.initial[thread][variable];
  if (next == inner.next.end() || !initial) return nullptr;
  const auto leaves = leavesOf(next->second);
  std::unordered_map<Expr, Expr> before;
  for (const auto& [v, as] : ahead.carried) {
    const Expr head = run_.subject.placeholders.variables[as];
    if (!head || head->isLiteral() || !leaves.contains(head->variable())) continue;
    const Expr value = carriedClosed(outer, v, thread, terms.sub(position, counterNumber(1)));
    if (!value) return nullptr;
    before[head] = value;
  }
  if (before.size() < leaves.size()) return nullptr;
  std::unordered_map<Expr, Expr> memo;
  return terms.ite(terms.equal(position, counterNumber(0)), initial,
                   terms.substitute(next->second, before, memo));
}

// After the outer loop's first iteration bounds go up by one at most.
bool LoopHead::runsOnceMore(const LoopRun& inner) const {
  if (!inner.outer || !inner.outer->isPeeled) return false;
  const auto& ahead = summaryOf(*inner.outer).ahead;
  return ahead && ahead->inner == inner.loop.index;
}

void LoopHead::assumeEnd(const LoopRun& loop) {
  if (!runsOnceMore(loop)) return;
  for (unsigned t = 0; t < run_.threads(); ++t) {
    Expr goesOn = run_.terms.yes();
    for (Expr fact : summaryOf(loop).facts)
      goesOn = run_.terms.land(goesOn, instantiate(fact, loop, t, loop.counter));
    run_.assume(run_.terms.implies(loop.path[t], run_.terms.lnot(goesOn)));
  }
}

}  // namespace barricade
