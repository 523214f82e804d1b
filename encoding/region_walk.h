// One pass through a region: its blocks and inner loops in topological order, each under its path
// condition, which is built from the conditions of the edges that lead there. Items that are
// control equivalent share one condition.
#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "analysis/kernel.h"
#include "encoding/event.h"

namespace barricade {

// Conditions of edges by the block that they lead to.
using EdgeConditions = std::unordered_map<unsigned, PerThread>;

void addEdge(Terms& terms, EdgeConditions& edges, unsigned target, const PerThread& condition);

// What a walk does at each item.
class RegionVisitor {
 public:
  virtual ~RegionVisitor() = default;
  // Runs the block; the conditions of the edges to its successors, in their order.
  virtual std::vector<PerThread> visitBlock(unsigned block, const PerThread& path) = 0;
  // Runs the loop; the conditions of its exits.
  virtual EdgeConditions visitLoop(const Loop& loop, const PerThread& path) = 0;
};

// Through the body of `loop`, or the whole kernel for -1. Edges out of the region are added to
// `outside`; the result is the condition of the edges back to the loop's header.
PerThread walkRegion(const Kernel& kernel, Terms& terms, int loop, const PerThread& entry,
                     EdgeConditions& outside, RegionVisitor& visitor);

// How a block's successors are chosen: by guards that exclude each other, or arbitrarily.
struct Choice {
  unsigned threads = 2;  // with one, the second thread's conditions are the first one's
  std::function<Expr(Expr guard, unsigned thread)> evaluate;
  // The guard of a successor that was chosen arbitrarily: it holds where `condition` does.
  std::function<void(Expr guard, unsigned thread, Expr condition)> demand;
};

std::vector<PerThread> conditionsOfSuccessors(const Kernel& kernel, Terms& terms, unsigned block,
                                              const PerThread& path, const Choice& choice);

}  // namespace barricade
