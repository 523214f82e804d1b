// What is known of the results of the atomic operations that change an array: the rule that all of
// them have together (analysis/atomic_results.h), if sums do not wrap around and nothing sets
// elements anew in between.
#pragma once

#include <vector>

#include "analysis/definitions.h"
#include "analysis/kernel.h"
#include "analysis/launch.h"

namespace barricade {

// Sets it for all arrays of the kernel. The size of the launch tells how often a statement is
// executed; null: it is not known. `bounds` are of variables that one statement sets.
void findArrayResults(const Kernel& kernel, const GreatestSize* size, const SumBounds& bounds,
                      std::vector<KernelArray>& arrays);

}  // namespace barricade
