#include "analysis/open_values.h"

#include "ir/uses.h"

namespace barricade {

bool isOpen(Expr e, const std::unordered_set<const Variable*>& open) {
  return anyNode(e, [&](Expr part) {
    return part->op() == Op::Select || part->op() == Op::Apply ||
           (part->op() == Op::Variable && open.contains(part->variable()));
  });
}

std::unordered_set<const Variable*> findOpenVariables(const Procedure& procedure) {
  std::unordered_set<const Variable*> open(procedure.parameters.begin(),
                                           procedure.parameters.end());
  for (std::size_t before = 0; before != open.size();) {
    before = open.size();
    for (const auto& block : procedure.blocks)
      for (const Statement& statement : block->statements) {
        if (const Assign* assign = statement.as<Assign>()) {
          for (std::size_t i = 0; i < assign->targets.size(); ++i)
            if (isOpen(assign->values[i], open)) open.insert(assign->targets[i].variable);
        } else {
          forEachAssigned(statement, [&](const Variable* variable) { open.insert(variable); });
        }
      }
  }
  return open;
}

}  // namespace barricade
