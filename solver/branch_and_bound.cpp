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
#include <cstdint>
#include <numeric>

#include "solver/hitting_set.h"
#include "solver/lagrangian.h"
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
// more, among those that the relaxation would rather have on (hint zero) if there are any.
int branchingVariable(const WeightedCnf& problem, const std::vector<Cost>& hints) {
  std::vector<std::int64_t> score(problem.costs.size(), 0);
  for (const Clause& clause : problem.clauses) {
    auto size = std::min<std::size_t>(clause.size(), 20);
    for (Literal literal : clause) {
      score[static_cast<std::size_t>(literal.variable)] += std::int64_t{1} << (20 - size);
    }
  }
  std::size_t best = 0;
  for (std::size_t v = 1; v < score.size(); ++v) {
    bool isHinted = hints[v] == Cost{};
    bool bestIsHinted = hints[best] == Cost{};
    if (isHinted != bestIsHinted ? isHinted : score[v] > score[best]) best = v;
  }
  return static_cast<int>(best);
}

class Search {
 public:
  explicit Search(const Limits& limits) : limits_(limits) {}

  // A minimum model among those cheaper than `limit`.
  Found solve(const WeightedCnf& problem, Cost limit, int depth = 0) {
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
      Found part = branch(component.problem, limit - (result.lowerBound - bounds[i]), depth);
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
  Found branch(const WeightedCnf& problem, Cost limit, int depth) {
    effort_ += problem.clauses.size();
    DualBound bound = dualBound(problem);
    Found best{std::nullopt, {}, bound.total};
    if (bound.total >= limit) return best;
    improve(best, greedyHittingSet(problem), problem, limit);
    if (bound.total >= limit || isExhausted()) return best;

    std::vector<Literal> forced;
    for (int v = 0; v < problem.variableCount(); ++v) {
      Cost reduced = bound.reducedCosts[static_cast<std::size_t>(v)];
      if (bound.total + reduced >= limit) forced.push_back({v, false});
    }
    std::vector<Cost> hints(problem.costs.size());
    if (forced.empty()) {
      if (auto relaxation = relax(problem, limit, depth)) {
        best.lowerBound = std::max(best.lowerBound, relaxation->total);
        forced = std::move(relaxation->forced);
        hints = std::move(relaxation->priceHints);
        improve(best, greedyHittingSet({hints, problem.clauses}), problem, limit);
        if (best.lowerBound >= limit) return best;
      }
    }

    Cost proven = limit;
    if (!forced.empty()) {
      proven = explore(problem, forced, best, limit, depth);
    } else {
      int variable = branchingVariable(problem, hints);
      for (bool value : {true, false}) {
        proven = std::min(proven, explore(problem, {{variable, value}}, best, limit, depth));
      }
    }
    best.lowerBound = std::max(best.lowerBound, std::min(proven, limit));
    return best;
  }

  std::optional<LagrangianBound> relax(const WeightedCnf& problem, Cost limit, int depth) {
    // Much at the top, where it decides about everything; below, what the size deserves.
    std::size_t iterations =
        depth == 0 ? 300 : std::clamp<std::size_t>(problem.clauses.size() / 4, 40, 120);
    constexpr std::size_t iterationsPerSimplification = 20;  // as measured
    effort_ += problem.clauses.size() * iterations / iterationsPerSimplification;
    return lagrangianBound(problem, limit, static_cast<int>(iterations));
  }

  // Solves the problem under additional literals, improves `best` and `limit` by what it finds, and
  // returns the bound that it proved.
  Cost explore(const WeightedCnf& problem, const std::vector<Literal>& literals, Found& best,
               Cost& limit, int depth) {
    WeightedCnf child = problem;
    for (Literal literal : literals) child.clauses.push_back({literal});
    Found found = solve(child, limit, depth + 1);
    improve(best, std::move(found.model), problem, limit);
    return found.lowerBound;
  }

  static void improve(Found& best, std::optional<Model> model, const WeightedCnf& problem,
                      Cost& limit) {
    if (!model) return;
    makeIrredundant(problem, *model);
    Cost cost = costOf(*model, problem);
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
