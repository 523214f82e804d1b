// What a restructuring has changed in a kernel, for a person and for the patch of the source.
#pragma once

#include <string>
#include <vector>

#include "ir/source.h"

namespace barricade {

struct Rewrite {
  enum class Kind {
    Atomic,
    WidenAtomic,
    SplitBranch,
    PredicateReturn,
    UniformLoop,
    EarlierWait,
    AddedWait,
    AddedCommit,
    StricterWait
  };
  Kind kind = Kind::Atomic;
  SourceChain location;       // of the statement, branch or loop that is changed
  SourceChain around{};       // UniformLoop: a branch that only some threads come to it by
  SourceChain destination{};  // EarlierWait: the statement that it goes before
  unsigned loopDepth = 0;
  unsigned groups = 0;                // AddedWait, StricterWait: that may stay under way
  unsigned groupsBefore = 0;          // StricterWait: that might
  std::string operation{};            // Atomic: "atomicAdd"
  std::string subject{};              // the array
  std::vector<SourceChain> joined{};  // SplitBranch: other barriers that the one between stands for
};

// What one kind of restructuring came to: what it did, and why it did not do more.
struct Rewrites {
  std::vector<Rewrite> made;
  std::vector<std::string> refused;
};

}  // namespace barricade
