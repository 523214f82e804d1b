// Answers to "why": why there is no placement, and why each barrier of a placement is needed.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "solver/maxsat/weighted_cnf.h"

namespace barricade::sat {

// Indices, ascending, of clauses that contradict one another, where any proper subset does not;
// empty when the problem has a model. Costs do not matter.
std::vector<std::size_t> conflictingClauses(const WeightedCnf& problem);

// For every variable that is true in `model`, the first clause that holds only because of it;
// nothing for false variables and for true ones that no clause needs. `model` must satisfy
// `problem`.
std::vector<std::optional<std::size_t>> soleSupports(const WeightedCnf& problem,
                                                     const Model& model);

}  // namespace barricade::sat
