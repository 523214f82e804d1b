// What a loop within another one leaves behind, where it counts from a number to a bound:
//
//   for (i = 0; i < height; ++i)
//     for (j = 0; j < width; ++j) { *p = ..; p += plane; }
//
// After the inner loop p is `width` planes further, if width is above 0, else where it was. So p
// has a closed form in the outer loop, too.
#pragma once

#include <vector>

#include "encoding/loop_summary.h"

namespace barricade {

// Whether the loop is left at its head only, where the variable is what complete iterations have
// made of it.
bool isLeftAtHead(const Kernel& kernel, const Loop& loop, const Variable* variable);

bool isStepByOne(const ClosedForm& form);

// The variable after the inner loop, which threads come to under a condition, `path`, with the
// values `entry`; null where that is not known. All over placeholders at the outer loop's head.
Expr valueAfterLoop(const Kernel& kernel, Terms& terms, const Placeholders& placeholders,
                    const Loop& inner, const LoopSummary& summary, Expr path,
                    const std::vector<Expr>& entry, std::size_t variable);

}  // namespace barricade
