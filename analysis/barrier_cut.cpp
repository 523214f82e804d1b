#include "analysis/barrier_cut.h"

#include <algorithm>

namespace barricade {

BarrierCut::BarrierCut(const Procedure& procedure, const ControlFlow& flow,
                       const StatementPlace& barrier, int loop)
    : flow_(flow), barrier_(barrier), loop_(loop), reached_(procedure.blocks.size()) {
  std::vector<unsigned> work{barrier.block};
  while (!work.empty()) {
    const unsigned b = work.back();
    work.pop_back();
    for (unsigned next : flow.successors(b)) {
      const bool isAgain = loop >= 0 && next == flow.loops()[static_cast<unsigned>(loop)].header;
      if (reached_[next] || isAgain) continue;
      reached_[next] = true;
      work.push_back(next);
    }
  }
}

bool BarrierCut::covers(unsigned block) const {
  return loop_ < 0 || flow_.inLoop(block, static_cast<unsigned>(loop_));
}

bool BarrierCut::isAfter(const StatementPlace& place) const {
  return covers(place.block) && !reached_[barrier_.block] &&
         (place.block == barrier_.block ? place.position > barrier_.position
                                        : flow_.dominates(barrier_.block, place.block));
}

bool BarrierCut::isBefore(const StatementPlace& place) const {
  return covers(place.block) && !reached_[place.block] &&
         (place.block != barrier_.block || place.position < barrier_.position);
}

bool BarrierCut::isInEachIteration() const {
  return loop_ >= 0 && !reached_[barrier_.block] &&
         std::ranges::all_of(
             flow_.loops()[static_cast<unsigned>(loop_)].latches,
             [&](unsigned latch) { return flow_.dominates(barrier_.block, latch); });
}

std::vector<BarrierCut> barrierCuts(const Procedure& procedure, const ControlFlow& flow,
                                    AddressSpace space, int loop) {
  std::vector<BarrierCut> cuts;
  for (unsigned b : flow.order()) {
    if (loop >= 0 && !flow.inLoop(b, static_cast<unsigned>(loop))) continue;
    const auto& statements = procedure.blocks[b]->statements;
    for (std::size_t i = 0; i < statements.size(); ++i) {
      const Call* call = statements[i].as<Call>();
      if (call &&
          (call->callee->role == Procedure::Role::GridBarrier ||
           (call->callee->role == Procedure::Role::Barrier && space == AddressSpace::GroupShared)))
        cuts.emplace_back(procedure, flow, StatementPlace{b, i}, loop);
    }
  }
  return cuts;
}

std::optional<FreshStart> findFreshStart(const Procedure& procedure, const ControlFlow& flow,
                                         AddressSpace space, std::span<const StatementPlace> stores,
                                         std::span<const StatementPlace> updates) {
  std::vector<int> loops{-1};
  if (!stores.empty() && flow.innermostLoop(stores.front().block) >= 0)
    loops.push_back(flow.innermostLoop(stores.front().block));
  for (int loop : loops) {
    const auto cuts = barrierCuts(procedure, flow, space, loop);
    const auto between = std::ranges::find_if(cuts, [&](const BarrierCut& cut) {
      return std::ranges::all_of(stores, [&](const auto& p) { return cut.isBefore(p); }) &&
             std::ranges::all_of(updates, [&](const auto& p) { return cut.isAfter(p); });
    });
    const bool isClosed =
        loop < 0 || std::ranges::any_of(cuts, [&](const BarrierCut& cut) {
          return cut.isInEachIteration() &&
                 std::ranges::all_of(updates, [&](const auto& p) { return cut.isBefore(p); });
        });
    if (between != cuts.end() && isClosed) return FreshStart{loop, between->block()};
  }
  return std::nullopt;
}

}  // namespace barricade
