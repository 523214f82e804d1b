// The front door of the optimising engines. The implicit-hitting-set loop around it (Davies and
// Bacchus, CP 2011; here: repair/) asks for minima of a growing set of clauses, each implied by the
// kernel; a minimum that the verifier accepts is a minimum of the whole.
//
// Engines want costs >= 0: a variable whose truth saves cost is replaced by its negation, and the
// saving is accounted for beforehand. Branch and bound works best with costs of one part, for which
// it knows a stronger bound, so pairs are packed into single integers where they fit. The
// core-guided engine, asked for by name, sees the pairs: that keeps it an independent check of the
// packing too.
#include "solver/maxsat.h"

#include <algorithm>
#include <cstdlib>

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

// Maps cost pairs to single integers in the same order: primary * factor + secondary, where the
// factor exceeds any difference of secondary sums.
class Packing {
 public:
  // Nothing when the packed costs would not leave the engines room for their own arithmetic.
  static std::optional<Packing> forCosts(const std::vector<Cost>& costs) {
    std::int64_t primary = 0;
    Packing packing;
    for (Cost cost : costs) {
      primary += std::abs(cost.primary);
      packing.reach_ += std::abs(cost.secondary);
    }
    constexpr std::int64_t largestSum = std::int64_t{1} << 48;
    if (primary >= largestSum / packing.factor()) return std::nullopt;
    return packing;
  }

  Cost pack(Cost cost) const { return {cost.primary * factor() + cost.secondary, 0}; }

  Cost unpack(Cost packed) const {
    std::int64_t shifted = packed.primary + reach_;  // >= 0 for sums of costs >= 0
    return {shifted / factor(), shifted % factor() - reach_};
  }

 private:
  std::int64_t factor() const { return 2 * reach_ + 1; }

  std::int64_t reach_ = 0;  // no secondary sum is larger, in absolute value
};

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

// `solve` on packed costs where possible.
template <typename Solve>
Minimum minimisePacked(const WeightedCnf& problem, Solve solve) {
  auto packing = Packing::forCosts(problem.costs);
  if (!packing) return solve(problem);
  WeightedCnf packed = problem;
  for (Cost& cost : packed.costs) cost = packing->pack(cost);
  Minimum result = solve(packed);
  result.lowerBound = packing->unpack(result.lowerBound);
  return result;
}

}  // namespace

Minimum minimise(const WeightedCnf& problem, const Limits& limits, Engine engine) {
  validate(problem);
  WeightedCnf flipped = flipNegativeCosts(problem);
  Minimum result;
  switch (engine) {
    case Engine::Automatic:
      result = minimisePacked(flipped, [&](auto& p) { return minimiseByComponents(p, limits); });
      break;
    case Engine::BranchAndBound:
      result = minimisePacked(flipped, [&](auto& p) { return branchAndBound(p, limits); });
      break;
    case Engine::CoreGuided: result = coreGuided(flipped, limits); break;
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
