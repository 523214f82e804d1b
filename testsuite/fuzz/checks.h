// The properties that every kernel has to satisfy; each compares two parts of the program that
// share no code, or the program with brute force.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testsuite/fuzz/kernel.h"
#include "testsuite/fuzz/statistics.h"

namespace barricade::fuzz {

struct Disagreement {
  std::string kind;     // "missed", "missed-array", "round-trip", "repair-...", "rejected"
  std::string message;  // what was expected, and what came
  Kernel kernel;        // that shows it, when it is not the one given
};

struct CheckOptions {
  std::uint64_t seed = 0;      // of sampled work
  unsigned bruteForceSites = 8;
  unsigned bruteForcePercent = 25;
  double timeout = 10;         // seconds, of one verification
  std::string only;            // only this kind matters (shrinking); empty: all
};

std::vector<Disagreement> check(const Kernel& kernel, const CheckOptions& options,
                                Statistics& statistics);

}  // namespace barricade::fuzz
