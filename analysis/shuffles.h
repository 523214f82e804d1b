// Shuffles, by which the lanes of a warp hand values to each other.
#pragma once

#include "analysis/kernel.h"
#include "analysis/launch.h"

namespace barricade {

bool isShuffle(const Call& call);
// Whether the kernel has some, in warps of 32.
bool hasShuffles(const Kernel& kernel, const LaunchFacts& launch);

}  // namespace barricade
