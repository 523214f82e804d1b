// The wait for an asynchronous copy moves up, before an access that meets the copy:
//
//     x = tile[t];                           wait_group_events(1, &e);
//     wait_group_events(1, &e);              x = tile[t];
#pragma once

#include <vector>

#include "ir/program.h"
#include "restructure/rewrite.h"

namespace barricade {

// The waits that could move up to before the statement at `access`: those after it in its block
// that wait for what is known there.
std::vector<LocationId> waitsAfter(const Procedure& kernel, LocationId access);

// Moves the wait at `wait`, one of these.
Rewrite moveWaitBefore(Program& program, Procedure& kernel, LocationId wait, LocationId access);

}  // namespace barricade
