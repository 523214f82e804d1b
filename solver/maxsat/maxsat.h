// Minimum-cost models: the exact placement for the clauses that a repair has collected.
//
//   WeightedCnf problem;
//   problem.costs = {{10, 1}, {1, 1}, {12, 1}};            // weight, edits
//   problem.clauses = {{{0, true}, {1, true}}, {{1, false}}};
//   Minimum minimum = minimise(problem);                    // model 1 0 0, cost (10, 1)
//   if (minimum.isInfeasible()) { ... conflictingClauses(problem) of conflict.h says why ... }
#pragma once

#include "solver/maxsat/minimum.h"
#include "solver/maxsat/weighted_cnf.h"

namespace barricade::sat {

// A model of minimum cost, and among equals of minimum secondary cost; of all these the one whose
// first variables are off. Deterministic unless stopped. When stopped: the best
// model found, if any, and a proven lower bound. Throws std::invalid_argument as validate() does.
Minimum minimise(const WeightedCnf& problem, const Limits& limits = {});

}  // namespace barricade::sat
