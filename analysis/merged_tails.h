// Loops that draw what they work on ahead of the first iteration and at the end of each, as one
// draw at their head (tail merging, the inverse of loop rotation):
//
//     for (r = draw(); r < n; r = draw()) work(r);      for (;;) { r = draw(); if (r >= n) break;
//                                                                  work(r); }
//
// where `draw` has an atomic operation: what an iteration works on is then the result of one of its
// own, and not of whichever came last.
#pragma once

#include <memory>

#include "ir/program.h"

namespace barricade {

// A copy of the kernel, into which calls have been inlined, that does the same; null: there is no
// such loop. What is merged is at the place of the second draw.
std::unique_ptr<Procedure> withMergedTails(Program& program, const Procedure& kernel);

}  // namespace barricade
