// Branch and bound in the manner of set-covering solvers (survey: Caprara, Toth, Fischetti,
// "Algorithms for the set covering problem", Annals of OR 98, 2000), here for clauses of any sign.
//
// Every node is a problem of its own: it is simplified (simplify.h), which often decides it, and
// split into components, whose minima add up. A component is bounded from below by a greedy dual
// solution: each clause of positive literals charges its literals the smallest cost that is left on
// any of them. With equal costs that is the number of pairwise disjoint clauses; with unequal ones
// it is never less than counting disjoint clauses by their cheapest literal. What is left of a cost
// is a reduced cost: a variable whose reduced cost lifts the bound to the incumbent is off. The
// incumbent is greedy.
//
// Copying the problem at every node costs more per node than a trail would, but lets each node
// profit from subsumption, dominance and decomposition, and those cut the tree far more than they
// cost.
#include "solver/branch_and_bound.h"

#include <algorithm>
#include <numeric>

#include "solver/hitting_set.h"
#include "solver/simplify.h"

namespace barricade::sat {

namespace {

// `lowerBound` >= the limit of the search, or equal to `cost`, means that the search is complete.
struct Found {
  std::optional<Model> model;  // cheaper than the limit
  Cost cost;
  Cost lowerBound;
};

struct DualBound {
  Cost total;
  std::vector<Cost> reducedCosts;
};

DualBound dualBound(const WeightedCnf& problem) {
  std::vector<int> degree(problem.costs.size(), 0);
  for (const Clause& clause : problem.clauses) {
    for (Literal literal : clause) ++degree[static_cast<std::size_t>(literal.variable)];
  }
  // Clauses that share variables with few others charge first: they take little from the rest.
  std::vector<std::pair<int, std::size_t>> order;
  for (std::size_t c = 0; c < problem.clauses.size(); ++c) {
    const Clause& clause = problem.clauses[c];
    if (!std::all_of(clause.begin(), clause.end(), [](Literal l) { return l.positive; })) continue;
    int overlap = 0;
    for (Literal literal : clause) overlap += degree[static_cast<std::size_t>(literal.variable)];
    order.emplace_back(overlap, c);
  }
  std::sort(order.begin(), order.end());
  DualBound bound{{}, problem.costs};
  for (auto [overlap, c] : order) {
    auto reduced = [&](Literal literal) -> Cost& {
      return bound.reducedCosts[static_cast<std::size_t>(literal.variable)];
    };
    const Clause& clause = problem.clauses[c];
    Cost smallest =
        reduced(*std::min_element(clause.begin(), clause.end(),
                                  [&](Literal a, Literal b) { return reduced(a) < reduced(b); }));
    if (smallest == Cost{}) continue;
    Cost charge = boundedStep(smallest);
    for (Literal literal : clause) reduced(literal) -= charge;
    bound.total += charge;
  }
  return bound;
}

// The variable whose assignment shortens or satisfies the most clauses, short clauses counting
// more.
int branchingVariable(const WeightedCnf& problem) {
  std::vector<std::int64_t> score(problem.costs.size(), 0);
  for (const Clause& clause : problem.clauses) {
    auto size = std::min<std::size_t>(clause.size(), 20);
    for (Literal literal : clause) {
      score[static_cast<std::size_t>(literal.variable)] += std::int64_t{1} << (20 - size);
    }
  }
  return static_cast<int>(std::max_element(score.begin(), score.end()) - score.begin());
}

class Search {
 public:
  explicit Search(const Limits& limits) : limits_(limits) {}

  // A minimum model among those cheaper than `limit`.
  Found solve(const WeightedCnf& problem, Cost limit) {
    auto simplified = simplify(problem);
    if (!simplified) return {std::nullopt, {}, limit};
    Found result{std::move(simplified->fixed), {}, simplified->cost};
    // The bounds of components that are not solved yet tighten the limit of the one that is.
    std::vector<Cost> bounds;
    for (const Component& component : simplified->components) {
      bounds.push_back(simplified->components.size() == 1 ? Cost{}
                                                          : dualBound(component.problem).total);
      result.lowerBound += bounds.back();
    }
    if (result.lowerBound >= limit) return {std::nullopt, {}, result.lowerBound};
    bool haveAll = true;
    for (std::size_t i = 0; i < simplified->components.size(); ++i) {
      const Component& component = simplified->components[i];
      Found part = branch(component.problem, limit - (result.lowerBound - bounds[i]));
      result.lowerBound += std::max(part.lowerBound, bounds[i]) - bounds[i];
      if (result.lowerBound >= limit) return {std::nullopt, {}, result.lowerBound};
      haveAll = haveAll && part.model;
      if (!haveAll) continue;
      for (std::size_t v = 0; v < component.variables.size(); ++v) {
        (*result.model)[static_cast<std::size_t>(component.variables[v])] = (*part.model)[v];
      }
    }
    if (haveAll) result.cost = costOf(*result.model, problem);
    if (!haveAll || result.cost >= limit) result.model.reset();
    return result;
  }

 private:
  // `problem` is a component after simplification.
  Found branch(const WeightedCnf& problem, Cost limit) {
    effort_ += problem.clauses.size();
    DualBound bound = dualBound(problem);
    Found best{std::nullopt, {}, bound.total};
    if (bound.total >= limit) return best;
    if (auto model = greedyHittingSet(problem)) improve(best, std::move(*model), problem, limit);
    if (bound.total >= limit || isExhausted()) return best;

    WeightedCnf child = problem;
    for (int v = 0; v < problem.variableCount(); ++v) {
      if (bound.total + bound.reducedCosts[static_cast<std::size_t>(v)] >= limit) {
        child.clauses.push_back({{v, false}});
      }
    }
    Cost proven = limit;
    if (child.clauses.size() > problem.clauses.size()) {
      proven = explore(child, best, problem, limit);
    } else {
      int variable = branchingVariable(problem);
      for (bool value : {true, false}) {
        child.clauses.push_back({{variable, value}});
        proven = std::min(proven, explore(child, best, problem, limit));
        child.clauses.pop_back();
      }
    }
    best.lowerBound = std::max(bound.total, std::min(proven, limit));
    return best;
  }

  // Solves `child`, improves `best` and `limit` by it, and returns the bound that it proved.
  Cost explore(const WeightedCnf& child, Found& best, const WeightedCnf& problem, Cost& limit) {
    Found found = solve(child, limit);
    if (found.model) improve(best, std::move(*found.model), problem, limit);
    return found.lowerBound;
  }

  static void improve(Found& best, Model model, const WeightedCnf& problem, Cost& limit) {
    Cost cost = costOf(model, problem);
    if (cost >= limit) return;
    best.model = std::move(model);
    best.cost = limit = cost;
  }

  bool isExhausted() {
    exhausted_ =
        exhausted_ || effort_ > limits_.branchAndBoundEffort || (limits_.stop && limits_.stop());
    return exhausted_;
  }

  const Limits& limits_;
  std::uint64_t effort_ = 0;
  bool exhausted_ = false;
};

}  // namespace

Minimum branchAndBound(const WeightedCnf& problem, const Limits& limits) {
  validate(problem);
  Cost aboveAll = std::accumulate(problem.costs.begin(), problem.costs.end(), Cost{0, 1});
  Found found = Search(limits).solve(problem, aboveAll);
  bool complete = found.lowerBound >= (found.model ? found.cost : aboveAll);
  return {std::move(found.model), found.cost, found.lowerBound, complete};
}

}  // namespace barricade::sat
