// The sizes of blocks that people launch a kernel with: numbers that it names, a square or a flat
// rectangle of them, and what is usual.
#pragma once

#include <utility>
#include <vector>

#include "ir/program.h"

namespace barricade {

// Threads of a block in each dimension that is open.
using BlockShape = std::vector<std::pair<const Variable*, BigInt>>;

// The likely ones first; none where no dimension of blocks is open. `named` are the numbers that
// the kernel names, the greatest first.
std::vector<BlockShape> blockShapes(const std::vector<const Variable*>& openSizes,
                                    const std::vector<BigInt>& named);

}  // namespace barricade
