#include "repair/ordering_atomics.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "analysis/expressions.h"
#include "analysis/kernel.h"
#include "analysis/signals.h"
#include "ir/printer.h"
#include "ir/uses.h"

namespace barricade {
namespace {

// Variables whose value something depends on.
std::set<const Variable*> usedVariables(const Procedure& kernel) {
  std::set<const Variable*> used;
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements)
      forEachExpression(statement, [&](Expr e) {
        forEachVariable(e, [&](const Variable* variable) { used.insert(variable); });
      });
  return used;
}

// Variables that branches and loops depend on.
std::unordered_set<const Variable*> decidingVariables(const Procedure& kernel) {
  Definitions definitions;
  std::vector<Expr> conditions;
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements) {
      if (const Assume* assume = statement.as<Assume>(); assume && assume->partition)
        conditions.push_back(assume->condition);
      forEachAssigned(statement, [&](const Variable* variable) {
        forEachExpression(statement, [&](Expr e) { definitions[variable].push_back(e); });
      });
    }
  return dependencies(std::move(conditions), definitions);
}

}  // namespace

OrderingAtomics orderingAtomics(Program& program, Procedure& procedure) {
  const Kernel kernel(program, procedure, {});
  const std::set<const Variable*> used = usedVariables(procedure);
  const std::unordered_set<const Variable*> deciding = decidingVariables(procedure);
  OrderingAtomics atomics;
  for (const SignalArray& array : findSignals(kernel)) {
    auto has = [&](auto which) {
      return std::any_of(array.sites.begin(), array.sites.end(),
                         [&](const SignalSite& site) { return (array.*which)(site.meaning); });
    };
    const bool isLock = has(&SignalArray::takes) && has(&SignalArray::frees);
    for (const SignalSite& site : array.sites) {
      const Call& call = *site.statement->as<Call>();
      const bool looksAtResult = used.contains(call.results.front());
      atomics[site.statement] = {
          nameOfAtomic(call),
          site.meaning.writes() && !(isLock && looksAtResult && array.takes(site.meaning)),
          site.meaning.reads() && deciding.contains(call.results.front())};
    }
  }
  return atomics;
}

}  // namespace barricade
