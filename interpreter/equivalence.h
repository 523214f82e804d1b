// Runs of a kernel beside runs of the sequential procedure that it is compared with
// (ir/reference.h), from the same contents: small launches, parameters about as large as there are
// threads, several orders of the threads. A difference is proof of one; that there was none proves
// nothing.
#pragma once

#include <optional>
#include <string>

#include "interpreter/interpreter.h"
#include "ir/reference.h"

namespace barricade {

struct EquivalenceOptions {
  bool benignTolerance = true;
  std::uint64_t maximalThreads = 1u << 11;
  std::uint64_t stepLimit = 1'000'000;  // of each run
  std::uint64_t steps = 20'000'000;     // of all of them
  unsigned launches = 32;
};

struct ElementDifference {
  const Array* array = nullptr;
  std::uint64_t offset = 0;
  BigInt left;                 // by the kernel
  BigInt expected;             // left by the reference
  LaunchConfiguration launch;  // complete
  RunOptions options;          // of the kernel's run
};

struct EquivalenceRuns {
  unsigned runs = 0;           // of the kernel, compared
  std::uint64_t elements = 0;  // the most that a run has touched
  bool rounded = false;        // floating-point numbers that were equal but for rounding
  std::optional<ElementDifference> difference;
  std::string problem;  // why no run could be compared
};

// `kernel` is the procedure that was verified. Floating-point numbers are equal when they are
// within 0.1 % of each other: a sum in another order is no difference.
EquivalenceRuns compareWithReference(const Program& program, const Procedure& kernel,
                                     const Reference& reference, const EquivalenceOptions& options);

}  // namespace barricade
