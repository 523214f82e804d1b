// Terms of bit vectors as linear forms over integer unknowns, along one path: whoever asks says
// which side of each `ite` counts.
//
// A term is translated to a form that is *congruent* to it modulo 2^width; only where an operator
// needs the number itself (comparison, division, extension) is it brought into range: for nothing
// where bounds show that it is in range already, else by a quotient by 2^width. So wrap-around is
// exact and costs only where it can happen. Division, remainder and shifts to the right by literals
// become quotients, masks remainders. Products of unknowns are unknowns, of which no more is said
// than bounds; what else is not linear (`x ^ y`) is any number of its width.
#pragma once

#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "solver/index/integer_system.h"

namespace barricade {

// `e`, or what it means in operators that QuasiAffine knows: signed division by magnitudes, logic
// of single bits by choice.
Expr expanded(ExprPool& pool, Expr e);

class QuasiAffine {
 public:
  struct Path {
    std::function<bool(Expr)> holds;   // of conditions
    std::function<Reasons(Expr)> why;  // it holds, or does not
  };
  // a != b as far as `form` is different from 0, which no system says; `reasons` hold.
  struct Disequality {
    LinearForm form;
    Reasons reasons;
  };

  QuasiAffine(ExprPool& pool, Unknowns& unknowns, IntegerSystem& system, Path path)
      : pool_(pool), unknowns_(unknowns), system_(system), path_(std::move(path)) {}

  // Adds to the system that a comparison of bit vectors, or an equation, holds or does not.
  void require(Expr comparison, bool holds, const Reasons& reasons);

  const std::vector<Disequality>& disequalities() const { return disequalities_; }

 private:
  struct Value {
    LinearForm form;
    Reasons reasons;
  };

  const Value& value(Expr e);
  Value number(Expr e, bool isSigned);
  Value inRange(const Value& value, unsigned width, bool isSigned);
  std::optional<Reasons> staysWithin(const LinearForm& form, const Interval& range) const;
  std::optional<Value> fixed(const Value& value) const;

  std::vector<Expr> operands(Expr e) const;
  Value translate(Expr e);
  Value anything(Expr e);
  Value linear(Expr e, const BigInt& factor);  // arg(0) + factor * arg(1)
  Value multiply(const Value& a, const Value& b, Expr e);
  LinearForm productOf(UnknownId a, UnknownId b, Reasons& reasons);
  void boundProduct(UnknownId product, UnknownId a, UnknownId b);
  Value divide(Expr e);
  Value divideByUnknown(Expr e, const Value& dividend, const Value& divisor);
  Value quotient(const Value& dividend, const BigInt& divisor);
  Value remainder(const Value& dividend, const BigInt& divisor);
  Value shift(Expr e);
  Value bits(Expr e);
  Value masked(Expr e, const BigInt& mask);
  std::optional<Value> disjointBits(Expr e);
  void requireEqual(Expr equation, bool holds, const Reasons& reasons);

  ExprPool& pool_;
  Unknowns& unknowns_;
  IntegerSystem& system_;
  Path path_;
  std::unordered_map<Expr, Value> values_;
  std::vector<Disequality> disequalities_;
};

}  // namespace barricade
