// A barrier inside a branch that only some threads take is moved out of it by splitting the branch:
//
//     if (c) { A; sync; B }            if (c) A;  sync;  if (c) B;
//
// Whatever lies between a block that all threads reach and the next one that they all reach again
// may be split so: nests of branches, `else` arms, switches, and the rest of a kernel after an
// early return (whose merge is the end). What a thread still has to do is kept in flags.
//
// Barriers in several arms of the branch become one:
//
//     if (c) { A; sync; B }            if (c) A; else C;
//     else { C; sync; D }              sync;
//                                      if (c) B; else D;
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ir/program.h"
#include "restructure/rewrite.h"

namespace barricade {

struct SplitPoint {
  Block* block = nullptr;
  std::size_t index = 0;  // of the barrier
};

// The place of the first barrier whose variable has that name.
SplitPoint findBarrier(const Procedure& kernel, const SiteId& site);

struct SplitResult {
  bool done = false;
  std::string refused{};  // why it is not
  Rewrite rewrite{};
  Block* middle = nullptr;                          // holds the barrier
  std::vector<std::pair<Block*, Block*>> onward{};  // by which threads go on from there
};

// Moves the barrier at `point` to where all threads of a block reach it. Changes nothing where that
// cannot be done.
SplitResult splitBranch(Program& program, Procedure& kernel, SplitPoint point);

// Likewise, and it takes the place of those of `others` that no thread passes as well. Changes
// nothing where there are none.
SplitResult splitBranchJoining(Program& program, Procedure& kernel, SplitPoint point,
                               const std::vector<SplitPoint>& others);

// What would be split at a point: a branch and the blocks up to where all threads are together
// again.
struct SplitRegion {
  unsigned head = 0;
  std::set<unsigned> blocks{};
};

std::optional<SplitRegion> regionOfSplit(Program& program, Procedure& kernel, SplitPoint point);

}  // namespace barricade
