// Repairs of kernels whose threads order each other by atomic operations: fences that are missing,
// and fences and atomic operations whose scope leaves a thread out.
//
// With more fences, and wider ones, no less is ordered. So first all are added at once; where the
// kernel does not verify then, barriers may be missing as well, which are placed in that kernel.
// Of the fences as few as possible are kept: the cheapest set that meets every set without which
// the kernel is known to fail (implicit hitting sets, as for barriers), each verified as it stands.
// So none of what is kept can be left out.
#pragma once

#include <optional>

#include "repair/barrier_search.h"
#include "restructure/body.h"

namespace barricade {

// `found`: what barriers alone came to. Nothing where fences do not help, else a repair that
// verifies. The kernel becomes what it was.
std::optional<RepairResult> repairByFences(const SearchInput& input, const Body& written,
                                           const RepairResult& found);

}  // namespace barricade
