// Summands (block_scans.h) that one lane stores for its warp:
//
//     unsigned ballot = __ballot_sync(~0u, keep);
//     if (lane == 0) count[warp] = __popc(ballot);
//     ..
//     if (keep) out[count[warp] + __popc(ballot & below)] = v;
//
// Each lane has in variables of its own what was stored, if that is computed from ballots of the
// whole warp: where it reads a sum it knows the summand of its warp, too.
#pragma once

#include "analysis/block_scans.h"

namespace barricade {

void addSummandsOfWarps(const Kernel& kernel, BlockScans& scans);

}  // namespace barricade
