// Launches of usual sizes. A kernel that goes wrong in each of them needs another repair than a
// condition: what would be left is nothing that anybody launches.
#pragma once

#include <vector>

#include "precondition/block_shapes.h"
#include "precondition/wrong.h"

namespace barricade {

// Numbers of threads and blocks for the sizes that are open, and numbers for the parameters: one
// block and some; parameters that are all the same, that rise and that fall, also all 1.
std::vector<LaunchNumbers> usualLaunches(const std::vector<const Variable*>& openSizes,
                                         const std::vector<const Variable*>& parameters,
                                         const std::vector<BigInt>& named);

}  // namespace barricade
