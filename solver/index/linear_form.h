// Integer unknowns, and linear forms over them.
//
// A quotient is the floor of a form divided by a positive literal and a product is that of two or
// more unknowns: each is one unknown for each such form or product, so that it means the same
// wherever it occurs. What a quotient is belongs to every system in which it occurs; what a product
// is only as far as somebody says (index_engine.cpp).
#pragma once

#include <compare>
#include <cstddef>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/expr.h"

namespace barricade {

using UnknownId = unsigned;

struct LinearForm {
  std::vector<std::pair<UnknownId, BigInt>> terms;  // by unknown; no coefficient is 0
  BigInt constant = 0;

  static LinearForm number(const BigInt& value) { return {{}, value}; }
  static LinearForm unknown(UnknownId id) { return {{{id, 1}}, 0}; }

  bool isConstant() const { return terms.empty(); }
  BigInt coefficient(UnknownId id) const;
  std::weak_ordering operator<=>(const LinearForm&) const = default;
  bool operator==(const LinearForm&) const = default;
};

// a + factor * b
LinearForm sum(const LinearForm& a, const LinearForm& b, const BigInt& factor = 1);
LinearForm scaled(const LinearForm& form, const BigInt& factor);
inline LinearForm difference(const LinearForm& a, const LinearForm& b) {
  return sum(a, b, -1);
}
inline LinearForm shifted(LinearForm form, const BigInt& by) {
  form.constant += by;
  return form;
}

BigInt floorDivide(const BigInt& a, const BigInt& positive);

// Both ends belong to it.
struct Interval {
  BigInt low, high;
  bool within(const Interval& other) const { return other.low <= low && high <= other.high; }
};

Interval productOf(const Interval& a, const Interval& b);

struct Unknown {
  enum class Kind { Leaf, Quotient, Product };
  Kind kind = Kind::Leaf;
  Interval range;  // whatever else holds
  Expr leaf = nullptr;
  LinearForm dividend;  // Quotient
  BigInt divisor;
  std::vector<UnknownId> factors;  // Product: ascending; with repetitions
};

class Unknowns {
 public:
  // The value of a term of bit vectors, without a sign.
  UnknownId leaf(Expr e);
  UnknownId quotient(const LinearForm& dividend, const BigInt& divisor);
  UnknownId product(UnknownId a, UnknownId b);

  const Unknown& operator[](UnknownId id) const { return all_[id]; }
  std::size_t size() const { return all_.size(); }
  std::optional<UnknownId> find(Expr leaf) const;
  Interval rangeOf(const LinearForm& form) const;

 private:
  UnknownId add(Unknown unknown);

  std::vector<Unknown> all_;
  std::unordered_map<Expr, UnknownId> leaves_;
  std::map<std::pair<LinearForm, BigInt>, UnknownId> quotients_;
  std::map<std::vector<UnknownId>, UnknownId> products_;
};

}  // namespace barricade
