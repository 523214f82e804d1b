// Chvatal's greedy heuristic for weighted set cover ("A greedy heuristic for the set-covering
// problem", Math. Oper. Res. 4(3), 1979): take the variable that hits the most open clauses per
// unit of cost until no clause is open, then drop what later choices made redundant.
//
// Repair clauses are nearly always positive (a race: one of these barriers must be on) or negative
// units (a divergence: this barrier must be off). Unit propagation comes first and after each
// choice, as in GPURepair's solver, so that units of either sign are honoured and a choice that
// forces others pays for that at once. Only clauses without a true literal count as open, a mixed
// clause included: it asks for one of its positive literals once its negative ones are false.
#include "solver/maxsat/hitting_set.h"

#include <algorithm>
#include <numeric>

namespace barricade::sat {

namespace {

__extension__ using Wide = __int128;  // a count times a cost does not fit 64 bits

// Whether hitting `countA` clauses at `costA` is better than `countB` at `costB`, for costs >= 0.
bool hitsMoreForLess(std::int64_t countA, Cost costA, std::int64_t countB, Cost costB) {
  Wide primaryA = static_cast<Wide>(countB) * costA.primary;
  Wide primaryB = static_cast<Wide>(countA) * costB.primary;
  if (primaryA != primaryB) return primaryA < primaryB;
  Wide secondaryA = static_cast<Wide>(countB) * costA.secondary;
  Wide secondaryB = static_cast<Wide>(countA) * costB.secondary;
  if (secondaryA != secondaryB) return secondaryA < secondaryB;
  return countA > countB;
}

enum class Value : signed char { False, True, Unknown };

class Greedy {
 public:
  explicit Greedy(const WeightedCnf& problem)
      : problem_(problem),
        values_(problem.costs.size(), Value::Unknown),
        occurrences_(2 * problem.costs.size()),
        openings_(problem.costs.size(), 0) {
    for (const Clause& clause : problem.clauses) {
      if (auto literals = normalised(clause)) addClause(std::move(*literals));
    }
  }

  std::optional<Model> run() {
    if (!propagate()) return std::nullopt;
    // Truth that pays for itself needs no clause.
    for (int v = 0; v < problem_.variableCount(); ++v) {
      if (problem_.costs[at(v)] < Cost{} && !choose(v)) return std::nullopt;
    }
    for (int best = bestHit(); best >= 0; best = bestHit()) {
      if (!choose(best)) return std::nullopt;
    }
    // No clause is open: all that are not satisfied have an unassigned negative literal.
    Model model;
    for (Value value : values_) model.push_back(value == Value::True);
    makeIrredundant(problem_, model);
    return model;
  }

 private:
  struct State {
    Clause literals;
    int unassigned = 0;
    int unassignedNegative = 0;
    bool satisfied = false;

    bool isOpen() const { return !satisfied && unassignedNegative == 0; }
  };

  static std::size_t at(int variable) { return static_cast<std::size_t>(variable); }

  void addClause(Clause literals) {
    State state{std::move(literals)};
    for (Literal literal : state.literals) {
      occurrences_[literal.index()].push_back(clauses_.size());
      ++state.unassigned;
      if (!literal.positive) ++state.unassignedNegative;
    }
    if (state.literals.empty()) conflict_ = true;
    if (state.literals.size() == 1) units_.push_back(state.literals.front());
    if (state.isOpen()) countOpening(state, 1);
    clauses_.push_back(std::move(state));
  }

  void countOpening(const State& clause, int change) {
    for (Literal literal : clause.literals) {
      if (literal.positive) openings_[at(literal.variable)] += change;
    }
  }

  // False when a clause became false.
  bool choose(int variable) {
    if (values_[at(variable)] == Value::Unknown) units_.push_back({variable, true});
    return propagate();
  }

  bool propagate() {
    while (!units_.empty() && !conflict_) {
      Literal unit = units_.back();
      units_.pop_back();
      Value wanted = unit.positive ? Value::True : Value::False;
      Value& value = values_[at(unit.variable)];
      if (value == Value::Unknown) {
        value = wanted;
        update(unit);
      } else if (value != wanted) {
        conflict_ = true;
      }
    }
    return !conflict_;
  }

  void update(Literal nowTrue) {
    for (std::size_t c : occurrences_[nowTrue.index()]) {
      State& clause = clauses_[c];
      if (clause.isOpen()) countOpening(clause, -1);
      clause.satisfied = true;
    }
    for (std::size_t c : occurrences_[(~nowTrue).index()]) {
      State& clause = clauses_[c];
      if (clause.satisfied) continue;
      --clause.unassigned;
      if (nowTrue.positive && --clause.unassignedNegative == 0) countOpening(clause, 1);
      if (clause.unassigned == 0) conflict_ = true;
      if (clause.unassigned == 1) pushUnit(clause.literals);
    }
  }

  void pushUnit(const Clause& literals) {
    for (Literal literal : literals) {
      if (values_[at(literal.variable)] == Value::Unknown) units_.push_back(literal);
    }
  }

  // The best unassigned variable that hits an open clause; -1 when there is none.
  int bestHit() const {
    int best = -1;
    for (int v = 0; v < problem_.variableCount(); ++v) {
      if (openings_[at(v)] == 0 || values_[at(v)] != Value::Unknown) continue;
      if (best < 0 || hitsMoreForLess(openings_[at(v)], problem_.costs[at(v)], openings_[at(best)],
                                      problem_.costs[at(best)])) {
        best = v;
      }
    }
    return best;
  }

  const WeightedCnf& problem_;
  std::vector<Value> values_;
  std::vector<std::vector<std::size_t>> occurrences_;  // by literal
  std::vector<std::int64_t> openings_;  // open clauses with the positive literal, by variable
  std::vector<State> clauses_;
  std::vector<Literal> units_;
  bool conflict_ = false;
};

}  // namespace

std::optional<Model> greedyHittingSet(const WeightedCnf& problem) {
  validate(problem);
  return Greedy(problem).run();
}

void makeIrredundant(const WeightedCnf& problem, Model& model) {
  std::vector<std::vector<std::size_t>> occurrences(2 * problem.costs.size());
  std::vector<int> support(problem.clauses.size(), 0);  // true literals of each clause
  for (std::size_t c = 0; c < problem.clauses.size(); ++c) {
    auto literals = normalised(problem.clauses[c]);
    if (!literals) continue;
    for (Literal literal : *literals) {
      occurrences[literal.index()].push_back(c);
      if (model[static_cast<std::size_t>(literal.variable)] == literal.positive) ++support[c];
    }
  }
  auto magnitude = [&](int v) {
    Cost cost = problem.costs[static_cast<std::size_t>(v)];
    return cost < Cost{} ? -cost : cost;
  };
  std::vector<int> order(problem.costs.size());
  std::iota(order.rbegin(), order.rend(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return magnitude(a) > magnitude(b); });
  // A kept variable stays needed: clauses only lose support. Except that turning one off supports
  // its negative occurrences, so repeat until nothing changes.
  for (bool changed = true; changed;) {
    changed = false;
    for (int v : order) {
      Literal current{v, model[static_cast<std::size_t>(v)]};
      bool wanted = problem.costs[static_cast<std::size_t>(v)] < Cost{};
      if (current.positive == wanted) continue;
      const auto& relying = occurrences[current.index()];
      if (std::any_of(relying.begin(), relying.end(), [&](auto c) { return support[c] == 1; })) {
        continue;
      }
      for (std::size_t c : relying) --support[c];
      for (std::size_t c : occurrences[(~current).index()]) ++support[c];
      model[static_cast<std::size_t>(v)] = wanted;
      changed = true;
    }
  }
}

}  // namespace barricade::sat
