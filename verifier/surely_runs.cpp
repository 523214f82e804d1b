// Which barriers every complete iteration of a loop meets, as a monotone condition over the barrier
// variables: one forward pass over the loop's blocks without back edges (meet over predecessors,
// union over barriers). Ignoring back edges of inner loops takes the way from their heads to their
// exits, which every execution of them contains.
#include <unordered_map>

#include "verifier/execution.h"

namespace barricade {

// The condition that `block` contains an enabled barrier that both threads of the mode wait at
// and that ends accesses of `space` (any space when unset).
Expr Execution::barrierIn(const Block& block, std::optional<AddressSpace> space) const {
  Expr result = terms_.no();
  for (const Statement& statement : block.statements) {
    const Call* call = statement.as<Call>();
    if (!call) continue;
    const bool grid = call->callee->role == Procedure::Role::GridBarrier;
    const bool blockLevel = call->callee->role == Procedure::Role::Barrier;
    if (!grid && !(blockLevel && pair_.mode == Mode::Intra)) continue;
    if (surelyFences(*call, space)) result = terms_.lor(result, enabledTerm(*call));
  }
  return result;
}

Expr Execution::surelyRuns(const Loop& loop, std::optional<AddressSpace> space) {
  auto [known, added] = surelyRuns_.try_emplace({loop.index, space}, nullptr);
  if (!added) return known->second;
  const ControlFlow& flow = kernel_.flow();
  std::unordered_map<unsigned, Expr> atEnd;
  for (unsigned b : loop.blocks) {
    Expr met = b == loop.header ? terms_.no() : terms_.yes();
    if (b != loop.header)
      for (unsigned p : flow.predecessors(b))
        if (auto it = atEnd.find(p); it != atEnd.end()) met = terms_.land(met, it->second);
    atEnd[b] = terms_.lor(met, barrierIn(*kernel_.procedure().blocks[b], space));
  }
  Expr all = terms_.yes();
  for (unsigned latch : loop.latches) all = terms_.land(all, atEnd.at(latch));
  return surelyRuns_[{loop.index, space}] = all;
}

}  // namespace barricade
