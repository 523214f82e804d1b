// One barrier of a kernel whose threads order each other by atomic operations.
//
// The search for placements does not follow what one thread does by atomic operations for others of
// its warp or block (analysis/elected.h), so that it would not see what a barrier does for them:
// of the lanes of a warp the first waits, `while (full.load(..) <= r) {}`, and a `__syncwarp()`
// hands on that it is done. So each place is verified by itself, the likely ones first, for a few
// seconds.
#pragma once

#include <optional>

#include "repair/barrier_search.h"

namespace barricade {

// `without`: what is wrong in the kernel as it is. Where one more barrier of that scope is enough,
// the kernel keeps it. Else it stays what it was.
std::optional<RepairResult> placeSignalBarrier(const SearchInput& input,
                                               const VerificationResult& without,
                                               BarrierScope scope);

// A barrier of a warp where threads of one block wait for each other, and race. Whether `result` is
// a repair with one now.
bool repairByWarpBarrier(const SearchInput& input, RepairResult& result);

// Takes out barriers that no race needs any more, so that a repaired kernel is repaired by no edit.
// `repaired`: what its verification says, with the options of `input`.
void removeNeedless(const SearchInput& input, VerificationResult repaired, RepairResult& result);

}  // namespace barricade
