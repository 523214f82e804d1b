#include "solver/index/linear_form.h"

#include <algorithm>

namespace barricade {

//--- Forms ------------------------------------------------------------------------------------

BigInt LinearForm::coefficient(UnknownId id) const {
  const auto it = std::lower_bound(
      terms.begin(), terms.end(), id,
      [](const std::pair<UnknownId, BigInt>& term, UnknownId other) { return term.first < other; });
  return it == terms.end() || it->first != id ? BigInt(0) : it->second;
}

LinearForm sum(const LinearForm& a, const LinearForm& b, const BigInt& factor) {
  LinearForm result;
  result.constant = a.constant + factor * b.constant;
  if (factor == 0) return a;
  auto left = a.terms.begin();
  auto right = b.terms.begin();
  while (left != a.terms.end() || right != b.terms.end()) {
    if (right == b.terms.end() || (left != a.terms.end() && left->first < right->first)) {
      result.terms.push_back(*left++);
    } else if (left == a.terms.end() || right->first < left->first) {
      result.terms.emplace_back(right->first, factor * right->second);
      ++right;
    } else {
      const BigInt coefficient = left->second + factor * right->second;
      if (coefficient != 0) result.terms.emplace_back(left->first, coefficient);
      ++left;
      ++right;
    }
  }
  return result;
}

LinearForm scaled(const LinearForm& form, const BigInt& factor) {
  return sum(LinearForm::number(0), form, factor);
}

BigInt floorDivide(const BigInt& a, const BigInt& positive) {
  BigInt quotient = a / positive;
  if (a < 0 && quotient * positive != a) --quotient;
  return quotient;
}

Interval productOf(const Interval& a, const Interval& b) {
  const BigInt corners[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
  return {*std::min_element(std::begin(corners), std::end(corners)),
          *std::max_element(std::begin(corners), std::end(corners))};
}

//--- Unknowns ---------------------------------------------------------------------------------

UnknownId Unknowns::add(Unknown unknown) {
  all_.push_back(std::move(unknown));
  return static_cast<UnknownId>(all_.size() - 1);
}

UnknownId Unknowns::leaf(Expr e) {
  const auto [it, added] = leaves_.try_emplace(e, 0);
  if (added) {
    Unknown unknown;
    unknown.leaf = e;
    unknown.range = {0, (BigInt(1) << e->type()->width()) - 1};
    it->second = add(std::move(unknown));
  }
  return it->second;
}

std::optional<UnknownId> Unknowns::find(Expr leaf) const {
  const auto it = leaves_.find(leaf);
  return it == leaves_.end() ? std::nullopt : std::optional(it->second);
}

UnknownId Unknowns::quotient(const LinearForm& dividend, const BigInt& divisor) {
  const auto [it, added] = quotients_.try_emplace({dividend, divisor}, 0);
  if (added) {
    Unknown unknown;
    unknown.kind = Unknown::Kind::Quotient;
    const Interval range = rangeOf(dividend);
    unknown.range = {floorDivide(range.low, divisor), floorDivide(range.high, divisor)};
    unknown.dividend = dividend;
    unknown.divisor = divisor;
    it->second = add(std::move(unknown));
  }
  return it->second;
}

UnknownId Unknowns::product(UnknownId a, UnknownId b) {
  Unknown unknown;
  unknown.kind = Unknown::Kind::Product;
  for (UnknownId id : {a, b}) {
    const Unknown& factor = all_[id];
    if (factor.kind == Unknown::Kind::Product)
      unknown.factors.insert(unknown.factors.end(), factor.factors.begin(), factor.factors.end());
    else
      unknown.factors.push_back(id);
  }
  std::sort(unknown.factors.begin(), unknown.factors.end());
  const auto [it, added] = products_.try_emplace(unknown.factors, 0);
  if (added) {
    unknown.range = productOf(all_[a].range, all_[b].range);
    if (a == b && unknown.range.low < 0) unknown.range.low = 0;
    it->second = add(std::move(unknown));
  }
  return it->second;
}

Interval Unknowns::rangeOf(const LinearForm& form) const {
  Interval range{form.constant, form.constant};
  for (const auto& [id, coefficient] : form.terms) {
    const Interval& part = all_[id].range;
    range.low += coefficient * (coefficient > 0 ? part.low : part.high);
    range.high += coefficient * (coefficient > 0 ? part.high : part.low);
  }
  return range;
}

}  // namespace barricade
