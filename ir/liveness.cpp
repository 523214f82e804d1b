#include "ir/liveness.h"

#include "ir/uses.h"

namespace barricade {

namespace {

// What a block sets; what it reads of before goes to `read`.
std::unordered_set<const Variable*> assignedIn(const Block& block,
                                               std::unordered_set<const Variable*>& read) {
  std::unordered_set<const Variable*> assigned;
  for (const Statement& statement : block.statements) {
    forEachExpression(statement, [&](Expr e) {
      forEachVariable(e, [&](const Variable* v) {
        if (!assigned.contains(v)) read.insert(v);
      });
    });
    forEachAssigned(statement, [&](const Variable* v) { assigned.insert(v); });
  }
  return assigned;
}

}  // namespace

Liveness::Liveness(const Procedure& procedure) : atStart_(procedure.blocks.size()) {
  std::vector<std::unordered_set<const Variable*>> assigned;
  for (const auto& block : procedure.blocks)
    assigned.push_back(assignedIn(*block, atStart_[block->index]));
  auto keep = [&](const auto& variables, unsigned block) {
    bool added = false;
    for (const Variable* v : variables)
      if (!assigned[block].contains(v)) added |= atStart_[block].insert(v).second;
    return added;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (auto at = procedure.blocks.rbegin(); at != procedure.blocks.rend(); ++at) {
      const Block& block = **at;
      if (block.successors.empty()) changed |= keep(procedure.results, block.index);
      for (const Block* successor : block.successors)
        if (successor != &block) changed |= keep(atStart_[successor->index], block.index);
    }
  }
}

}  // namespace barricade
