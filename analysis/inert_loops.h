// Loops that no verdict depends on: in them nothing is touched on which two threads could meet, and
// no condition, index or barrier elsewhere depends on what they compute. Such are the sums of naive
// products, filters and sums of forces over what nobody writes; between blocks also what a block
// does in its shared memory, as its sorting networks and reductions, with all barriers of its own.
#pragma once

#include <memory>

#include "analysis/checks.h"
#include "analysis/kernel.h"
#include "analysis/launch.h"

namespace barricade {

// A copy of the kernel in which what inert loops compute is arbitrary; null where it has none.
// Pairs between blocks are only asked about their races.
//
// The copy has every execution of the kernel, as far as accesses, conditions and barriers go, and
// those besides in which a loop ends that does not. Values that are stored may be any, but for
// those that are equal for all threads of a block: loops that compute these are kept where written
// values are of interest.
std::unique_ptr<Procedure> withoutInertLoops(const Kernel& kernel, Mode mode, const Checks& checks);

}  // namespace barricade
