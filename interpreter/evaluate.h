// Slow and exact evaluation of expressions on big integers: for launch-time facts (axioms,
// preconditions), for values wider than a machine word, and as the yardstick for the bytecode.
//
// Booleans are 0 and 1, bit vectors lie in [0, 2^width), integers are themselves. Bit-vector
// operators follow SMT-LIB (x/0 is all ones, x%0 is x).
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>

#include "ir/program.h"

namespace barricade {

// Thrown where a construct has no concrete value: pending-access variables, `__other_*`,
// quantifiers, `old`.
struct NotEvaluable {
  std::string what;
};

// The value of the operator of `e` (not a leaf, Select, Apply or quantifier) for these arguments.
BigInt applyOperator(Expr e, std::span<const BigInt> args);

class Evaluator {
 public:
  // The value of a variable, or nothing when it is unknown.
  using Lookup = std::function<std::optional<BigInt>(const Variable*)>;
  // The element of an array, or nothing.
  using Read = std::function<std::optional<BigInt>(const Variable*, const BigInt& index)>;

  Evaluator(Lookup lookup, Read read, std::uint64_t seed)
      : lookup_(std::move(lookup)), read_(std::move(read)), seed_(seed) {}

  // How `old` reads elements; else as everything does.
  void readBefore(Read read) { before_ = std::move(read); }

  // Nothing when a variable or element that matters is unknown; throws NotEvaluable. Connectives
  // and conditionals need only the arguments that decide them.
  std::optional<BigInt> evaluate(Expr e);

 private:
  using Environment = std::unordered_map<const Variable*, BigInt>;
  std::optional<BigInt> visit(Expr e, const Environment& bound);
  std::optional<BigInt> visitOld(Expr e, const Environment& bound);
  std::optional<BigInt> visitApplication(Expr e, const Environment& bound);

  Lookup lookup_;
  Read read_;
  Read before_;
  std::uint64_t seed_;
};

// C of `(if C then 1bv1 else 0bv1) != 0bv1`, the shape of conditions that come from C; other
// conditions as they are.
Expr plainCondition(Expr e);

// Bits a value of this type has; 0 for int.
unsigned widthOf(Type type);

BigInt signedValue(const BigInt& value, unsigned width);

}  // namespace barricade
