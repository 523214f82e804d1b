#include "ir/liveness.h"

#include "ir/uses.h"

namespace barricade {

Liveness::Liveness(const Procedure& procedure) : atStart_(procedure.blocks.size()) {
  for (bool changed = true; changed;) {
    changed = false;
    for (auto at = procedure.blocks.rbegin(); at != procedure.blocks.rend(); ++at) {
      const Block& block = **at;
      std::unordered_set<const Variable*> live;
      for (const Block* successor : block.successors)
        live.insert(atStart_[successor->index].begin(), atStart_[successor->index].end());
      if (block.successors.empty()) live.insert(procedure.results.begin(), procedure.results.end());
      for (auto statement = block.statements.rbegin(); statement != block.statements.rend();
           ++statement) {
        forEachAssigned(*statement, [&](const Variable* v) { live.erase(v); });
        forEachExpression(*statement, [&](Expr e) {
          forEachVariable(e, [&](const Variable* v) { live.insert(v); });
        });
      }
      if (live.size() == atStart_[block.index].size()) continue;  // it only grows
      atStart_[block.index] = std::move(live);
      changed = true;
    }
  }
}

}  // namespace barricade
