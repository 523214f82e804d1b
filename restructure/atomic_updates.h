// Read-modify-writes become atomic operations (`bins[k]++` is `atomicAdd(&bins[k], 1)`), which no
// barrier can do for them: where two threads meet on the element, one change would be lost.
//
// It is not done where it would hide a mistake and not repair it: where no atomic does what the
// statement does, where the value read is used for something else before it is written back, and
// where updates of different kinds meet on one array, whose order would decide about the result.
#pragma once

#include <set>

#include "ir/program.h"
#include "restructure/rewrite.h"

namespace barricade {

// Makes the updates that store at `stores` atomic, or none of them where one is refused.
Rewrites makeAtomic(Program& program, Procedure& kernel, const std::set<LocationId>& stores);

// Whether the result is the same in whatever order the two are done on one element.
bool commute(const std::string& operation, const std::string& other);

// Makes the atomic operations at `places` atomic for all threads of the device.
Rewrites widenAtomics(Program& program, Procedure& kernel, const std::set<LocationId>& places);

}  // namespace barricade
