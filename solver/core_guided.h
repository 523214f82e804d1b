// Exact minimum-cost models over a SAT solver (CaDiCaL): for problems too large for branch and
// bound, and as a second opinion that shares no code with it.
#pragma once

#include "solver/minimum.h"
#include "solver/weighted_cnf.h"

namespace barricade::sat {

// Requires costs >= 0. Incomplete only when `limits.stop` cut the search short. `known`, a model,
// spares the search some work.
Minimum coreGuided(const WeightedCnf& problem, const Limits& limits,
                   std::optional<Model> known = std::nullopt);

}  // namespace barricade::sat
