// Exact minimum-cost models of small problems, which is what most repairs are.
#pragma once

#include "solver/minimum.h"
#include "solver/weighted_cnf.h"

namespace barricade::sat {

// Requires costs >= 0. Incomplete only when `limits` cut the search short.
Minimum branchAndBound(const WeightedCnf& problem, const Limits& limits);

}  // namespace barricade::sat
