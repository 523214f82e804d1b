// Lagrangian relaxation with subgradient optimisation, the bound behind the heuristics of Caprara,
// Fischetti, Toth, "A heuristic method for the set covering problem" (Operations Research 47(5),
// 1999), for clauses of any sign.
//
// As an inequality a clause says: sum of its positive variables - sum of its negative ones >= 1 -
// number of negative ones. Violating it is allowed at a price, its multiplier u >= 0; every model
// then costs at least
//
//     L(u) = sum over clauses of u * (1 - negatives) + sum over variables of min(0, reduced cost)
//
// where the reduced cost of a variable is its cost, minus the multipliers of the clauses that it
// helps, plus those of the clauses that it harms. This holds for *any* u >= 0; that is why u may be
// searched for in floating point, following subgradients, and the bound still be exact: the best u
// is rounded to integers (fractions of a unit of cost) and L evaluated in integer arithmetic. Costs
// of models are multiples of the greatest common divisor of all costs, so the bound is rounded up
// to one.
#include "solver/lagrangian.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace barricade::sat {

namespace {

using Multipliers = std::vector<double>;

std::size_t at(Literal literal) {
  return static_cast<std::size_t>(literal.variable);
}

// 1 minus the number of negative literals.
std::int64_t demandOf(const Clause& clause) {
  return 1 - std::count_if(clause.begin(), clause.end(), [](Literal l) { return !l.positive; });
}

// L(u), and the reduced costs behind it, in the arithmetic of Number.
template <typename Number>
Number evaluate(const WeightedCnf& problem, const std::vector<Number>& multipliers,
                std::vector<Number>& reducedCosts) {
  Number value = 0;
  for (std::size_t c = 0; c < problem.clauses.size(); ++c) {
    Number u = multipliers[c];
    if (u == 0) continue;
    value += u;
    for (Literal literal : problem.clauses[c]) {
      reducedCosts[at(literal)] -= literal.positive ? u : -u;
      if (!literal.positive) value -= u;
    }
  }
  for (Number reduced : reducedCosts) value += std::min<Number>(reduced, 0);
  return value;
}

Multipliers subgradientSearch(const WeightedCnf& problem, double target, int iterations) {
  std::vector<double> costs;
  for (Cost cost : problem.costs) costs.push_back(static_cast<double>(cost.primary));
  std::vector<std::int64_t> demands;
  std::vector<int> degree(costs.size(), 0);
  for (const Clause& clause : problem.clauses) {
    demands.push_back(demandOf(clause));
    for (Literal literal : clause) ++degree[at(literal)];
  }
  // Start: every variable shares its cost evenly among its clauses, each clause takes the least
  // offer.
  Multipliers multipliers;
  for (const Clause& clause : problem.clauses) {
    double least = HUGE_VAL;
    for (Literal literal : clause) {
      least = std::min(least, literal.positive ? costs[at(literal)] / degree[at(literal)] : 0.0);
    }
    multipliers.push_back(least);
  }

  Multipliers best = multipliers;
  double bestValue = -HUGE_VAL;
  double stepFactor = 1;
  int sinceImproved = 0;
  std::vector<double> gradient(problem.clauses.size());
  for (int i = 0; i < iterations; ++i) {
    std::vector<double> reducedCosts = costs;
    double value = evaluate(problem, multipliers, reducedCosts);
    if (value > bestValue) {
      bestValue = value;
      best = multipliers;
      sinceImproved = 0;
    } else if (++sinceImproved >= 8) {
      stepFactor /= 2;
      sinceImproved = 0;
      multipliers = best;
      continue;
    }
    if (value >= target) break;
    double norm = 0;
    for (std::size_t c = 0; c < problem.clauses.size(); ++c) {
      auto missing = static_cast<double>(demands[c]);
      for (Literal literal : problem.clauses[c]) {
        if (reducedCosts[at(literal)] < 0) missing -= literal.positive ? 1 : -1;
      }
      // A multiplier of zero cannot shrink.
      gradient[c] = missing < 0 && multipliers[c] <= 0 ? 0 : missing;
      norm += gradient[c] * gradient[c];
    }
    if (norm == 0) break;
    double step = stepFactor * (target - value) / norm;
    for (std::size_t c = 0; c < gradient.size(); ++c) {
      multipliers[c] = std::max(0.0, multipliers[c] + step * gradient[c]);
    }
  }
  return best;
}

std::int64_t roundUp(std::int64_t value, std::int64_t unit) {
  if (value <= 0) return 0;
  return (value + unit - 1) / unit * unit;
}

}  // namespace

std::optional<LagrangianBound> lagrangianBound(const WeightedCnf& problem, Cost limit,
                                               int iterations) {
  std::int64_t sum = 0;
  std::int64_t largest = 0;
  std::int64_t divisor = 0;
  for (Cost cost : problem.costs) {
    if (cost.secondary != 0) return std::nullopt;
    sum += cost.primary;
    largest = std::max(largest, cost.primary);
    divisor = std::gcd(divisor, cost.primary);
  }
  if (divisor == 0) return std::nullopt;

  // Sums of multipliers, each at most the largest cost, over all literals must fit 62 bits.
  std::size_t literals = problem.costs.size();
  for (const Clause& clause : problem.clauses) literals += clause.size() + 1;
  std::int64_t room = (std::int64_t{1} << 61) / static_cast<std::int64_t>(literals + 1);
  constexpr std::int64_t finestFraction = 4096;
  if (largest > room) return std::nullopt;
  std::int64_t fraction = std::min(finestFraction, room / largest);

  Multipliers multipliers =
      subgradientSearch(problem, static_cast<double>(limit.primary), iterations);
  std::vector<std::int64_t> exact;
  for (double multiplier : multipliers) {
    double capped = std::min(multiplier, static_cast<double>(largest));
    exact.push_back(std::llround(std::floor(capped * static_cast<double>(fraction))));
  }
  std::vector<std::int64_t> reducedCosts;
  for (Cost cost : problem.costs) reducedCosts.push_back(cost.primary * fraction);
  std::int64_t value = evaluate(problem, exact, reducedCosts);

  std::int64_t unit = divisor * fraction;
  auto toCost = [&](std::int64_t scaled) { return Cost{roundUp(scaled, unit) / fraction, 0}; };
  LagrangianBound result{toCost(value), {}, {}};
  for (std::size_t v = 0; v < reducedCosts.size(); ++v) {
    std::int64_t reduced = reducedCosts[v];
    // Against its sign a variable costs its reduced cost more.
    if (toCost(value + std::abs(reduced)) >= limit) {
      result.forced.push_back({static_cast<int>(v), reduced < 0});
    }
    result.priceHints.push_back({std::max<std::int64_t>(reduced, 0), 0});
  }
  return result;
}

}  // namespace barricade::sat
