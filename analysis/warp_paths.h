// Which blocks the lanes of one warp may come to, as far as their ids decide. Producers and
// consumers are told apart by that: what divides the lanes of one warp does not concern the others.
#pragma once

#include <vector>

#include "analysis/kernel.h"
#include "analysis/launch.h"

namespace barricade {

// By block, for a launch whose blocks have one dimension. Warps have `size` threads.
std::vector<bool> blocksOfWarp(const Kernel& kernel, const LaunchFacts& launch, unsigned warp,
                               unsigned size);

}  // namespace barricade
