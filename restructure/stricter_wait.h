// A wait for asynchronous copies that leaves too many groups under way (`cp.async.wait_group 2`
// where the youngest but one is read) leaves fewer.
#pragma once

#include <vector>

#include "ir/program.h"
#include "restructure/rewrite.h"

namespace barricade {

struct GroupWait {
  LocationId location = noLocation;
  unsigned groups = 0;  // that may stay under way
};

// The waits that leave some, each place once.
std::vector<GroupWait> waitsForGroups(const Procedure& kernel);

// Lets the one at that place leave so many; of loops that are unrolled, all copies.
Rewrite leaveFewer(Program& program, Procedure& kernel, const GroupWait& wait, unsigned groups);

}  // namespace barricade
