// The front door of the optimising engines. The implicit-hitting-set loop around it (Davies and
// Bacchus, CP 2011; here: repair/) asks for minima of a growing set of clauses, each implied by the
// kernel; a minimum that the verifier accepts is a minimum of the whole.
//
// Engines want costs >= 0: a variable whose truth saves cost is replaced by its negation, and the
// saving is accounted for beforehand.
#include "solver/maxsat.h"

#include "solver/branch_and_bound.h"
#include "solver/core_guided.h"
#include "solver/hitting_set.h"
#include "solver/simplify.h"

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

Minimum infeasible() {
  Minimum result;
  result.complete = true;
  return result;
}

Minimum minimiseComponent(const WeightedCnf& problem, const Limits& limits) {
  Minimum first = branchAndBound(problem, limits);
  if (first.complete || (limits.stop && limits.stop())) return first;
  Minimum second = coreGuided(problem, limits, first.model);
  second.lowerBound = std::max(second.lowerBound, first.lowerBound);
  second.complete = second.complete || (second.model && second.lowerBound >= second.cost);
  return second;
}

Minimum minimiseByComponents(const WeightedCnf& problem, const Limits& limits) {
  auto simplified = simplify(problem);
  if (!simplified) return infeasible();
  Minimum result{std::move(simplified->fixed), {}, simplified->cost, true};
  for (const Component& component : simplified->components) {
    Minimum part = minimiseComponent(component.problem, limits);
    if (part.isInfeasible()) return part;
    result.lowerBound += part.lowerBound;
    result.complete = result.complete && part.complete;
    if (!part.model) result.model.reset();
    if (!result.model) continue;
    for (std::size_t v = 0; v < component.variables.size(); ++v) {
      (*result.model)[static_cast<std::size_t>(component.variables[v])] = (*part.model)[v];
    }
  }
  return result;
}

}  // namespace

Minimum minimise(const WeightedCnf& problem, const Limits& limits, Engine engine) {
  validate(problem);
  WeightedCnf flipped = flipNegativeCosts(problem);
  Minimum result;
  switch (engine) {
    case Engine::Automatic:
      result = minimiseByComponents(flipped, limits);
      break;
    case Engine::BranchAndBound:
      result = branchAndBound(flipped, limits);
      break;
    case Engine::CoreGuided:
      result = coreGuided(flipped, limits);
      break;
  }
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
