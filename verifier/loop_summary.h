// What one iteration of a loop does to one thread, whatever the barriers do: which variables have
// a closed form over the iteration counter, and which conditions held in every complete iteration.
// These are the exact invariants, found without guessing; all others are candidates (houdini.h).
#pragma once

#include <vector>

#include "verifier/execution.h"

namespace barricade {

Placeholders makePlaceholders(const Kernel& kernel, Terms& terms);

std::vector<LoopSummary> summarizeLoops(
    const Kernel& kernel, Terms& terms, const LaunchFacts& facts, const Placeholders& placeholders,
    const std::map<const Variable*, const Function*>& readOnlyFunctions);

}  // namespace barricade
