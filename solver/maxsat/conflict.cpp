// A minimal unsatisfiable subset by deletion: every clause gets a selector, the assumption of which
// turns it on; cores shrink the candidates, and each that remains is tried without. The clauses
// that are found necessary are asserted for good, so that each later call is easier.
#include "solver/maxsat/conflict.h"

#include <algorithm>
#include <cadical.hpp>

#include "solver/maxsat/answers.h"

namespace barricade::sat {

namespace {

class ConflictFinder {
 public:
  explicit ConflictFinder(const WeightedCnf& problem) : variables_(problem.variableCount()) {
    solver_.set("quiet", 1);
    for (std::size_t c = 0; c < problem.clauses.size(); ++c) {
      solver_.add(-selector(c));
      for (Literal literal : problem.clauses[c]) {
        solver_.add(literal.positive ? literal.variable + 1 : -literal.variable - 1);
      }
      solver_.add(0);
    }
  }

  std::vector<std::size_t> run(std::vector<std::size_t> candidates) {
    if (!shrink(candidates)) return {};
    std::vector<std::size_t> needed;
    while (!candidates.empty()) {
      std::size_t tried = candidates.back();
      candidates.pop_back();
      if (shrink(candidates)) continue;
      needed.push_back(tried);
      solver_.add(selector(tried));
      solver_.add(0);
    }
    std::sort(needed.begin(), needed.end());
    return needed;
  }

 private:
  int selector(std::size_t clause) const { return variables_ + static_cast<int>(clause) + 1; }

  // Whether the needed clauses and the candidates are contradictory; drops candidates outside the
  // core.
  bool shrink(std::vector<std::size_t>& candidates) {
    for (std::size_t c : candidates) solver_.assume(selector(c));
    if (solver_.solve() != unsatisfiable) return false;
    std::erase_if(candidates, [&](std::size_t c) { return !solver_.failed(selector(c)); });
    return true;
  }

  CaDiCaL::Solver solver_;
  int variables_;
};

}  // namespace

std::vector<std::size_t> conflictingClauses(const WeightedCnf& problem) {
  validate(problem);
  std::vector<std::size_t> all(problem.clauses.size());
  for (std::size_t c = 0; c < all.size(); ++c) all[c] = c;
  return ConflictFinder(problem).run(std::move(all));
}

std::vector<std::optional<std::size_t>> soleSupports(const WeightedCnf& problem,
                                                     const Model& model) {
  std::vector<std::optional<std::size_t>> result(problem.costs.size());
  for (std::size_t c = 0; c < problem.clauses.size(); ++c) {
    auto literals = normalised(problem.clauses[c]);
    if (!literals) continue;
    auto holds = [&](Literal literal) {
      return model[static_cast<std::size_t>(literal.variable)] == literal.positive;
    };
    auto first = std::find_if(literals->begin(), literals->end(), holds);
    if (first == literals->end() ||
        std::find_if(first + 1, literals->end(), holds) != literals->end() || !first->positive) {
      continue;
    }
    auto& support = result[static_cast<std::size_t>(first->variable)];
    if (!support) support = c;
  }
  return result;
}

}  // namespace barricade::sat
