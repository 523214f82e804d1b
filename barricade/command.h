// The commands of the program, each a function from parsed options to an exit code.
#pragma once

namespace barricade {

// Documented in README.md and stable.
enum class ExitCode {
  Fine = 0,      // verified; repaired, or nothing to repair
  Findings = 1,  // a race, a divergence, a failing assertion; unrepairable
  Usage = 2,
  Rejected = 3,   // the input cannot be read, parsed or is not supported
  Undecided = 4,  // out of time or memory
  Internal = 5,
};

}  // namespace barricade
