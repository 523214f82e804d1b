// Repairs beyond barriers: where barriers alone cannot do it, read-modify-writes become atomic and
// control flow is restructured, one obstacle after the other, and barriers are placed in the
// result.
#pragma once

#include "repair/barrier_search.h"

namespace barricade {

// `result` is that of `searchBarriers`, which has left the kernel instrumented, with `obstacles`.
// Becomes the cheapest repair that verifies; else the explanation says what was tried.
void repairByRestructuring(const SearchInput& input, const Obstacles& obstacles,
                           RepairResult& result);

}  // namespace barricade
