#include "precondition/atom_choice.h"

#include "precondition/operation_limit.h"
#include "precondition/region.h"
#include "precondition/simplify.h"

namespace barricade {
namespace {

// Of isl, for one choice, and launches that are taken from regions.
constexpr unsigned long maximalChoiceOperations = 2000000;
constexpr unsigned maximalRounds = 40;
// Numbers of these launches are small: regions may hold some where arithmetic wraps around, which
// conditions leave out.
constexpr unsigned greatestNumber = 4096;

// The numbers of a point. Null where it is none of a launch, as a column of a product is not the
// product, and the launch that its sizes and parameters make is not in `set`.
std::optional<LaunchNumbers> launchOf(isl::Point point, const isl::Set& set,
                                      const Vocabulary& vocabulary) {
  const auto& columns = vocabulary.columns();
  LaunchNumbers launch;
  isl_ctx* context = isl_set_get_ctx(set.get());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].factors.size() != 1) continue;
    const isl::Value value(
        isl_point_get_coordinate_val(point.get(), isl_dim_set, static_cast<int>(i)));
    launch[columns[i].factors.front()] = isl::toNumber(value.get());
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].factors.size() == 1) continue;
    BigInt product = 1;
    for (const Variable* factor : columns[i].factors)
      if (const auto it = launch.find(factor); it != launch.end()) product *= it->second;
    point.reset(isl_point_set_coordinate_val(point.release(), isl_dim_set, static_cast<int>(i),
                                             isl::toValue(context, product).release()));
  }
  const isl::Set one(isl_set_from_point(point.release()));
  if (isl_set_is_subset(one.get(), set.get()) != isl_bool_true) return std::nullopt;
  return launch;
}

// Whether one of its parts follows from the others.
bool hasNeedless(const Formula& formula, const isl::BasicSet& context) {
  for (std::size_t i = 0; i < formula.parts.size(); ++i) {
    Formula rest = formula;
    rest.parts.erase(rest.parts.begin() + static_cast<std::ptrdiff_t>(i));
    const isl::Set others = setOf(rest, context), all = setOf(formula, context);
    if (isl_set_is_subset(others.get(), all.get()) == isl_bool_true) return true;
  }
  return false;
}

}  // namespace

AtomChoice::AtomChoice(std::vector<CandidateAtom> candidates, const Vocabulary& vocabulary,
                       const isl::BasicSet& context)
    : candidates_(std::move(candidates)), vocabulary_(vocabulary) {
  for (const CandidateAtom& candidate : candidates_) problem_.costs.push_back({candidate.cost, 1});
  forbidContradictions(context);
}

// Of two atoms over the same single column.
void AtomChoice::forbidContradictions(const isl::BasicSet& context) {
  auto columnOf = [&](std::size_t i) {
    const auto& columns = candidates_[i].atom.form.columns;
    return columns.size() == 1 ? std::optional(columns.front().first) : std::nullopt;
  };
  for (std::size_t i = 0; i < candidates_.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (!columnOf(i) || columnOf(i) != columnOf(j)) continue;
      const isl::Set both = setOf({true, {{candidates_[i].atom}, {candidates_[j].atom}}}, context);
      if (isl_set_is_empty(both.get()) == isl_bool_true)
        problem_.clauses.push_back({{static_cast<int>(i), false}, {static_cast<int>(j), false}});
    }
}

void AtomChoice::always(const std::vector<Atom>& atoms) {
  for (const Atom& atom : atoms) {
    problem_.clauses.push_back({{static_cast<int>(candidates_.size()), true}});
    problem_.costs.push_back({0, 1});
    candidates_.push_back({atom, 0});
  }
}

std::optional<Formula> AtomChoice::cheapestOfDemands() {
  const sat::Minimum minimum = sat::minimise(problem_);
  if (!minimum.model) return std::nullopt;
  last_ = *minimum.model;
  Formula formula{true, {}};
  for (std::size_t i = 0; i < candidates_.size(); ++i)
    if (last_[i]) formula.parts.push_back({candidates_[i].atom});
  return formula;
}

std::optional<Formula> AtomChoice::cheapest(const isl::BasicSet& context) {
  const OperationLimit limit(isl_basic_set_get_ctx(context.get()), maximalChoiceOperations);
  std::optional<Formula> formula = cheapestOfDemands();
  for (unsigned round = 0; formula && round < maximalRounds && !limit.isExceeded(); ++round) {
    bool isSettled = true;
    if (isl_set_is_empty(setOf(*formula, context).get()) == isl_bool_true ||
        hasNeedless(*formula, context)) {
      demandLess();
      isSettled = false;
    }
    for (const isl::Set& region : regions_)
      if (excludeRest(region, *formula, context)) isSettled = false;
    if (isSettled) break;
    formula = cheapestOfDemands();
  }
  return formula;
}

// Whether there was something.
bool AtomChoice::excludeRest(const isl::Set& region, const Formula& formula,
                             const isl::BasicSet& context) {
  isl::Set rest = aligned(isl::Set(isl_set_copy(region.get())), vocabulary_);
  rest.reset(isl_set_intersect(rest.release(), setOf(formula, context).release()));
  for (std::size_t i = 0; i < vocabulary_.columns().size(); ++i) {
    if (vocabulary_.columns()[i].factors.size() != 1) continue;
    const auto at = static_cast<unsigned>(i);
    const isl::Value most = isl::toValue(isl_set_get_ctx(rest.get()), greatestNumber);
    rest.reset(isl_set_upper_bound_val(rest.release(), isl_dim_set, at, isl_val_copy(most.get())));
    isl_val* least = isl_val_neg(isl_val_copy(most.get()));
    rest.reset(isl_set_lower_bound_val(rest.release(), isl_dim_set, at, least));
  }
  isl::Point point(isl_set_sample_point(isl_set_copy(rest.get())));
  if (!point || isl_point_is_void(point.get()) != isl_bool_false) return false;
  const auto launch = launchOf(std::move(point), rest, vocabulary_);
  return launch && exclude(*launch);
}

// Whether a choice needs more than before.
bool AtomChoice::exclude(const LaunchNumbers& launch) {
  sat::Clause clause;
  bool isNew = true;
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    if (mayHold(candidates_[i].atom, launch, vocabulary_)) continue;
    clause.push_back({static_cast<int>(i), true});
    if (i < last_.size() && last_[i]) isNew = false;
  }
  problem_.clauses.push_back(std::move(clause));
  return isNew;
}

void AtomChoice::exclude(const Wrong& wrong) {
  exclude(wrong.numbers);
  if (wrong.region) regions_.emplace_back(isl_set_copy(wrong.region.get()));
}

void AtomChoice::demandMore() {
  sat::Clause clause;
  for (std::size_t i = 0; i < candidates_.size(); ++i)
    if (!last_[i]) clause.push_back({static_cast<int>(i), true});
  problem_.clauses.push_back(std::move(clause));
}

void AtomChoice::demandLess() {
  sat::Clause clause;
  for (std::size_t i = 0; i < candidates_.size(); ++i)
    if (last_[i]) clause.push_back({static_cast<int>(i), false});
  problem_.clauses.push_back(std::move(clause));
}

}  // namespace barricade
