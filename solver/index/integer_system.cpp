#include "solver/index/integer_system.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <set>

namespace barricade {
namespace {

// Rounds of propagation: x < y and y < x would otherwise go on through all numbers.
constexpr unsigned maximalRounds = 6;
// Unknowns that hang together; with more, isl takes long to be told of them alone.
constexpr std::size_t maximalUnknowns = 200;
// Of isl, for a solution, and for thinning out the reasons that there is none.
constexpr unsigned long maximalOperations = 50000;

}  // namespace

Reasons unite(const Reasons& a, const Reasons& b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  Reasons result;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

//--- Constraints ------------------------------------------------------------------------------

void IntegerSystem::addAtLeastZero(LinearForm form, const Reasons& reasons) {
  add({std::move(form), false, reasons});
}

void IntegerSystem::addZero(LinearForm form, const Reasons& reasons) {
  add({std::move(form), true, reasons});
}

void IntegerSystem::add(Constraint constraint) {
  if (conflict_) return;
  define(constraint.form);
  propagate(constraint.form, constraint.reasons);
  if (constraint.isEquation) propagate(scaled(constraint.form, -1), constraint.reasons);
  if (!constraint.form.isConstant()) constraints_.push_back(std::move(constraint));
}

// 0 <= dividend - divisor * quotient < divisor
void IntegerSystem::define(const LinearForm& form) {
  for (const auto& term : form.terms) {
    const UnknownId id = term.first;
    if (!defined_.insert(id).second) continue;
    const Unknown& unknown = unknowns_[id];
    if (unknown.kind == Unknown::Kind::Quotient) {
      const LinearForm rest =
          sum(unknown.dividend, LinearForm::unknown(id), BigInt(-unknown.divisor));
      addAtLeastZero(rest, {});
      addAtLeastZero(shifted(scaled(rest, -1), unknown.divisor - 1), {});
    } else {
      addAtLeastZero(shifted(LinearForm::unknown(id), -unknown.range.low), {});
      addAtLeastZero(shifted(scaled(LinearForm::unknown(id), -1), unknown.range.high), {});
    }
    if (conflict_) return;
  }
}

void IntegerSystem::clearConstraints() {
  constraints_.clear();
  defined_.clear();
}

//--- Bounds -----------------------------------------------------------------------------------

const IntegerSystem::Bound* IntegerSystem::bound(UnknownId id, bool upper) const {
  const auto& bounds = upper ? upper_ : lower_;
  const auto it = bounds.find(id);
  return it == bounds.end() ? nullptr : &it->second;
}

Interval IntegerSystem::rangeOf(UnknownId id) const {
  Interval range = unknowns_[id].range;
  if (const Bound* low = bound(id, false)) range.low = low->value;
  if (const Bound* high = bound(id, true)) range.high = high->value;
  return range;
}

Reasons IntegerSystem::reasonsOf(UnknownId id) const {
  Reasons reasons;
  for (bool upper : {false, true})
    if (const Bound* known = bound(id, upper)) reasons = unite(reasons, known->reasons);
  return reasons;
}

Interval IntegerSystem::rangeOf(const LinearForm& form) const {
  Interval range{form.constant, form.constant};
  for (const auto& [id, coefficient] : form.terms) {
    const Interval part = rangeOf(id);
    range.low += coefficient * (coefficient > 0 ? part.low : part.high);
    range.high += coefficient * (coefficient > 0 ? part.high : part.low);
  }
  return range;
}

Reasons IntegerSystem::reasonsOf(const LinearForm& form) const {
  Reasons reasons;
  for (const auto& term : form.terms) reasons = unite(reasons, reasonsOf(term.first));
  return reasons;
}

void IntegerSystem::tighten(UnknownId id, bool upper, const BigInt& value, Reasons reasons) {
  const Interval range = rangeOf(id);
  if (upper ? value >= range.high : value <= range.low) return;
  tightened_ = true;
  if (upper ? value < range.low : value > range.high) {
    conflict_ = true;
    if (const Bound* other = bound(id, !upper)) reasons = unite(reasons, other->reasons);
    conflictReasons_ = std::move(reasons);
    return;
  }
  (upper ? upper_ : lower_)[id] = {value, std::move(reasons)};
}

// What form >= 0 says of each of its unknowns when the others are as large as they can be.
void IntegerSystem::propagate(const LinearForm& form, const Reasons& reasons) {
  BigInt high = form.constant;
  for (const auto& [id, coefficient] : form.terms) {
    const Interval part = rangeOf(id);
    high += coefficient * (coefficient > 0 ? part.high : part.low);
  }
  auto why = [&](std::size_t except) {
    Reasons all = reasons;
    for (std::size_t i = 0; i < form.terms.size(); ++i)
      if (i != except)
        if (const Bound* used = bound(form.terms[i].first, form.terms[i].second > 0))
          all = unite(all, used->reasons);
    return all;
  };
  if (high < 0) {
    conflict_ = true;
    conflictReasons_ = why(form.terms.size());
    return;
  }
  for (std::size_t i = 0; i < form.terms.size() && !conflict_; ++i) {
    const auto& [id, coefficient] = form.terms[i];
    const Interval part = rangeOf(id);
    // coefficient * (x - best) + high >= 0
    const BigInt room = floorDivide(high, abs(coefficient));
    if (room >= part.high - part.low) continue;
    if (coefficient > 0)
      tighten(id, false, part.high - room, why(i));
    else
      tighten(id, true, part.low + room, why(i));
  }
}

bool IntegerSystem::propagate() {
  bool any = tightened_;
  for (unsigned round = 0; round < maximalRounds && !conflict_; ++round) {
    tightened_ = false;
    for (std::size_t i = 0; i < constraints_.size() && !conflict_; ++i) {
      const Constraint& constraint = constraints_[i];
      propagate(constraint.form, constraint.reasons);
      if (constraint.isEquation && !conflict_)
        propagate(scaled(constraint.form, -1), constraint.reasons);
    }
    if (!tightened_) break;
    any = true;
  }
  tightened_ = false;
  return any;
}

//--- isl --------------------------------------------------------------------------------------

// Constraints that hang together by unknowns, each component by itself.
std::vector<IntegerSystem::Indices> IntegerSystem::components() const {
  std::unordered_map<UnknownId, std::size_t> first;  // a constraint with the unknown
  std::vector<std::size_t> parent(constraints_.size());
  std::iota(parent.begin(), parent.end(), 0);
  auto root = [&](std::size_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  for (std::size_t i = 0; i < constraints_.size(); ++i)
    for (const auto& term : constraints_[i].form.terms) {
      const auto [it, added] = first.try_emplace(term.first, i);
      if (!added) parent[root(i)] = root(it->second);
    }
  std::map<std::size_t, Indices> byRoot;
  for (std::size_t i = 0; i < constraints_.size(); ++i) byRoot[root(i)].push_back(i);
  std::vector<Indices> result;
  for (auto& [unused, indices] : byRoot) result.push_back(std::move(indices));
  return result;
}

std::vector<UnknownId> IntegerSystem::columnsOf(const Indices& constraints) const {
  std::set<UnknownId> columns;
  for (std::size_t i : constraints)
    for (const auto& term : constraints_[i].form.terms) columns.insert(term.first);
  return {columns.begin(), columns.end()};
}

isl::BasicSet IntegerSystem::setOf(const Indices& constraints,
                                   const std::vector<UnknownId>& columns) const {
  const auto width = static_cast<unsigned>(columns.size());
  unsigned equations = 0;
  for (std::size_t i : constraints) equations += constraints_[i].isEquation;
  const auto all = static_cast<unsigned>(constraints.size());
  isl::Matrix equal(isl_mat_alloc(context_, equations, width + 1));
  isl::Matrix atLeast(isl_mat_alloc(context_, all - equations, width + 1));
  int row[2] = {0, 0};
  for (std::size_t i : constraints) {
    const Constraint& constraint = constraints_[i];
    isl::Matrix& matrix = constraint.isEquation ? equal : atLeast;
    const int here = row[constraint.isEquation ? 1 : 0]++;
    auto set = [&](unsigned column, const BigInt& value) {
      matrix.reset(isl_mat_set_element_val(matrix.release(), here, static_cast<int>(column),
                                           isl::toValue(context_, value).release()));
    };
    for (unsigned column = 0; column < width; ++column)
      set(column, constraint.form.coefficient(columns[column]));
    set(width, constraint.form.constant);
  }
  return isl::BasicSet(isl_basic_set_from_constraint_matrices(
      isl_space_set_alloc(context_, 0, width), equal.release(), atLeast.release(), isl_dim_set,
      isl_dim_div, isl_dim_param, isl_dim_cst));
}

bool IntegerSystem::isEmpty(const Indices& constraints, Numbers numbers) const {
  const isl::BasicSet set = setOf(constraints, columnsOf(constraints));
  isl_bool empty = isl_bool_error;
  if (numbers == Numbers::Integers) {
    empty = isl_basic_set_is_empty(set.get());
  } else {
    // The greatest value of 0 is none.
    const isl::Affine zero(isl_aff_zero_on_domain_space(isl_basic_set_get_space(set.get())));
    empty = isl_val_is_nan(isl::Value(isl_basic_set_max_lp_val(set.get(), zero.get())).get());
  }
  if (empty == isl_bool_error) isl_ctx_reset_error(context_);
  return empty == isl_bool_true;
}

// Leaves out what is not needed for infeasibility, half of what is left first, then smaller parts.
// Where there are no rational solutions either, which is much faster to see, only these count.
Reasons IntegerSystem::minimalReasons(const Indices& all) const {
  isl_ctx_reset_operations(context_);
  if (isEmpty(all, Numbers::Rationals)) {
    const Reasons reasons = minimalReasons(all, Numbers::Rationals);
    if (isEmpty(constraintsWithin(all, reasons), Numbers::Integers)) return reasons;
  }
  return minimalReasons(all, Numbers::Integers);
}

IntegerSystem::Indices IntegerSystem::constraintsWithin(const Indices& constraints,
                                                        const Reasons& reasons) const {
  Indices rest;
  std::copy_if(constraints.begin(), constraints.end(), std::back_inserter(rest),
               [&](std::size_t i) {
                 const Reasons& own = constraints_[i].reasons;
                 return std::includes(reasons.begin(), reasons.end(), own.begin(), own.end());
               });
  return rest;
}

Reasons IntegerSystem::minimalReasons(Indices constraints, Numbers numbers) const {
  Reasons reasons;
  for (std::size_t i : constraints) reasons = unite(reasons, constraints_[i].reasons);
  for (std::size_t part = (reasons.size() + 1) / 2; part > 0; part /= 2)
    for (std::size_t from = 0; from < reasons.size();) {
      Reasons left(reasons.begin(), reasons.begin() + static_cast<std::ptrdiff_t>(from));
      const std::size_t to = std::min(from + part, reasons.size());
      left.insert(left.end(), reasons.begin() + static_cast<std::ptrdiff_t>(to), reasons.end());
      Indices rest = constraintsWithin(constraints, left);
      if (isEmpty(rest, numbers)) {
        reasons = std::move(left);
        constraints = std::move(rest);
      } else {
        from = to;
      }
    }
  return reasons;
}

bool IntegerSystem::solveComponent(const Indices& constraints) {
  const std::vector<UnknownId> columns = columnsOf(constraints);
  if (columns.size() > maximalUnknowns) {
    gaveUp_ = true;
    return true;
  }
  isl_ctx_set_max_operations(context_, maximalOperations);
  isl_ctx_reset_operations(context_);
  const isl::Point point(isl_basic_set_sample_point(setOf(constraints, columns).release()));
  auto giveUp = [&] {
    isl_ctx_reset_error(context_);
    gaveUp_ = true;
    return true;
  };
  if (!point) return giveUp();
  if (isl_point_is_void(point.get()) == isl_bool_true) {
    conflictReasons_ = minimalReasons(constraints);
    return false;
  }
  for (unsigned column = 0; column < columns.size(); ++column) {
    const isl::Value value(
        isl_point_get_coordinate_val(point.get(), isl_dim_set, static_cast<int>(column)));
    if (!value) return giveUp();
    values_[columns[column]] = isl::toNumber(value.get());
  }
  return true;
}

// Bounds may be all that is left of a constraint which they made trivial.
void IntegerSystem::addBounds() {
  for (const bool upper : {false, true})
    for (const auto& [id, bound] : upper ? upper_ : lower_) {
      const LinearForm form = LinearForm::unknown(id);
      constraints_.push_back(
          {upper ? shifted(scaled(form, -1), bound.value) : shifted(form, -bound.value), false,
           bound.reasons});
    }
}

IntegerSystem::Answer IntegerSystem::solve() {
  if (conflict_) return Answer::Infeasible;
  values_.clear();
  gaveUp_ = false;
  addBounds();
  for (const Indices& component : components())
    if (!solveComponent(component)) return Answer::Infeasible;
  return gaveUp_ ? Answer::GaveUp : Answer::Feasible;
}

bool IntegerSystem::knows(const LinearForm& form) const {
  return std::all_of(form.terms.begin(), form.terms.end(),
                     [&](const auto& term) { return defined_.contains(term.first); });
}

BigInt IntegerSystem::value(UnknownId id) const {
  const auto it = values_.find(id);
  return it == values_.end() ? BigInt(0) : it->second;
}

BigInt IntegerSystem::value(const LinearForm& form) const {
  BigInt result = form.constant;
  for (const auto& [id, coefficient] : form.terms) result += coefficient * value(id);
  return result;
}

}  // namespace barricade
