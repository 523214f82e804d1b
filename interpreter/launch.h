// A launch made complete: sizes, constants, parameters and initial contents that satisfy the
// program's axioms and the kernel's preconditions, as far as they can be solved; what cannot is
// checked.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "interpreter/interpreter.h"

namespace barricade {

struct Launch {
  std::array<std::uint64_t, 3> groupSize{1, 1, 1};
  std::array<std::uint64_t, 3> numGroups{1, 1, 1};
  std::array<std::uint64_t, 3> clusterSize{1, 1, 1};  // in groups
  std::uint64_t warpSize = 32;
  std::map<const Variable*, BigInt> values;  // constants and parameters
  std::map<const Variable*, ArrayContents> contents;
  ArrayContents otherContents;
  // Conditions on thread ids: a thread for which an axiom among them is false does not exist.
  struct PerThread {
    Expr condition;
    bool axiom;
    std::string where;
  };
  std::vector<PerThread> perThread;
  std::vector<std::string> violated;  // "the launch does not satisfy ..."
  std::vector<std::string> notes;

  const ArrayContents& contentsOf(const Variable* array) const;
  // Whether `condition` holds for the thread; nothing when it cannot be evaluated.
  std::optional<bool> holds(Expr condition, const ThreadIndex* thread, std::uint64_t seed) const;
};

Launch completeLaunch(const Program& program, const Procedure& kernel,
                      const LaunchConfiguration& configuration, std::uint64_t seed);

}  // namespace barricade
