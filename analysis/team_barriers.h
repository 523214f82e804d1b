// Where the threads of a block, or the lanes of a warp, come together.
#pragma once

#include "ir/program.h"

namespace barricade {

// A barrier that no thread of the block passes before all of it have come.
bool isBarrierOfBlock(const Call& call);

// Whether threads of a block come together at it; lanes of a warp.
bool meetsThreads(const Call& call);
bool meetsLanes(const Call& call);

// Whether a primitive orders nothing, or is a barrier of the block; or of all lanes of each warp or
// tile, where all threads of the block come to it together.
bool ordersAlike(const Call& call, bool areTogether);

}  // namespace barricade
