// Variables that an iteration either sets to what is known of it or leaves alone, as the place of
// the least element so far:
//
//   for (c = 0; c < n; ++c)
//     if (distance(c) < least) { least = distance(c); best = c; }
//
// Such a variable is what the latest iteration has made of it that set it, if any of those skipped
// did, whatever decides that: the number of that iteration is unknown, but the facts of complete
// iterations hold in it.
#include <algorithm>
#include <vector>

#include "analysis/counters.h"
#include "encoding/loop_head.h"

namespace barricade {
namespace {

struct NewValue {
  Expr value;
  std::vector<Expr> conditions;  // under which it is taken
};

// What `next` may be besides `head`; false where there are too many.
bool collectNewValues(Terms& terms, Expr next, Expr head, std::vector<Expr>& conditions,
                      std::vector<NewValue>& found) {
  constexpr std::size_t most = 4;
  if (next == head) return true;
  if (next->op() != Op::Ite) {
    found.push_back({next, conditions});
    return found.size() <= most;
  }
  conditions.push_back(next->arg(0));
  bool fits = collectNewValues(terms, next->arg(1), head, conditions, found);
  conditions.back() = terms.lnot(next->arg(0));
  fits = fits && collectNewValues(terms, next->arg(2), head, conditions, found);
  conditions.pop_back();
  return fits;
}

}  // namespace

Expr LoopHead::latestValue(const LoopRun& loop, std::size_t variable, unsigned thread, Expr counter,
                           Expr arbitrary) {
  const auto [known, added] = latestValues_.try_emplace(arbitrary, arbitrary);
  if (added)
    if (const Expr value = knownLatest(loop, variable, thread, counter)) known->second = value;
  return known->second;
}

// Null: iterations do something else.
Expr LoopHead::knownLatest(const LoopRun& loop, std::size_t variable, unsigned thread,
                           Expr counter) {
  const LoopSummary& summary = summaryOf(loop);
  const auto next = summary.next.find(variable);
  const Expr current = run_.state.values[thread][variable];
  if (run_.kernel.program().mathInt || isCounter(*run_.kernel.variable(variable)) ||
      next == summary.next.end() || next->second->op() != Op::Ite || !current)
    return nullptr;
  Terms& terms = run_.terms;
  std::vector<Expr> conditions;
  std::vector<NewValue> values;
  const Expr head = run_.subject.placeholders.variables[variable];
  auto isKnown = [&](const NewValue& one) {
    return knownAt(one.value, loop, thread, counterNumber(0)) != nullptr;
  };
  if (!collectNewValues(terms, next->second, head, conditions, values) || values.empty() ||
      !std::ranges::all_of(values, isKnown))
    return nullptr;
  const Expr latest = freshCounter(loop, "latest");
  Expr known =
      terms.land(terms.lessEqual(loop.counter, latest, false), terms.less(latest, counter, false));
  for (Expr fact : summary.facts)
    known = terms.land(known, instantiate(fact, loop, thread, latest));
  Expr value = current;
  for (const NewValue& candidate : values) {
    const Expr then = knownAt(candidate.value, loop, thread, latest);
    const Expr isTaken = terms.fresh("sets", boolType());
    Expr holds = known;
    for (Expr condition : candidate.conditions)
      if (const Expr held = knownAt(condition, loop, thread, latest))
        holds = terms.land(holds, held);
    run_.assume(terms.implies(isTaken, holds));
    value = terms.ite(isTaken, then, value);
  }
  return value;
}

}  // namespace barricade
