// The front door of the optimising engine. The implicit-hitting-set loop around it (Davies and
// Bacchus, CP 2011; here: repair/) asks for minima of a growing set of clauses, each implied by the
// kernel; a minimum that the verifier accepts is a minimum of the whole.
//
// The engine wants costs >= 0: a variable whose truth saves cost is replaced by its negation, and
// the saving is accounted for beforehand.
#include "solver/maxsat/maxsat.h"

#include "solver/maxsat/core_guided.h"
#include "solver/maxsat/hitting_set.h"

namespace barricade::sat {

namespace {

bool isFlipped(const WeightedCnf& original, std::size_t variable) {
  return original.costs[variable] < Cost{};
}

WeightedCnf flipNegativeCosts(const WeightedCnf& original) {
  WeightedCnf result = original;
  for (Cost& cost : result.costs) {
    if (cost < Cost{}) cost = -cost;
  }
  for (Clause& clause : result.clauses) {
    for (Literal& literal : clause) {
      if (isFlipped(original, static_cast<std::size_t>(literal.variable))) literal = ~literal;
    }
  }
  return result;
}

}  // namespace

Minimum minimise(const WeightedCnf& problem, const Limits& limits) {
  validate(problem);
  Minimum result = coreGuided(flipNegativeCosts(problem), limits);
  for (std::size_t v = 0; v < problem.costs.size(); ++v) {
    if (!isFlipped(problem, v)) continue;
    result.lowerBound += problem.costs[v];
    if (result.model) (*result.model)[v] = !(*result.model)[v];
  }
  if (result.model) {
    makeIrredundant(problem, *result.model);
    result.cost = costOf(*result.model, problem);
  }
  return result;
}

}  // namespace barricade::sat
