// Variables that come back to their values (literalOrbit, loop_summary.h), but that some iterations
// leave out: the last few, as stages and parities of a ring that is filled ahead, or the first
// ones, as turns of a ring whose first round does not wait (guarded_settings.cpp):
//
//   for (i = 0; i < n; ++i) {
//     if (i + 2 < n) { fill(stage); if (++stage == 3) { stage = 0; parity = !parity; } }
//     ...
//   }
//
// They are what as many steps make of them as the condition has held (guarded_counts.cpp), for the
// threads that take them at all. All that one depends on is left out in the same iterations. Where
// conditions before the loop have chosen the values at its entry, there is an orbit for each way
// that these went.
#include <optional>
#include <unordered_set>
#include <vector>

#include "encoding/loop_head.h"

namespace barricade {
namespace {

// The conditions, whatever they are, that choose `e` among numbers; nothing where there are too
// many for `orbitValue`, or `e` is something else.
std::optional<std::vector<Expr>> choicesOfLiterals(Expr e) {
  constexpr std::size_t most = 8;
  std::vector<Expr> conditions;
  std::unordered_set<Expr> seen;
  std::vector<Expr> open{e};
  while (!open.empty()) {
    const Expr part = open.back();
    open.pop_back();
    if (!seen.insert(part).second) continue;
    if (part->type()->isBool()) {
      conditions.push_back(part);
      if (conditions.size() > most) return std::nullopt;
      continue;
    }
    if (part->op() == Op::Variable || part->op() == Op::Apply) return std::nullopt;
    open.insert(open.end(), part->args().begin(), part->args().end());
  }
  return conditions;
}

}  // namespace

Expr LoopHead::guardedOrbit(const LoopRun& loop, std::size_t variable, unsigned thread,
                            Expr counter) {
  if (run_.kernel.program().mathInt) return nullptr;
  for (const bool byEnd : {true, false})
    if (const Expr value = orbitUnderGuard(loop, variable, thread, counter, byEnd)) return value;
  return nullptr;
}

// Under the part of the guard that the loop's end decides, or under all that iterations change.
Expr LoopHead::orbitUnderGuard(const LoopRun& loop, std::size_t variable, unsigned thread,
                               Expr counter, bool byEnd) {
  const std::vector<Expr>& heads = run_.subject.placeholders.variables;
  const auto& next = summaryOf(loop).next;
  LoopSummary taken;  // what those iterations make of it, and of what that depends on
  Expr guard = nullptr, fixed = nullptr;
  for (std::vector<std::size_t> group{variable}; !group.empty();) {
    const std::size_t v = group.back();
    group.pop_back();
    const auto mine = next.find(v);
    if (mine == next.end() || taken.next.contains(v)) continue;
    const Expr changes = changesWhen(run_.terms, mine->second, heads[v]);
    const Expr own = guardOf(loop, changes, byEnd), ownFixed = fixedPartOf(loop, changes, thread);
    if (guard && (own != guard || ownFixed != fixed)) return nullptr;
    guard = own;
    fixed = ownFixed;
    taken.next[v] = run_.terms.assuming(mine->second, run_.terms.land(guard, fixed));
    const auto leaves = leavesOf(taken.next[v]);
    for (const auto& [other, value] : next)
      if (leaves.contains(heads[other]->variable())) group.push_back(other);
  }
  if (!guard) return nullptr;
  const Expr times = timesTaken(loop, guard, thread, counter);
  if (!times) return nullptr;
  const Expr takes = instantiate(fixed, loop, thread, counter);
  std::vector<Expr> initial = loop.initial[thread];
  for (const auto& [v, value] : taken.next)
    if (initial[v] && !choicesOfLiterals(initial[v])) return nullptr;
  for (const auto& [v, value] : taken.next)
    if (initial[v]) initial[v] = run_.terms.assuming(initial[v], takes);
  const Expr value = orbitValue(loop, taken, initial, variable, thread, times);
  return value && !takes->isTrue() ? run_.terms.ite(takes, value, loop.initial[thread][variable])
                                   : value;
}

// For each way that conditions went which have chosen the values at the loop's entry, as of stages
// that were filled before it.
Expr LoopHead::orbitValue(const LoopRun& loop, const LoopSummary& summary,
                          const std::vector<Expr>& initial, std::size_t variable, unsigned thread,
                          Expr times, unsigned cases) {
  Terms& terms = run_.terms;
  Expr condition = nullptr;
  for (const auto& [v, value] : summary.next)
    if (initial[v] && !condition)
      if (const auto choices = choicesOfLiterals(initial[v]); choices && !choices->empty())
        condition = choices->back();
  if (!condition) {
    const auto form = literalOrbit(terms, summary, run_.subject.placeholders, initial, variable);
    return form ? periodicValue(*form, loop, variable, thread, times) : nullptr;
  }
  if (cases == 0) return nullptr;
  auto given = [&](Expr fact) {
    std::vector<Expr> under = initial;
    for (const auto& [v, value] : summary.next)
      if (under[v]) under[v] = terms.assuming(under[v], fact);
    return orbitValue(loop, summary, under, variable, thread, times, cases - 1);
  };
  const Expr then = given(condition);
  const Expr otherwise = then ? given(terms.lnot(condition)) : nullptr;
  return otherwise ? terms.ite(condition, then, otherwise) : nullptr;
}

// The part of a condition that the loop's end decides, or that iterations change at all.
Expr LoopHead::guardOf(const LoopRun& loop, Expr condition, bool byEnd) const {
  std::vector<Expr> conjuncts;
  collectConjuncts(condition, conjuncts);
  Expr guard = run_.terms.yes();
  for (Expr conjunct : conjuncts)
    if (byEnd ? iterationsAhead(loop, conjunct).has_value() : !isInvariant(loop, conjunct))
      guard = run_.terms.land(guard, conjunct);
  return guard;
}

// The part of a condition that is the same in all iterations, of known values.
Expr LoopHead::fixedPartOf(const LoopRun& loop, Expr condition, unsigned thread) const {
  const std::vector<Expr>& heads = run_.subject.placeholders.variables;
  auto isKnown = [&](Expr e) {
    const auto leaves = leavesOf(e);
    for (std::size_t v = 0; v < heads.size(); ++v)
      if (heads[v] && !heads[v]->isLiteral() && leaves.contains(heads[v]->variable()) &&
          !loop.initial[thread][v])
        return false;
    return true;
  };
  std::vector<Expr> conjuncts;
  collectConjuncts(condition, conjuncts);
  Expr fixed = run_.terms.yes();
  for (Expr conjunct : conjuncts)
    if (isInvariant(loop, conjunct) && isKnown(conjunct)) fixed = run_.terms.land(fixed, conjunct);
  return fixed;
}

}  // namespace barricade
