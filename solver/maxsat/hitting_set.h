// A cheap placement: a weighted hitting set found greedily. The repair loop uses it between checks,
// where any placement that fits the clauses so far will do, and as an upper bound.
#pragma once

#include <optional>

#include "solver/maxsat/weighted_cnf.h"

namespace barricade::sat {

// A model of `problem` in which no variable of cost zero or more can be turned off on its own, and
// none of negative cost turned on. Not of minimum cost in general; within a logarithmic factor of
// it when all clauses are positive. The same input gives the same model.
//
// Returns nothing when the greedy choice breaks a clause with negative literals. That does not mean
// that there is no model: use minimise() of maxsat.h. When all clauses are positive and not empty,
// there always is a result.
std::optional<Model> greedyHittingSet(const WeightedCnf& problem);

// Turns variables off (those of cost zero or more) or on (those of negative cost) one by one as
// long as the model remains one, the most expensive first, later ones first among equals. `model`
// must satisfy `problem`. The cost never grows.
void makeIrredundant(const WeightedCnf& problem, Model& model);

}  // namespace barricade::sat
