#include "analysis/barrier_cut.h"

#include <algorithm>
#include <iterator>
#include <set>

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

namespace {

using Places = std::span<const StatementPlace>;

bool isBeforeAll(const BarrierCut& cut, Places places) {
  return std::ranges::all_of(places, [&](const StatementPlace& p) { return cut.isAfter(p); });
}

bool isBehindAll(const BarrierCut& cut, Places places) {
  return std::ranges::all_of(places, [&](const StatementPlace& p) { return cut.isBefore(p); });
}

// Of the launch, or of each iteration of a loop by itself.
std::optional<FreshStart> startWithin(int loop, std::span<const BarrierCut> cuts, Places stores,
                                      Places updates) {
  auto isApart = [&](const StatementPlace& store) {
    return std::ranges::all_of(updates, [&](const StatementPlace& update) {
      return std::ranges::any_of(cuts, [&](const BarrierCut& cut) {
        return (cut.isBefore(store) && cut.isAfter(update)) ||
               (cut.isBefore(update) && cut.isAfter(store));
      });
    });
  };
  const bool isClosed = loop < 0 || std::ranges::any_of(cuts, [&](const BarrierCut& cut) {
                          return cut.isInEachIteration() && isBehindAll(cut, updates);
                        });
  if (!isClosed || !std::ranges::all_of(stores, isApart)) return std::nullopt;
  for (const BarrierCut& cut : cuts) {
    if (!isBeforeAll(cut, updates)) continue;
    FreshStart start{.loop = loop, .barrier = cut.block()};
    std::ranges::copy_if(stores, std::back_inserter(start.later),
                         [&](const StatementPlace& p) { return !cut.isBefore(p); });
    if (stores.empty() || start.later.size() < stores.size()) return start;
  }
  return std::nullopt;
}

// Of an outermost loop whose iterations set the array for the next one: one that is come to again
// may have been left on the way.
std::optional<FreshStart> startAheadOf(unsigned loop, std::span<const BarrierCut> ofLaunch,
                                       std::span<const BarrierCut> cuts, const ControlFlow& flow,
                                       Places stores, Places updates) {
  if (flow.loops()[loop].parent >= 0) return std::nullopt;
  FreshStart start{.loop = static_cast<int>(loop)};
  std::vector<StatementPlace> ahead;
  for (const StatementPlace& store : stores)
    (flow.inLoop(store.block, loop) ? start.later : ahead).push_back(store);
  const auto before = std::ranges::find_if(ofLaunch, [&](const BarrierCut& cut) {
    return isBehindAll(cut, ahead) && isBeforeAll(cut, start.later) && isBeforeAll(cut, updates);
  });
  const bool isApart = std::ranges::any_of(cuts, [&](const BarrierCut& cut) {
    return isBehindAll(cut, updates) && isBeforeAll(cut, start.later);
  });
  const auto renewal = std::ranges::find_if(cuts, [&](const BarrierCut& cut) {
    return cut.isInEachIteration() && isBehindAll(cut, start.later);
  });
  if (ahead.empty() || before == ofLaunch.end() || !isApart || renewal == cuts.end())
    return std::nullopt;
  start.barrier = before->block();
  start.renewal = renewal->block();
  return start;
}

}  // namespace

std::optional<FreshStart> findFreshStart(const Procedure& procedure, const ControlFlow& flow,
                                         AddressSpace space, std::span<const StatementPlace> stores,
                                         std::span<const StatementPlace> updates) {
  const auto ofLaunch = barrierCuts(procedure, flow, space);
  if (auto start = startWithin(-1, ofLaunch, stores, updates)) return start;
  std::set<int> loops;
  for (const StatementPlace& store : stores) loops.insert(flow.innermostLoop(store.block));
  loops.erase(-1);
  for (int loop : loops) {
    const auto cuts = barrierCuts(procedure, flow, space, loop);
    if (auto start = startWithin(loop, cuts, stores, updates)) return start;
    if (auto start =
            startAheadOf(static_cast<unsigned>(loop), ofLaunch, cuts, flow, stores, updates))
      return start;
  }
  return std::nullopt;
}

}  // namespace barricade
