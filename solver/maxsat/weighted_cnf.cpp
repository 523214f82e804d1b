// Evaluation and checking of weighted CNF problems.
#include "solver/maxsat/weighted_cnf.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>
#include <string>

namespace barricade::sat {

namespace {

// Adds |value| to `sum`, and says whether the result stays within `maximum`.
bool accumulate(std::int64_t& sum, std::int64_t value, std::int64_t maximum) {
  if (value > maximum || value < -maximum) return false;
  sum += value < 0 ? -value : value;
  return sum <= maximum;
}

}  // namespace

std::optional<Clause> normalised(Clause clause) {
  std::sort(clause.begin(), clause.end());
  clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
  bool tautology = std::adjacent_find(clause.begin(), clause.end(), [](Literal a, Literal b) {
                     return a.variable == b.variable;
                   }) != clause.end();
  if (tautology) return std::nullopt;
  return clause;
}

bool satisfies(const Model& model, const Clause& clause) {
  return std::any_of(clause.begin(), clause.end(), [&](Literal literal) {
    return model[static_cast<std::size_t>(literal.variable)] == literal.positive;
  });
}

bool satisfies(const Model& model, const WeightedCnf& problem) {
  return std::all_of(problem.clauses.begin(), problem.clauses.end(),
                     [&](const Clause& clause) { return satisfies(model, clause); });
}

Cost costOf(const Model& model, const WeightedCnf& problem) {
  Cost sum;
  for (std::size_t v = 0; v < problem.costs.size(); ++v) {
    if (model[v]) sum += problem.costs[v];
  }
  return sum;
}

void validate(const WeightedCnf& problem) {
  std::int64_t primary = 0;
  std::int64_t secondary = 0;
  for (Cost cost : problem.costs) {
    if (!accumulate(primary, cost.primary, maximumPrimarySum) ||
        !accumulate(secondary, cost.secondary, maximumSecondarySum)) {
      throw std::invalid_argument("weighted CNF: the costs sum up to more than the limit");
    }
  }
  for (const Clause& clause : problem.clauses) {
    for (Literal literal : clause) {
      if (literal.variable < 0 || literal.variable >= problem.variableCount()) {
        throw std::invalid_argument("weighted CNF: no variable " +
                                    std::to_string(literal.variable));
      }
    }
  }
}

Cost boundedStep(Cost ceiling) {
  assert(ceiling > Cost{});
  if (ceiling.secondary <= maximumSecondarySum && ceiling.secondary >= -maximumSecondarySum) {
    return ceiling;
  }
  if (ceiling.primary >= 2) return {ceiling.primary - 1, 0};
  return {0, maximumSecondarySum};
}

}  // namespace barricade::sat
