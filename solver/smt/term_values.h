// The values of terms where those of their leaves are known: everything above a leaf follows from
// the semantics of the operators.
#pragma once

#include <functional>
#include <span>
#include <unordered_map>

#include "ir/expr.h"

namespace barricade {

class TermValues {
 public:
  // The value of a variable, a quantifier, or an application to `arguments`.
  using Leaf = std::function<BigInt(Expr leaf, std::span<const BigInt> arguments)>;

  explicit TermValues(Leaf leaf) : leaf_(std::move(leaf)) {}

  BigInt value(Expr root);
  void clear() { values_.clear(); }

 private:
  Leaf leaf_;
  std::unordered_map<Expr, BigInt> values_;
};

}  // namespace barricade
