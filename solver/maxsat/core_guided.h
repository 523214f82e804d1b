// Exact minimum-cost models over a SAT solver (CaDiCaL).
#pragma once

#include "solver/maxsat/minimum.h"
#include "solver/maxsat/weighted_cnf.h"

namespace barricade::sat {

// Requires costs >= 0. Incomplete only when `limits.stop` cut the search short.
Minimum coreGuided(const WeightedCnf& problem, const Limits& limits);

}  // namespace barricade::sat
