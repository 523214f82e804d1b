// The launch: sizes of groups and grid, and the ids of the pair of threads under study.
//
// Sizes come from the program's axioms and from options. One of which neither says anything is 1
// where the kernel could not tell the difference (launch_usage.h), else any that hardware can
// launch. Each id is as narrow as its size allows, zero-extended to the declared type, so that
// the solver sees few bits and simplification sees the bounds.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/options.h"
#include "ir/program.h"
#include "solver/smt/terms.h"

namespace barricade {

// Which pairs of threads are considered.
enum class Mode {
  Intra,   // two distinct threads of one group
  Inter,   // two threads of different groups
  Single,  // one thread, for launches without a second one
};

std::string_view toString(Mode mode);

// Constants that the axioms and the options fix, and the axioms that remain.
struct LaunchFacts {
  std::unordered_map<const Variable*, Expr> constants;  // to literals
  std::array<Expr, 3> groupSize;                        // terms of the declared type
  std::array<Expr, 3> numGroups;
  Type sizeType = nullptr;
  std::vector<Expr> axioms;             // over the program's constants, `constants` substituted
  std::vector<std::string> takenAsOne;  // sizes that the kernel never reads: "blockDim.y"
  bool contradictory = false;
  std::string contradiction;  // the axiom that cannot hold
};

// Whether some size of the launch may be another one.
bool hasOpenSize(const LaunchFacts& facts);

// No launch has more threads a group or more groups; where that is known of all dimensions.
struct GreatestSize {
  std::array<BigInt, 3> group;
  BigInt groups = 1;
};
std::optional<GreatestSize> greatestSize(const Terms& terms, const LaunchFacts& facts);

// Without a kernel, nothing is taken as 1 for not being read.
LaunchFacts findLaunchFacts(Terms& terms, const VerifyOptions& options,
                            const Procedure* kernel = nullptr);

// "blockDim.x", "gridDim.z".
std::string sizeName(LaunchConstant size);

// Whether the launch surely has one thread a group, or one group.
bool hasSingleThreadGroups(const LaunchFacts& facts);
bool hasSingleGroup(const LaunchFacts& facts);

// The modes in which the launch is to be verified: Single when no group has two threads.
std::vector<Mode> modesFor(const LaunchFacts& facts, const VerifyOptions& options);

struct ThreadPair {
  Mode mode = Mode::Intra;
  // [thread][dimension]; in Single both threads are the same.
  std::array<std::array<Expr, 3>, 2> localId;
  std::array<std::array<Expr, 3>, 2> groupId;
  std::vector<Expr> constraints;
  // The value of a program constant for `thread`.
  Expr constant(Terms& terms, const LaunchFacts& facts, const Variable* variable,
                unsigned thread) const;
};

ThreadPair makeThreadPair(Terms& terms, const LaunchFacts& facts, Mode mode);

}  // namespace barricade
