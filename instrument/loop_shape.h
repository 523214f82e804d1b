// Where in the graph the source's points of a loop lie: before it, at the start and at the end of
// its body.
//
// Compilers leave each branch two partition blocks (`assume {:partition} c`) and turn `while` and
// `for` loops into a header that only tests. The start of the body is then after the test; a
// `do` loop's header is its body, and its end is before the test. A header that leaves the loop by
// a `break` is told from a test by the position of its branch: a test's is the loop's.
#pragma once

#include <vector>

#include "ir/cfg.h"
#include "ir/program.h"

namespace barricade {

// Before statement `index` of `block`; `index` may be the number of statements.
struct Point {
  unsigned block = 0;
  std::size_t index = 0;
};

// Gives each loop that lacks one a preheader (one block outside that all entering edges come
// from) and a single latch. Returns the blocks added.
std::vector<Block*> addLoopBlocks(Procedure& procedure);

// Removes those of `added` that are still empty. Indices of blocks change.
void removeEmptyBlocks(Procedure& procedure, const std::vector<Block*>& added);

// After what must stand at the start of a block: its marker, invariants, the partition.
std::size_t startOf(const Block& block);

// The block after `block` when `block` is a partition that leads nowhere else and nothing else
// leads there; else `block`.
unsigned afterPartition(const Procedure& procedure, const ControlFlow& flow, unsigned block);

struct LoopShape {
  SourceChain location;
  std::vector<unsigned> tests;  // blocks that only decide whether the loop goes on
  Point before;
  Point start;
  Point end;
};

// Of a loop with a preheader and one latch.
LoopShape shapeOf(const Program& program, const Procedure& procedure, const ControlFlow& flow,
                  const Loop& loop);

}  // namespace barricade
