#include "encoding/inner_sums.h"

#include <algorithm>

#include "ir/uses.h"

namespace barricade {

bool isLeftAtHead(const Kernel& kernel, const Loop& loop, const Variable* variable) {
  const auto& statements = kernel.procedure().blocks[loop.header]->statements;
  const bool isSet = std::ranges::any_of(statements, [&](const Statement& statement) {
    bool found = false;
    forEachAssigned(statement,
                    [&](const Variable* target) { found = found || target == variable; });
    return found;
  });
  return !isSet && std::ranges::all_of(loop.exits, [&](const auto& exit) {
    return exit.first == loop.header && exit.second == loop.exits.front().second;
  });
}

bool isStepByOne(const ClosedForm& form) {
  return form.kind == ClosedForm::Kind::Affine && form.step->isLiteral() &&
         form.step->value() == 1 && form.step->type()->isBitVector();
}

Expr valueAfterLoop(const Kernel& kernel, Terms& terms, const Placeholders& placeholders,
                    const Loop& inner, const LoopSummary& summary, Expr path,
                    const std::vector<Expr>& entry, std::size_t variable) {
  const auto form = summary.closed.find(variable);
  if (form == summary.closed.end() || form->second.kind != ClosedForm::Kind::Affine) return nullptr;
  if (!entry[variable] || !entry[variable]->type()->isBitVector()) return nullptr;
  if (!summary.factsSuffice || summary.facts.size() != 1) return nullptr;
  const auto goesOn = inequalityOf(summary.facts.front());
  if (!goesOn || !goesOn->strict || !isLeftAtHead(kernel, inner, kernel.variable(variable)))
    return nullptr;

  // The counter, of which nothing but the bound is asked.
  const std::vector<std::size_t>& modified = kernel.modifiedIn(inner.index);
  const auto counter = std::ranges::find_if(modified, [&](std::size_t v) {
    const auto own = summary.closed.find(v);
    return v != variable && placeholders.variables[v] == goesOn->lesser &&
           own != summary.closed.end() && isStepByOne(own->second);
  });
  if (counter == modified.end()) return nullptr;
  if (!entry[*counter]) return nullptr;
  const Expr first = terms.assuming(entry[*counter], path);
  if (!first->isLiteral()) return nullptr;

  auto leaves = leavesOf(goesOn->greater);
  leaves.merge(leavesOf(form->second.step));
  std::unordered_map<Expr, Expr> atEntry, memo;
  for (std::size_t v = 0; v < entry.size(); ++v) {
    const Expr head = placeholders.variables[v];
    if (!head || head->isLiteral() || !leaves.contains(head->variable())) continue;
    if (!entry[v] || std::ranges::find(modified, v) != modified.end()) return nullptr;
    atEntry[head] = terms.assuming(entry[v], path);
  }
  const Expr bound = terms.substitute(goesOn->greater, atEntry, memo);
  const Expr step = terms.substitute(form->second.step, atEntry, memo);
  const Expr apart = terms.sub(bound, first);  // their number, where there are some
  const unsigned width = step->type()->width();
  const Expr times = apart->type()->width() < width   ? terms.zeroExtend(apart, width)
                     : apart->type()->width() > width ? terms.extract(apart, width, 0)
                                                      : apart;
  const Expr before = terms.assuming(entry[variable], path);
  return terms.ite(terms.less(first, bound, goesOn->isSigned),
                   terms.add(before, terms.mul(times, step)), before);
}

}  // namespace barricade
