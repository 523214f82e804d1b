// Results of atomic operations that one lane of a warp hands to others by a shuffle: warps that
// count or reserve once for all of their lanes.
//
//     if (lane == leader) base = atomicAdd(n, __popc(mask));
//     base = __shfl_sync(mask, base, leader);
//
// What the shuffle gives is the result of the operation of the source lane, if that one goes
// through the branch. The branch's condition, the element and the operand are of that lane: they
// may speak of its ids and of what all lanes of the mask have in common.
#pragma once

#include <unordered_map>

#include "analysis/kernel.h"
#include "analysis/warp_convergence.h"

namespace barricade {

struct HandedResult {
  const Call* atomic = nullptr;
  Expr condition = nullptr;  // the source lane makes it
  Expr element = nullptr;
  Expr operand = nullptr;  // the last one; null: none
  // Lanes that the mask names come to the shuffle: it is of those that have come to a vote, and
  // these go there. Else who has ended may be named.
  bool namedCome = false;
};

// By shuffle.
using HandedResults = std::unordered_map<const Statement*, HandedResult>;
HandedResults findHandedResults(const Kernel& kernel, const WarpConvergence& convergence);

}  // namespace barricade
