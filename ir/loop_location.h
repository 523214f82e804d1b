// Where a loop stands in the kernel's original source. Compilers give the condition's block of a
// `for` loop no line, so the header's own location is often unknown; the loop then begins at the
// first line that any of its blocks comes from.
#pragma once

#include "ir/cfg.h"
#include "ir/program.h"

namespace barricade {

// With the calls that the loop was inlined through; code that was inlined into the loop counts at
// its call site. Empty when no block of the loop has a location.
SourceChain loopLocation(const Program& program, const Procedure& procedure, const Loop& loop);

}  // namespace barricade
