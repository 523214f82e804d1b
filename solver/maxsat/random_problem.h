// Small random problems and the brute-force answer to them, for tests.
#pragma once

#include <optional>
#include <random>

#include "solver/maxsat/weighted_cnf.h"

namespace barricade::sat {

struct RandomShape {
  int variables = 8;
  int clauses = 12;
  int shortestClause = 1;
  int longestClause = 5;
  double negative = 0.2;   // probability of a negative literal
  int largestWeight = 6;   // small: many ties; zero is among the weights
  bool secondary = false;  // secondary costs in -2..2
  bool negativeCosts = false;
};

inline WeightedCnf randomProblem(std::mt19937& random, const RandomShape& shape) {
  auto upTo = [&](int limit) { return std::uniform_int_distribution(0, limit)(random); };
  WeightedCnf problem;
  for (int v = 0; v < shape.variables; ++v) {
    Cost cost{upTo(shape.largestWeight), 0};
    if (shape.negativeCosts && upTo(3) == 0) cost.primary = -cost.primary;
    if (shape.secondary) cost.secondary = upTo(4) - (shape.negativeCosts ? 2 : 0);
    problem.costs.push_back(cost);
  }
  for (int c = 0; c < shape.clauses; ++c) {
    Clause clause;
    int size = shape.shortestClause + upTo(shape.longestClause - shape.shortestClause);
    for (int i = 0; i < size; ++i) {
      clause.push_back({upTo(shape.variables - 1), upTo(9999) >= shape.negative * 10000});
    }
    problem.clauses.push_back(clause);
  }
  return problem;
}

// The minimum cost by trying all models; nothing when there is none.
inline std::optional<Cost> bruteForceMinimum(const WeightedCnf& problem) {
  std::vector<std::pair<unsigned, unsigned>> clauses;  // positive and negative variables as bits
  for (const Clause& clause : problem.clauses) {
    auto& [positive, negative] = clauses.emplace_back(0U, 0U);
    for (Literal literal : clause) {
      (literal.positive ? positive : negative) |= 1U << literal.variable;
    }
  }
  std::optional<Cost> best;
  for (unsigned bits = 0; bits < 1U << problem.costs.size(); ++bits) {
    bool holds = true;
    for (auto [positive, negative] : clauses) {
      holds = holds && ((bits & positive) != 0 || (~bits & negative) != 0);
    }
    if (!holds) continue;
    Cost cost;
    for (std::size_t v = 0; v < problem.costs.size(); ++v) {
      if ((bits >> v & 1U) != 0) cost += problem.costs[v];
    }
    if (!best || cost < *best) best = cost;
  }
  return best;
}

}  // namespace barricade::sat
