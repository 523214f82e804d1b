// A barrier site: a point of a kernel where a barrier may stand, known by the Boolean that says
// whether one does.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ir/barrier_scope.h"
#include "ir/program.h"

namespace barricade {

// How a site lies to the position that it is said to be at.
enum class SitePlace {
  At,
  Before,
  LoopStart,
  BeforeLoop,
  LoopEnd,
  AfterLoop,
  BeforeBranch,
  BranchStart,
  Merge
};
std::string_view toString(SitePlace place);  // "at", "before", "loop-start", ...

// The part of a two-way branch that a site opens.
enum class Arm { None, Then, Else };
std::string_view toString(Arm arm);  // "", "then", "else"

struct Site {
  SiteId id;
  BarrierScope scope = BarrierScope::Block;
  double weight = 0;                    // of all copies together
  SourceChain location;                 // of the statement, loop or branch that `where` speaks of
  SitePlace where = SitePlace::Before;  // At: existing
  std::string reason;                   // why it is there: "write of 'cell'", "loop", ...
  bool existing = false;
  bool replaces = false;             // stands in place of an existing barrier of other threads, or
                                     // of one that does not order all that it could
  bool partialFence = false;         // an existing barrier that does not order all that it could
  std::optional<AccessKind> access;  // of Before an access: its kind
  Arm arm = Arm::None;               // of BranchStart in a two-way branch
  // Whether it lies between conflicting accesses of the group's memory, of global memory.
  bool ordersLocal = false;
  bool ordersGlobal = false;
  // The point lies inside of the source statement at `location`, after an access of its own: in
  // the condition of a branch, between the load and the store of `v[i] += x`.
  bool insideStatement = false;
  std::optional<SourcePosition> insideLoop;  // the innermost loop around it
  unsigned loopDepth = 0;
  // A site in a function that was inlined several times is one variable for all copies.
  std::vector<SourceChain> copies;
};

}  // namespace barricade
