#include "restructure/waiting_loops.h"

#include <algorithm>

#include "analysis/expressions.h"
#include "ir/uses.h"

namespace barricade {

bool waitsForOthers(const Procedure& kernel, const ControlFlow& flow, const Loop& loop) {
  Definitions definitions;
  std::vector<Expr> conditions;
  for (const unsigned block : loop.blocks)
    for (const Statement& statement : kernel.blocks[block]->statements)
      forEachAssigned(statement, [&](const Variable* variable) {
        forEachExpression(statement, [&](Expr e) { definitions[variable].push_back(e); });
      });
  for (const auto& [inside, outside] : loop.exits)
    for (const unsigned next : flow.successors(inside))
      for (const Statement& statement : kernel.blocks[next]->statements)
        if (const Assume* assume = statement.as<Assume>(); assume && assume->partition)
          conditions.push_back(assume->condition);
  const auto deciding = dependencies(std::move(conditions), definitions);
  return std::ranges::any_of(loop.blocks, [&](unsigned block) {
    return std::ranges::any_of(kernel.blocks[block]->statements, [&](const Statement& statement) {
      const Call* call = statement.as<Call>();
      return call && call->atomic &&
             std::ranges::any_of(call->results,
                                 [&](const Variable* result) { return deciding.contains(result); });
    });
  });
}

bool waitForOthers(const Procedure& kernel, const ControlFlow& flow,
                   const std::set<unsigned>& blocks) {
  return std::ranges::any_of(flow.loops(), [&](const Loop& loop) {
    return blocks.contains(loop.header) && waitsForOthers(kernel, flow, loop);
  });
}

}  // namespace barricade
