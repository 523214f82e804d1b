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

// The form of a variable that starts, like those it depends on, with a literal, when their values
// soon repeat: rings of buffers, r = (r + 1) % 3, counters that saturate. `initial` are the values
// at the loop's entry.
std::optional<ClosedForm> literalOrbit(Terms& terms, const LoopSummary& summary,
                                       const Placeholders& placeholders,
                                       const std::vector<Expr>& initial, std::size_t variable);

}  // namespace barricade
