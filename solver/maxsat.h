// Minimum-cost models: the exact placement for the clauses that a repair has collected.
//
//   WeightedCnf problem;
//   problem.costs = {{10, 1}, {1, 1}, {12, 1}};            // weight, edits
//   problem.clauses = {{{0, true}, {1, true}}, {{1, false}}};
//   Minimum minimum = minimise(problem);                    // model 1 0 0, cost (10, 1)
//   if (minimum.isInfeasible()) { ... conflictingClauses(problem) of conflict.h says why ... }
#pragma once

#include "solver/minimum.h"
#include "solver/weighted_cnf.h"

namespace barricade::sat {

enum class Engine {
  Automatic,       // branch and bound by component, core-guided where that takes too long
  BranchAndBound,  // only that; its effort is limited by Limits::branchAndBoundEffort
  CoreGuided,      // only that, on the clauses as they are: shares no code with branch and bound
};

// A model of minimum cost, and among equals of minimum secondary cost. In the model no variable of
// cost zero can be turned off on its own. Deterministic unless stopped. When stopped: the best
// model found, if any, and a proven lower bound. Throws std::invalid_argument as validate() does.
Minimum minimise(const WeightedCnf& problem, const Limits& limits = {},
                 Engine engine = Engine::Automatic);

}  // namespace barricade::sat
