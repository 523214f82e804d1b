// What a kernel really does: runs over many small inputs, which the verifier's word is held
// against.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "interpreter/interpreter.h"
#include "ir/program.h"
#include "testsuite/fuzz/alignments.h"

namespace barricade::fuzz {

struct Observation {
  std::optional<std::string> race, divergence, assertion;  // message and launch of the first one
  std::set<std::string> racingArrays;  // of the first race of runs that show only races
  std::optional<std::string> bounds, uninitialized;  // with `safety`
  std::optional<std::string> overflow;               // of an assertion about arithmetic
  std::optional<std::string> misaligned;             // with `alignments`
  std::string digest;                                // of all runs; empty unless asked for
  unsigned runs = 0;                                 // that got to an end or to the step limit
  unsigned wrongRuns = 0;                            // those that showed something
  std::string problem;                               // the interpreter refused the kernel

  bool anything() const { return race || divergence || assertion; }
  std::string first() const {
    return race         ? "race: " + *race
           : divergence ? "divergence: " + *divergence
           : assertion  ? "assertion: " + *assertion
                        : "nothing";
  }
};

struct ObserveOptions {
  unsigned rounds = 24;
  bool digest = false;
  bool stopAtFirst = false;  // the first finding is enough
  bool safety = false;       // watches bounds and initialisation of shared memory, too
  const Alignments* alignments = nullptr;  // of which accesses are watched
};

Observation observe(Program& program, const ObserveOptions& options = {});

}  // namespace barricade::fuzz
