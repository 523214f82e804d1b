#include "encoding/match_counts.h"

#include <algorithm>

#include "encoding/inner_sums.h"
#include "encoding/loop_summary.h"
#include "ir/walk.h"

namespace barricade {
namespace {

// What decides a choice in it, a condition without parts; null: there is no choice.
Expr firstChoice(Expr e) {
  Expr choice = nullptr;
  forEachNodeWhile({e}, [&](Expr part) {
    if (!choice && part->op() == Op::Ite) choice = part->arg(0);
    return !choice;
  });
  while (choice && !choice->args().empty() && choice->arg(0)->type()->isBool())
    choice = choice->arg(0);
  return choice;
}

// When an iteration that makes `next` of the variable adds one to it, of those that are complete;
// null: some do something else.
Expr countsWhen(Terms& terms, Expr next, Expr complete, Expr head, unsigned mostChoices = 8) {
  if (complete->isFalse() || next == head) return terms.no();
  const Expr choice = firstChoice(next);
  if (!choice)
    return next == terms.add(head, terms.number(1, head->type())) ? terms.yes() : nullptr;
  auto under = [&](Expr fact) {
    return countsWhen(terms, terms.assuming(next, fact), terms.assuming(complete, fact), head,
                      mostChoices - 1);
  };
  const Expr then = mostChoices > 0 ? under(choice) : nullptr;
  const Expr otherwise = then ? under(terms.lnot(choice)) : nullptr;
  return otherwise ? terms.ite(choice, then, otherwise) : nullptr;
}

// Whether one may be added to it, as far as can be told from its form.
bool mayCount(Expr next, Expr head) {
  return anyNode(next, [&](Expr e) {
    return e->op() == Op::BvAdd && (e->arg(0) == head || e->arg(1) == head);
  });
}

bool callsNothing(const Kernel& kernel, const Loop& loop) {
  return std::ranges::all_of(loop.blocks, [&](unsigned b) {
    return std::ranges::none_of(kernel.procedure().blocks[b]->statements,
                                [](const Statement& s) { return s.as<Call>() != nullptr; });
  });
}

// What the loop counts by, where it goes on as long as that is below a bound.
std::optional<std::size_t> indexOf(const Kernel& kernel, const Placeholders& placeholders,
                                   const LoopSummary& summary, const Loop& loop, Expr goesOn) {
  const auto inequality = inequalityOf(goesOn);
  if (!inequality) return std::nullopt;
  const auto bound = leavesOf(inequality->greater);
  std::optional<std::size_t> index;
  for (std::size_t v : kernel.modifiedIn(loop.index)) {
    const Expr head = placeholders.variables[v];
    if (!head || head->isLiteral()) continue;
    if (bound.contains(head->variable())) return std::nullopt;
    const auto form = summary.closed.find(v);
    if (head == inequality->lesser && form != summary.closed.end() && isStepByOne(form->second))
      index = v;
  }
  return index;
}

}  // namespace

std::optional<MatchCounts> findMatchCounts(const Kernel& kernel, Terms& terms,
                                           const LaunchFacts& launch,
                                           const ReadOnlyFunctions& readOnly,
                                           const Placeholders& placeholders,
                                           const std::vector<LoopSummary>& summaries,
                                           const Loop& loop) {
  const LoopSummary& summary = summaries[loop.index];
  auto isCounted = [&](std::size_t v) {
    const Expr head = placeholders.variables[v];
    const auto next = summary.next.find(v);
    return next != summary.next.end() && head->type()->isBitVector() &&
           isLeftAtHead(kernel, loop, kernel.variable(v)) && mayCount(next->second, head);
  };
  if (kernel.program().mathInt || !loop.children.empty() || !callsNothing(kernel, loop) ||
      std::ranges::none_of(kernel.modifiedIn(loop.index), isCounted))
    return std::nullopt;
  MatchCounts found;
  found.contents = readOnly;
  for (std::size_t a = 0; a < kernel.arrays().size(); ++a)
    if (const Variable* array = kernel.arrays()[a].array->variable;
        !readOnly.contains(array) && !kernel.loopWrites(loop.index, a))
      found.contents[array] =
          terms.freshFunction(array->name, {array->type->domain()}, array->type->range());
  const Iteration iteration =
      runIteration(kernel, terms, launch, found.contents, placeholders, summaries, loop.index);
  const auto index = indexOf(kernel, placeholders, summary, loop, iteration.begins);
  if (!index) return std::nullopt;
  found.index = *index;
  found.goesOn = iteration.begins;
  for (std::size_t v : kernel.modifiedIn(loop.index)) {
    if (!isCounted(v) || !iteration.after[v]) continue;
    if (const Expr when =
            countsWhen(terms, iteration.after[v], iteration.complete, placeholders.variables[v]))
      found.counts[v] = when;
  }
  return found;
}

}  // namespace barricade
