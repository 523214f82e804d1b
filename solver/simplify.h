// Shrinks a weighted CNF without losing its minimum, and splits what remains into independent
// parts.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "solver/weighted_cnf.h"

namespace barricade::sat {

// A part of a problem that shares no variable with the other parts.
struct Component {
  WeightedCnf problem;
  std::vector<int> variables;  // of the simplified problem, by variable of this one
};

struct Simplified {
  Model fixed;  // decided values; variables that occur in a component are false here
  Cost cost;    // of `fixed`
  std::vector<Component> components;  // the smallest first
};

// Requires costs >= 0. The minimum of `problem` is `cost` plus the minima of the components, and
// `fixed` overlaid with minimum models of the components is a minimum model. Nothing when unit
// propagation finds the clauses contradictory. Clauses of the components are normalised and have
// two literals or more.
std::optional<Simplified> simplify(const WeightedCnf& problem);

}  // namespace barricade::sat
