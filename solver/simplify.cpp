// The classical reductions of set covering and of SAT, to a fixpoint:
//
//  * unit propagation;
//  * subsumption: a clause that contains another is implied by it;
//  * pure literals: a variable without positive occurrences is off, a free one without negative
//    occurrences is on;
//  * dominated variables (columns, in set-covering terms): u is off when some v costs no more, hits
//    every clause that u hits, and is not barred by more negative occurrences than u.
//
// Why the last one is sound with negative occurrences: take a model with u on; turn u off and v on.
// The positive occurrences of u are hit by v. The clauses with a negative v hold since each of them
// contains a negative u. The cost does not grow. Two variables that dominate each other are told
// apart by index.
//
// The parts are the connected components of "occur in one clause" (union-find).
#include "solver/simplify.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <numeric>

namespace barricade::sat {

namespace {

enum class Value : signed char { False, True, Unknown };

class Simplifier {
 public:
  explicit Simplifier(const WeightedCnf& problem)
      : costs_(problem.costs), values_(problem.costs.size(), Value::Unknown) {
    clauses_.reserve(problem.clauses.size());
    for (const Clause& clause : problem.clauses) {
      if (auto literals = normalised(clause)) clauses_.push_back(std::move(*literals));
    }
  }

  std::optional<Simplified> run() {
    do {
      if (!propagate()) return std::nullopt;
      indexOccurrences();
      removeSubsumed();
    } while (fixPureAndDominated());
    return split();
  }

 private:
  static std::size_t at(int variable) { return static_cast<std::size_t>(variable); }

  bool isKnown(int variable) const { return values_[at(variable)] != Value::Unknown; }

  void fix(Literal literal) {
    values_[at(literal.variable)] = literal.positive ? Value::True : Value::False;
  }

  // Removes false literals and true clauses until no unit is left; false on a contradiction.
  bool propagate() {
    for (bool foundUnit = true; foundUnit;) {
      foundUnit = false;
      std::size_t kept = 0;
      for (std::size_t c = 0; c < clauses_.size(); ++c) {
        if (reduce(clauses_[c])) continue;
        if (clauses_[c].empty()) return false;
        if (clauses_[c].size() == 1) {
          fix(clauses_[c].front());
          foundUnit = true;
          continue;
        }
        if (kept != c) clauses_[kept] = std::move(clauses_[c]);
        ++kept;
      }
      clauses_.resize(kept);
    }
    return true;
  }

  // Drops the false literals of `clause`; whether it is true.
  bool reduce(Clause& clause) const {
    bool isTrue = false;
    std::erase_if(clause, [&](Literal literal) {
      if (!isKnown(literal.variable)) return false;
      bool holds = (values_[at(literal.variable)] == Value::True) == literal.positive;
      isTrue = isTrue || holds;
      return !holds;
    });
    return isTrue;
  }

  void indexOccurrences() {
    occurrences_.assign(2 * costs_.size(), {});
    for (std::size_t c = 0; c < clauses_.size(); ++c) {
      for (Literal literal : clauses_[c]) occurrences_[literal.index()].push_back(c);
    }
  }

  void removeSubsumed() {
    std::vector<std::uint64_t> signatures;
    for (const Clause& clause : clauses_) {
      std::uint64_t signature = 0;
      for (Literal literal : clause) signature |= std::uint64_t{1} << (literal.index() % 64);
      signatures.push_back(signature);
    }
    std::vector<bool> subsumed(clauses_.size(), false);
    for (std::size_t c = 0; c < clauses_.size(); ++c) {
      if (subsumed[c]) continue;
      const Clause& clause = clauses_[c];
      Literal rarest = *std::min_element(clause.begin(), clause.end(), [&](Literal a, Literal b) {
        return occurrences_[a.index()].size() < occurrences_[b.index()].size();
      });
      for (std::size_t d : occurrences_[rarest.index()]) {
        if (d == c || subsumed[d] || clauses_[d].size() < clause.size()) continue;
        if ((signatures[c] & ~signatures[d]) != 0) continue;
        subsumed[d] =
            std::includes(clauses_[d].begin(), clauses_[d].end(), clause.begin(), clause.end());
      }
    }
    std::size_t kept = 0;
    for (std::size_t c = 0; c < clauses_.size(); ++c) {
      if (subsumed[c]) continue;
      if (kept != c) clauses_[kept] = std::move(clauses_[c]);
      ++kept;
    }
    if (kept == clauses_.size()) return;
    clauses_.resize(kept);
    indexOccurrences();
  }

  // Judged by the clauses as they are at the start of the pass, for all variables. That is sound:
  // each exchange keeps a model of these clauses a model of them, and never turns on what was fixed
  // off.
  bool fixPureAndDominated() {
    bool changed = false;
    for (int u = 0; u < static_cast<int>(costs_.size()); ++u) {
      if (isKnown(u)) continue;
      const bool isFree =
          costs_[at(u)] == Cost{} && occurrences_[Literal{u, false}.index()].empty();
      if (occurrences_[Literal{u, true}.index()].empty() || (!isFree && isDominated(u))) {
        fix({u, false});
      } else if (isFree) {
        fix({u, true});
      } else {
        continue;
      }
      changed = true;
    }
    return changed;
  }

  bool isDominated(int u) const {
    const auto& hits = occurrences_[Literal{u, true}.index()];
    std::size_t shortest = *std::min_element(hits.begin(), hits.end(), [&](auto a, auto b) {
      return clauses_[a].size() < clauses_[b].size();
    });
    const Clause& candidates = clauses_[shortest];
    return std::any_of(candidates.begin(), candidates.end(), [&](Literal candidate) {
      return candidate.positive && candidate.variable != u && !isKnown(candidate.variable) &&
             dominates(candidate.variable, u);
    });
  }

  bool dominates(int v, int u) const {
    if (costs_[at(v)] > costs_[at(u)]) return false;
    const auto& hitsOfV = occurrences_[Literal{v, true}.index()];
    const auto& hitsOfU = occurrences_[Literal{u, true}.index()];
    const auto& barsOfV = occurrences_[Literal{v, false}.index()];
    const auto& barsOfU = occurrences_[Literal{u, false}.index()];
    return hitsOfV.size() >= hitsOfU.size() && barsOfV.size() <= barsOfU.size() &&
           std::includes(hitsOfV.begin(), hitsOfV.end(), hitsOfU.begin(), hitsOfU.end()) &&
           std::includes(barsOfU.begin(), barsOfU.end(), barsOfV.begin(), barsOfV.end());
  }

  Simplified split() {
    Simplified result;
    for (std::size_t v = 0; v < values_.size(); ++v) {
      result.fixed.push_back(values_[v] == Value::True);
      if (result.fixed.back()) result.cost += costs_[v];
    }
    std::vector<int> leader(costs_.size());
    std::iota(leader.begin(), leader.end(), 0);
    auto find = [&](int v) {
      while (leader[at(v)] != v) v = leader[at(v)] = leader[at(leader[at(v)])];
      return v;
    };
    for (const Clause& clause : clauses_) {
      for (Literal literal : clause) {
        leader[at(find(literal.variable))] = find(clause.front().variable);
      }
    }
    std::vector<int> componentOf(costs_.size(), -1);
    std::vector<int> localVariable(costs_.size(), -1);
    for (int v = 0; v < static_cast<int>(costs_.size()); ++v) {
      if (isKnown(v)) continue;
      int& index = componentOf[at(find(v))];
      if (index < 0) {
        index = static_cast<int>(result.components.size());
        result.components.emplace_back();
      }
      Component& component = result.components[at(index)];
      localVariable[at(v)] = static_cast<int>(component.variables.size());
      component.variables.push_back(v);
      component.problem.costs.push_back(costs_[at(v)]);
    }
    for (Clause& clause : clauses_) {
      int index = componentOf[at(find(clause.front().variable))];
      for (Literal& literal : clause) literal.variable = localVariable[at(literal.variable)];
      result.components[at(index)].problem.clauses.push_back(std::move(clause));
    }
    std::stable_sort(result.components.begin(), result.components.end(),
                     [](const Component& a, const Component& b) {
                       return a.variables.size() < b.variables.size();
                     });
    return result;
  }

  std::vector<Cost> costs_;
  std::vector<Value> values_;
  std::vector<Clause> clauses_;
  std::vector<std::vector<std::size_t>> occurrences_;  // by literal, ascending
};

}  // namespace

std::optional<Simplified> simplify(const WeightedCnf& problem) {
  assert(std::all_of(problem.costs.begin(), problem.costs.end(),
                     [](Cost cost) { return cost >= Cost{}; }));
  return Simplifier(problem).run();
}

}  // namespace barricade::sat
