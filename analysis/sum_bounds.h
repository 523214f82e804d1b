// What sums that a block computes come to at most: in variables, and where an atomic operation adds
// them to a counter.
#pragma once

#include "analysis/block_scans.h"

namespace barricade {

SumBounds greatestSums(const BlockScans& scans, const LaunchFacts& launch);

}  // namespace barricade
