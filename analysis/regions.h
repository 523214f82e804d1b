// The kernel as a tree of regions: one for the procedure and one for each loop's body.
#pragma once

#include <unordered_map>
#include <vector>

#include "ir/cfg.h"

namespace barricade {

// The blocks and inner loops of one loop body (or of the whole procedure) in topological order;
// an inner loop counts as one item. Edges to the header and out of the loop lead to the end.
struct Region {
  struct Item {
    bool isLoop = false;
    unsigned index = 0;          // of the block or the loop
    int controlEquivalent = -1;  // an earlier item that is executed exactly when this one is
  };
  int loop = -1;
  std::vector<Item> items;
  std::unordered_map<unsigned, unsigned> itemOfBlock;  // by the first block (header of a loop)
};

// The procedure's region first, then by loop.
std::vector<Region> findRegions(const ControlFlow& flow);

}  // namespace barricade
