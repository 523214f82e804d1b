// Proofs of what a kernel ensures of an array when all its threads have ended, for any number of
// threads. Where nothing races, the last value of an element is what some thread wrote to it last,
// so that three things suffice, for an arbitrary element of the range:
//
//   last write   what a thread wrote last to the element satisfies the condition: an assertion
//                at the end of one thread, over ghost variables (watched_element.h)
//   writers      a thread whose index takes a certain form has written the element at its end,
//                or it satisfied the condition from the start: another assertion
//   coverage     for each element there is such a thread: integer sets (coverage.h)
//
// The forms are guesses (index_form.h): what is wrong in one of them makes the second assertion
// fail.
#pragma once

#include <string>
#include <vector>

#include "analysis/options.h"
#include "finding/result.h"
#include "ir/launch_postcondition.h"

namespace barricade {

struct PostconditionProof {
  LaunchPostcondition ensured;
  std::string open;                // why it is not proven; empty: it is
  std::vector<Witness> witnesses;  // values with which it may fail
};

// Of each that `kernel`, which has been prepared, ensures. They hold if nothing races or diverges.
std::vector<PostconditionProof> provePostconditions(Program& program, const Procedure& kernel,
                                                    const VerifyOptions& options);

}  // namespace barricade
