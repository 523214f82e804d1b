// What the program tells its caller by its exit status. Documented in README.md and stable.
#pragma once

namespace barricade {

enum class ExitCode {
  Fine = 0,         // verified; repaired, with no finding left; nothing to repair
  Findings = 1,     // a race, a divergence, a failing assertion; unrepairable
  Usage = 2,        // the command line is wrong
  Rejected = 3,     // the input cannot be read, parsed or is not supported
  Undecided = 4,    // out of time or memory, or interrupted
  Internal = 5,     // an internal error, or the output cannot be written
  Conditional = 6,  // right under the condition that is reported, wrong without it
};

}  // namespace barricade
