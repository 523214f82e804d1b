#include "encoding/number_range.h"

#include <gtest/gtest.h>

#include "ir/program.h"
#include "ir/semantics.h"
#include "solver/smt/terms.h"

namespace barricade {
namespace {

class NumberRange : public testing::Test {
 protected:
  // The value of `e` is within its range in both readings, for all values of the leaves.
  void check(Expr e) {
    const unsigned width = e->type()->width();
    for (unsigned all = 0; all < 1u << 6; ++all) {
      std::unordered_map<Expr, Expr> memo;
      const std::unordered_map<Expr, Expr> values{{a, terms.number(all & 7, a->type())},
                                                  {b, terms.number(all >> 3, b->type())}};
      const BigInt value = terms.substitute(e, values, memo)->value();
      const BigInt asSigned = toSigned(value, width);
      EXPECT_TRUE((Interval{value, value}.within(rangeOf(terms, e, false)))) << all;
      EXPECT_TRUE((Interval{asSigned, asSigned}.within(rangeOf(terms, e, true)))) << all;
    }
  }
  Expr make(Op op, Expr x, Expr y) { return terms.pool().make(op, x, y); }
  Expr extended(Op op, Expr e, unsigned width) { return terms.pool().extend(op, e, width); }
  static bool isRange(const Interval& range, int low, int high) {
    return range.low == low && range.high == high;
  }

  Program program;
  Terms terms{program};
  Expr a = terms.fresh("a", bitVectorType(3));
  Expr b = terms.fresh("b", bitVectorType(3));
};

TEST_F(NumberRange, HoldsOfAllNumbers) {
  for (unsigned width : {3U, 4U, 5U, 6U, 7U})
    for (Op first : {Op::ZeroExtend, Op::SignExtend})
      for (Op second : {Op::ZeroExtend, Op::SignExtend}) {
        const Expr x = width == 3 ? a : extended(first, a, width);
        const Expr y = width == 3 ? b : extended(second, b, width);
        const Expr three = terms.number(3, x->type());
        for (Op op : {Op::BvAdd, Op::BvSub, Op::BvMul}) {
          check(make(op, x, y));
          check(make(Op::BvAdd, make(op, x, y), make(Op::BvMul, y, three)));
        }
        for (Op op :
             {Op::BvAnd, Op::BvURem, Op::BvUDiv, Op::BvSRem, Op::BvSDiv, Op::BvLShr, Op::BvShl})
          check(make(Op::BvAdd, make(op, x, three), y));
      }
}

TEST_F(NumberRange, OfExtendedNumbersIsExact) {
  const Expr x = extended(Op::ZeroExtend, a, 7), y = extended(Op::SignExtend, b, 7);
  EXPECT_TRUE(isRange(rangeOf(terms, make(Op::BvMul, x, x), true), 0, 49));
  EXPECT_TRUE(isRange(rangeOf(terms, make(Op::BvMul, x, y), true), -28, 21));
  EXPECT_TRUE(isRange(rangeOf(terms, make(Op::BvMul, x, y), false), 0, 127));
}

TEST_F(NumberRange, OfLowerBitsIsThatOfANumberWhichTheyHold) {
  const Expr wide = extended(Op::ZeroExtend, a, 8);
  const Expr held = program.pool().extract(wide, 4, 0), cut = program.pool().extract(wide, 2, 0);
  check(held);
  check(cut);
  EXPECT_TRUE(isRange(rangeOf(terms, held, true), 0, 7));
  EXPECT_TRUE(isRange(rangeOf(terms, cut, false), 0, 3));
}

}  // namespace
}  // namespace barricade
