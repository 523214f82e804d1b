#include "analysis/barrier_cut.h"

namespace barricade {

BarrierCut::BarrierCut(const Procedure& procedure, const ControlFlow& flow, unsigned block,
                       std::size_t position)
    : flow_(flow), block_(block), position_(position), reached_(procedure.blocks.size()) {
  std::vector<unsigned> work(flow.successors(block).begin(), flow.successors(block).end());
  while (!work.empty()) {
    const unsigned b = work.back();
    work.pop_back();
    if (reached_[b]) continue;
    reached_[b] = true;
    for (unsigned next : flow.successors(b)) work.push_back(next);
  }
}

bool BarrierCut::isAfter(unsigned block, std::size_t position) const {
  return !reached_[block_] &&
         (block == block_ ? position > position_ : flow_.dominates(block_, block));
}

bool BarrierCut::isBefore(unsigned block, std::size_t position) const {
  return !reached_[block] && (block != block_ || position < position_);
}

std::vector<BarrierCut> barrierCuts(const Procedure& procedure, const ControlFlow& flow,
                                    AddressSpace space) {
  std::vector<BarrierCut> cuts;
  for (unsigned b : flow.order()) {
    const auto& statements = procedure.blocks[b]->statements;
    for (std::size_t i = 0; i < statements.size(); ++i) {
      const Call* call = statements[i].as<Call>();
      if (call &&
          (call->callee->role == Procedure::Role::GridBarrier ||
           (call->callee->role == Procedure::Role::Barrier && space == AddressSpace::GroupShared)))
        cuts.emplace_back(procedure, flow, b, i);
    }
  }
  return cuts;
}

}  // namespace barricade
