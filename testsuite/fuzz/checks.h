// The properties that every kernel has to satisfy; each compares two parts of the program that
// share no code, or the program with brute force.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testsuite/fuzz/kernel.h"
#include "testsuite/fuzz/random.h"
#include "testsuite/fuzz/statistics.h"

namespace barricade::fuzz {

struct Disagreement {
  std::string kind;     // "missed", "missed-array", "round-trip", "repair-...", "rejected"
  std::string message;  // what was expected, and what came
  Kernel kernel;        // that shows it, when it is not the one given
};

struct CheckOptions {
  std::uint64_t seed = 0;           // of sampled work
  unsigned repairPercent = 30;      // of the kernels; the solver's time is what limits all
  unsigned guardedPercent = 5;      // likewise, with all of the kernel under a condition
  unsigned bruteForcePercent = 30;  // of those repaired
  unsigned bruteForceSites = 10;
  unsigned placements = 24;  // most that brute force verifies; others are passed by at random
  double timeout = 4;        // seconds, of one verification
  std::string only;          // only this kind matters (shrinking); empty: all
  std::string lower;         // path of scripts/lower: nothing but the CUDA form is compared
};

// Kernels that go wrong in most runs say little, as do those whose barriers do nothing: what is
// wrong in few runs, or becomes so without a barrier, is preferred.
bool interesting(const Kernel& kernel, Random& random);

std::vector<Disagreement> check(const Kernel& kernel, const CheckOptions& options,
                                Statistics& statistics);

}  // namespace barricade::fuzz
