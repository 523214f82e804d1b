// The propositional problem behind a repair: choose barrier sites (Boolean variables) such that
// every clause holds and the sum of the costs of the chosen sites is minimal. All engines of this
// folder speak about the types declared here.
//
// Costs are exact integers, never floating point, so that "optimal" means optimal: weight_scale.h
// turns weights as users write them into integers. A cost is a pair, compared lexicographically:
// the secondary part (edits, say) decides only between models whose primary parts are equal. Pairs
// of integers under this order form an ordered group; bounds and cores only ever add, subtract and
// compare costs, so every engine optimises both parts at once without knowing it.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace barricade::sat {

struct Cost {
  std::int64_t primary = 0;
  std::int64_t secondary = 0;

  friend auto operator<=>(const Cost&, const Cost&) = default;

  Cost& operator+=(Cost other) {
    primary += other.primary;
    secondary += other.secondary;
    return *this;
  }
  Cost& operator-=(Cost other) {
    primary -= other.primary;
    secondary -= other.secondary;
    return *this;
  }
  friend Cost operator+(Cost a, Cost b) { return a += b; }
  friend Cost operator-(Cost a, Cost b) { return a -= b; }
  Cost operator-() const { return {-primary, -secondary}; }
};

// Limits that keep every sum an engine forms inside 64 bits.
inline constexpr std::int64_t maximumPrimarySum = std::int64_t{1} << 62;
inline constexpr std::int64_t maximumSecondarySum = std::int64_t{1} << 31;

struct Literal {
  int variable = 0;  // from 0
  bool positive = true;

  // Dense numbering for tables: 2 * variable, plus 1 when negative.
  std::size_t index() const { return 2 * static_cast<std::size_t>(variable) + (positive ? 0 : 1); }
  Literal operator~() const { return {variable, !positive}; }

  friend bool operator==(const Literal&, const Literal&) = default;
  friend auto operator<=>(const Literal& a, const Literal& b) { return a.index() <=> b.index(); }
};

// A disjunction; the empty clause is false.
using Clause = std::vector<Literal>;

// One value per variable.
using Model = std::vector<bool>;

struct WeightedCnf {
  // costs[v] is paid when variable v is true. It may be negative: then truth is preferred. An
  // existing barrier under the objective "fewest edits" is such a variable: keeping it saves an
  // edit.
  std::vector<Cost> costs;
  std::vector<Clause> clauses;

  int variableCount() const { return static_cast<int>(costs.size()); }
};

// The clause sorted and without duplicates; nothing when it is a tautology.
std::optional<Clause> normalised(Clause clause);

bool satisfies(const Model& model, const Clause& clause);
bool satisfies(const Model& model, const WeightedCnf& problem);
Cost costOf(const Model& model, const WeightedCnf& problem);

// Throws std::invalid_argument when a literal names no variable, or the absolute costs sum up to
// more than the limits above. Public entry points call it on what they are given.
void validate(const WeightedCnf& problem);

// A cost in (0, ceiling], equal to `ceiling` except where the secondary part has grown out of
// proportion. Engines subtract costs from one another many times; primary parts stay bounded by
// their sum, but secondary parts could grow without limit. A smaller positive step is always sound.
Cost boundedStep(Cost ceiling);

}  // namespace barricade::sat
