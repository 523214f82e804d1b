// A wait for asynchronous copies (`cp.async.wait_group N`) is added, before an access that meets a
// copy or before the last barrier on the way there:
//
//     copy(&s[t], &g[t]); commit();          copy(&s[t], &g[t]); commit();
//                                            wait_group(0);
//     sync;                                  sync;
//     x = s[63 - t];                         x = s[63 - t];
//
// Where nothing commits the copies, it is the commit that is added.
//
// A wait is one of the thread that copies; other threads are ordered with it by the barrier behind.
#pragma once

#include <vector>

#include "ir/program.h"
#include "restructure/rewrite.h"

namespace barricade {

// The statements before which a wait could stand for the sake of the one at `access`; none where
// the kernel has no copies that end in groups.
std::vector<LocationId> placesForWait(const Program& program, const Procedure& kernel,
                                      LocationId access);

// Adds one at such a place that leaves at most the `groups` youngest groups under way.
Rewrite addWait(Program& program, Procedure& kernel, LocationId place, unsigned groups);

// Copies that no commit closes are in no group, and no wait for groups is for them: adds a commit
// before each such wait. Does nothing where the kernel has a commit.
Rewrites addCommits(Program& program, Procedure& kernel);

}  // namespace barricade
