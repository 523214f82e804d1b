// Where a kernel's own arithmetic wraps around. Races that need it are real, but seldom what a
// reader looks for first, so that counterexamples avoid it and findings say when they cannot.
//
// A value overflows when the operations that lead to it give neither all what signed numbers
// without limits would, nor all what unsigned ones would: `t - 1` for t = 0 is -1 and no overflow,
// nor is 2^31 + 1 of unsigned words; 2^31 * 2 is one, and so is a sum beyond 2^32 whose operand,
// read as signed, is negative. A parameter that the source declares without a sign is not read as
// negative. Hashes wrap around on purpose: products with large odd literals, and what is added to
// them. What the verifier itself computes with (watched elements, counters of iterations) is
// none of the kernel's arithmetic.
#pragma once

#include <functional>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "solver/smt/terms.h"

namespace barricade {

// The conditions that nothing overflows, in either reading of all operands.
struct Fits {
  Expr asSigned, asUnsigned;
};

// What the kernel computes a value by.
struct KernelOperation {
  Op op;
  Expr left, right;
};

class KernelArithmetic {
 public:
  // `result` is what the kernel's `op` of the two makes. Of the value that a loop counter has after
  // some iterations, `counted` says that their number is not too large for its width.
  void record(Expr result, Op op, Expr left, Expr right, std::optional<Fits> counted = {});
  // `value` has no sign in the source: it is no negative number, in neither reading.
  void recordUnsigned(Expr value) { unsigned_.insert(value); }

  // What makes `result` of operands that are older than it, so that whoever follows them comes to
  // an end; nothing where it was not recorded so: a sum that was simplified to one of them.
  std::optional<KernelOperation> operationOf(Expr result) const;

  // The same, or else the operator of `e` with its two arguments; with null where it has others.
  KernelOperation madeBy(Expr e) const;

  // The condition that nothing overflows on the way to `value`; of an `ite` only what is chosen
  // counts.
  Expr fits(Terms& terms, Expr value) const;
  // The same for two numbers that are compared: both in one reading.
  Expr fitTogether(Terms& terms, Expr a, Expr b) const;

  enum class Overflowing { Nothing, Counter, Other };
  // What overflows on the way to `value` where `holds` decides conditions.
  Overflowing overflowing(Terms& terms, Expr value, const std::function<bool(Expr)>& holds) const;

 private:
  struct Record {
    KernelOperation operation;
    std::optional<Fits> counted;
  };
  bool isHash(Expr e) const;
  Fits ownFits(Terms& terms, Expr result) const;
  std::vector<Expr> operandsOf(Expr e) const;
  Fits fitsFrom(Terms& terms, Expr e) const;
  Fits readingsOf(Terms& terms, Expr value) const;
  std::unordered_map<Expr, Record> records_;  // by result
  std::unordered_set<Expr> unsigned_;
  mutable std::unordered_map<Expr, Fits> known_;  // of all terms that were asked about
  mutable std::unordered_map<Expr, bool> hashes_;
};

// The conditions that `op` (BvAdd, BvSub, BvMul, BvShl) of bit vectors gives the exact result.
Fits fitsWidth(Terms& terms, Op op, Expr left, Expr right);

}  // namespace barricade
