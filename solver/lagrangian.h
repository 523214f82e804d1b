// A lower bound as strong as linear programming, without a linear program.
#pragma once

#include <optional>
#include <vector>

#include "solver/weighted_cnf.h"

namespace barricade::sat {

struct LagrangianBound {
  Cost total;                    // no model costs less
  std::vector<Literal> forced;   // true in every model that is cheaper than the limit
  std::vector<Cost> priceHints;  // per variable, >= 0: small where good models tend to be true
};

// Requires costs >= 0. `limit` is what a model has to be cheaper than to be of interest, the nearer
// to the minimum the better the bound. `iterations` says how much work to invest. Nothing when the
// method does not apply: it wants costs without secondary parts and with some bits to spare.
std::optional<LagrangianBound> lagrangianBound(const WeightedCnf& problem, Cost limit,
                                               int iterations);

}  // namespace barricade::sat
