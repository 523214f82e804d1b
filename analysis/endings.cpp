#include "analysis/endings.h"

#include <algorithm>

#include "analysis/expressions.h"
#include "ir/uses.h"

namespace barricade {
namespace {

bool hasEffect(const Statement& statement) {
  if (statement.as<Call>() || statement.as<Havoc>()) return true;
  if (const Assert* check = statement.as<Assert>()) return !check->isMarker();
  bool effect = false;
  forEachAssigned(statement, [&](const Variable* v) { effect = effect || v->array; });
  std::vector<Expr> reads;
  forEachExpression(statement, [&](Expr e) { collectReads(e, reads); });
  return effect || !reads.empty();
}

}  // namespace

std::vector<bool> findEndings(const Procedure& procedure, const ControlFlow& flow) {
  std::vector<bool> endings(procedure.blocks.size(), false);
  const auto& order = flow.order();
  // Successors come later, but for those of back edges: a loop is no ending.
  for (auto block = order.rbegin(); block != order.rend(); ++block) {
    const auto& statements = procedure.blocks[*block]->statements;
    const auto& successors = flow.successors(*block);
    endings[*block] =
        std::none_of(statements.begin(), statements.end(), hasEffect) &&
        std::all_of(successors.begin(), successors.end(), [&](unsigned s) { return endings[s]; });
  }
  return endings;
}

}  // namespace barricade
