// The search for barriers in two steps, so that a kernel without use for barriers of warps pays
// nothing for them: first among barriers of blocks and the grid; where threads of different warps
// do not need all that was placed, or no placement is correct, once more with barriers of warps
// among the sites. The cheapest of the second search is the cheapest of all mixtures.
#pragma once

#include "repair/barrier_search.h"

namespace barricade {

// As `searchBarriers`; `input.siteOptions.warpBarriers` says whether there may be a second step.
Obstacles searchWithWarps(const SearchInput& input, RepairResult& result);

}  // namespace barricade
