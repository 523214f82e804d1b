// Roles of the threads of a block that wait for each other in phases (counters.h): a role is the
// threads that go through the same calls in the same order, however often. Their ids divide them,
// by the calls that their warps may come to (warp_paths.h), and a branch outside of loops that
// threads decide differently; within a role all decide alike.
//
// When threads wait for each other in a circle, a shortest circle has one thread of each role at
// most: of two in one role, what the one behind still waits for the one ahead has got, and two at
// the same call wait for the same. Threads wait for those only that come to the same channel. So
// where the roles and the channels that two of them share make no circle, there are no circles of
// more than two threads, and pairs tell all.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "analysis/kernel.h"
#include "analysis/launch.h"

namespace barricade {

// By role: the channels that it comes to. Only roles that wait for something, at channels for which
// `matters` holds. Nothing: threads differ in other ways.
std::optional<std::vector<std::set<std::size_t>>> findRoles(
    const Kernel& kernel, const LaunchFacts& launch,
    const std::function<bool(std::size_t channel)>& matters);

// Whether roles may wait for each other in a circle of three or more.
bool formCircle(const std::vector<std::set<std::size_t>>& roles);

}  // namespace barricade
