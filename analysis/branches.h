// How each block's successors are chosen: by guards that are proven to exclude each other, or
// arbitrarily, where a guard is no more than an assumption.
#pragma once

#include <vector>

#include "ir/cfg.h"
#include "ir/program.h"

namespace barricade {

struct Branch {
  enum class Kind { Always, Guarded, Choice };
  Kind kind = Kind::Always;
  std::vector<Expr> guards;  // Guarded: one condition a successor, exclusive and complete;
                             // Choice: the condition that the successor's guard demands, or null
};

struct Branches {
  std::vector<Branch> ofBlock;
  // Whether the partition guard that opens the block is already part of the branches into it.
  std::vector<bool> guardIsBranch;
};

Branches findBranches(const Procedure& procedure, const ControlFlow& flow);

}  // namespace barricade
