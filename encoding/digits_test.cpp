#include "encoding/digits.h"

#include <gtest/gtest.h>

#include <random>

namespace barricade {
namespace {

class Digits : public testing::Test {
 protected:
  Expr fresh(unsigned width) {
    leaves_.push_back(terms_.fresh("leaf", bitVectorType(width)));
    return leaves_.back();
  }
  Expr signExtend(Expr e, unsigned width) {
    return terms_.rebuild(terms_.pool().extend(Op::SignExtend, e, width), {e});
  }
  Expr sum(Expr a, Expr b, Expr c) { return terms_.add(terms_.add(a, b), c); }
  Expr product(Expr a, Expr b, Expr c) { return terms_.mul(terms_.mul(a, b), c); }

  // Of random values of the leaves. How often the indices were equal and what is implied mattered.
  void expectToHold(Expr lemma, Expr first, Expr second) {
    EXPECT_FALSE(lemma->isTrue());
    std::mt19937 random(1);
    unsigned equal = 0;
    for (int round = 0; round < 20000; ++round) {
      std::unordered_map<Expr, Expr> values, memo;
      for (Expr leaf : leaves_)
        values[leaf] = terms_.number(random() % (1U << leaf->type()->width()), leaf->type());
      ASSERT_TRUE(terms_.substitute(lemma, values, memo)->isTrue());
      equal += terms_.substitute(terms_.equal(first, second), values, memo)->isTrue();
    }
    EXPECT_GT(equal, 1000U);
  }

  Program program_;
  Terms terms_{program_};
  std::vector<Expr> leaves_;
};

TEST_F(Digits, OfThreePlacesAgree) {
  const Expr T = fresh(3), C = fresh(3), b = fresh(3), t = fresh(3), c = fresh(3), d = fresh(3),
             u = fresh(3), e = fresh(3);
  const Expr first = sum(product(b, T, C), terms_.mul(t, C), c);
  const Expr second = sum(product(d, T, C), terms_.mul(u, C), e);
  const Expr lemma = digitsAgree(terms_, {}, first, second);
  expectToHold(lemma, first, second);
  // With T = 2 and C = 3: (0, 1, 2) is 5 as (0, 1, 2) is, and nothing else.
  std::unordered_map<Expr, Expr> memo,
      values{{T, terms_.number(2, T->type())}, {C, terms_.number(1, T->type())},
             {c, terms_.number(0, T->type())}, {e, terms_.number(0, T->type())},
             {b, terms_.number(0, T->type())}, {t, terms_.number(1, T->type())},
             {d, terms_.number(0, T->type())}};
  EXPECT_TRUE(leavesOf(terms_.substitute(lemma, values, memo)).contains(u->variable()));
}

// row * pitch, extended, and the column behind it, against an index that is extended as a whole.
TEST_F(Digits, OfDifferentWidthsAgree) {
  const Expr pitch = fresh(2), x = fresh(2), y = fresh(2), c = fresh(2), d = fresh(2);
  const Expr moved = terms_.add(signExtend(terms_.mul(x, pitch), 4), signExtend(c, 4));
  const Expr whole = signExtend(terms_.add(terms_.mul(y, pitch), d), 4);
  expectToHold(digitsAgree(terms_, {}, moved, whole), moved, whole);
}

// A pointer that rows without a sign have moved, and an index with one: where pitch is no less than
// 0 both read one number.
TEST_F(Digits, OfBothReadingsAgree) {
  const Expr pitch = fresh(3), b = fresh(1), d = fresh(1), t = fresh(2), u = fresh(2);
  const auto index = [&](Expr block, Expr thread) {
    const Expr row = terms_.mul(terms_.zeroExtend(block, 3), pitch);
    return terms_.add(terms_.zeroExtend(row, 6),
                      signExtend(terms_.mul(terms_.zeroExtend(thread, 3), pitch), 6));
  };
  const Expr first = index(b, t), second = index(d, u);
  const Expr lemma = digitsAgree(terms_, {}, first, second);
  expectToHold(lemma, first, second);
  const Expr isNatural = terms_.lessEqual(terms_.number(0, pitch->type()), pitch, true);
  EXPECT_TRUE(anyNode(lemma, [&](Expr e) { return e == isNatural; }));
}

TEST_F(Digits, GoOnWithinSumsAndDifferences) {
  const Expr pitch = fresh(2), q = fresh(2), x = fresh(2), y = fresh(2), r = fresh(2), s = fresh(2),
             c = fresh(2), d = fresh(2);
  const Expr first = terms_.add(terms_.mul(terms_.add(terms_.mul(x, q), r), pitch), c);
  const Expr second = terms_.sub(terms_.mul(terms_.add(terms_.mul(y, q), s), pitch), d);
  expectToHold(digitsAgree(terms_, {}, first, second), first, second);
}

// (i / (T * C) * T * C, extended, and i / C % T * C, and i % C, of two numbers i.
TEST_F(Digits, ThatDivisionsMadeArePutTogether) {
  for (const auto& [quotient, remainder] :
       {std::pair{Op::BvSDiv, Op::BvSRem}, {Op::BvUDiv, Op::BvURem}}) {
    leaves_.clear();
    const Expr i = fresh(4), j = fresh(4), T = fresh(4), C = fresh(4);
    const auto make = [&](Op op, Expr a, Expr b) {
      return terms_.rebuild(program_.pool().make(op, a, b), {a, b});
    };
    const auto extend = [&, isSigned = quotient == Op::BvSDiv](Expr e) {
      return isSigned ? signExtend(e, 8) : terms_.zeroExtend(e, 8);
    };
    const auto index = [&, div = quotient, rem = remainder](Expr e) {
      return sum(extend(product(make(div, e, terms_.mul(T, C)), T, C)),
                 extend(terms_.mul(make(rem, make(div, e, C), T), C)), extend(make(rem, e, C)));
    };
    expectToHold(digitsAgree(terms_, {}, index(i), index(j)), index(i), index(j));
  }
}

// 2 * (x * pitch + c) and 2 * (y * pitch + d) + e: literals are weights as well.
TEST_F(Digits, OfMultiplesOfASumAgree) {
  const Expr pitch = fresh(3), x = fresh(3), y = fresh(3), c = fresh(3), d = fresh(3), e = fresh(3);
  const Expr two = terms_.number(2, e->type());
  const Expr first = terms_.mul(terms_.add(terms_.mul(x, pitch), c), two);
  const Expr second = terms_.add(terms_.mul(terms_.add(terms_.mul(y, pitch), d), two), e);
  expectToHold(digitsAgree(terms_, {}, first, second), first, second);
}

// A digit that the kernel adds up is bounded by what is said of the sum.
TEST_F(Digits, AreBoundedAsTheKernelHasThem) {
  const Expr pitch = fresh(2), x = fresh(2), y = fresh(2), b = fresh(2), c = fresh(2), t = fresh(2),
             u = fresh(2);
  const Expr column = terms_.add(b, t), other = terms_.add(c, u);
  const Expr first = terms_.add(terms_.mul(x, pitch), column);
  const Expr second = terms_.add(terms_.mul(y, pitch), other);
  const Expr lemma = digitsAgree(terms_, {}, first, second);
  expectToHold(lemma, first, second);
  const Expr guard = terms_.less(column, pitch, false);
  EXPECT_TRUE(anyNode(lemma, [&](Expr e) { return e == guard; }));
}

// t / half * 2 * half + t % half, as butterflies have it, of two numbers t.
TEST_F(Digits, OfQuotientsAndRemaindersAgree) {
  const Expr t = fresh(3), u = fresh(3), half = fresh(3);
  const auto make = [&](Op op, Expr a, Expr b) {
    return terms_.rebuild(program_.pool().make(op, a, b), {a, b});
  };
  const auto index = [&](Expr e) {
    const Expr span = terms_.mul(terms_.number(2, e->type()), half);
    return terms_.add(terms_.mul(make(Op::BvUDiv, e, half), span), make(Op::BvURem, e, half));
  };
  expectToHold(digitsAgree(terms_, {}, index(t), index(u)), index(t), index(u));
}

// i / w * pitch + i % w, of cells without their margin; what is taken apart has digits itself.
TEST_F(Digits, OfQuotientsAndRemaindersMakeTheDividend) {
  const Expr t = fresh(2), u = fresh(2), k = fresh(2), m = fresh(2), stride = fresh(2),
             w = fresh(2), pitch = fresh(2);
  const Expr one = terms_.add(terms_.mul(k, stride), t);
  const Expr other = terms_.add(terms_.mul(m, stride), u);
  const auto index = [&](Expr e, Op quotient, Op remainder) {
    const auto make = [&](Op op) { return terms_.rebuild(program_.pool().make(op, e, w), {e, w}); };
    return terms_.add(terms_.mul(make(quotient), pitch), make(remainder));
  };
  for (const auto& [quotient, remainder] :
       {std::pair{Op::BvUDiv, Op::BvURem}, {Op::BvSDiv, Op::BvSRem}}) {
    const Expr first = index(one, quotient, remainder);
    const Expr second = index(other, quotient, remainder);
    const Expr lemma = digitsAgree(terms_, {}, first, second);
    expectToHold(lemma, first, second);
    const Expr isSame = terms_.equal(one, other), areSame = terms_.equal(t, u);
    EXPECT_TRUE(anyNode(lemma, [&](Expr e) { return e == isSame; }));
    EXPECT_TRUE(anyNode(lemma, [&](Expr e) { return e == areSame; }));
  }
}

// (c * N + b) * P + p with b = i / (C * P), which is below N where i is below N * C * P.
TEST_F(Digits, ThatAreQuotientsAreBoundedByWhatIsDivided) {
  const Expr i = fresh(2), j = fresh(2), c = fresh(2), d = fresh(2), n = fresh(2), x = fresh(2),
             C = fresh(2);
  const Expr quotient = terms_.rebuild(program_.pool().make(Op::BvUDiv, i, C), {i, C});
  const Expr other = terms_.rebuild(program_.pool().make(Op::BvUDiv, j, C), {j, C});
  const Expr first = terms_.add(terms_.mul(c, n), quotient);
  const Expr second = terms_.add(terms_.mul(d, n), other);
  const Expr guard = terms_.less(i, terms_.mul(n, C), false);
  const Expr guards =
      terms_.land(guard, terms_.less(j, terms_.mul(n, C), false), terms_.less(x, n, false));
  const Expr lemma = digitsAgree(terms_, {}, first, second, {guards});
  expectToHold(lemma, first, second);
  EXPECT_TRUE(anyNode(lemma, [&](Expr e) { return e == guard; }));
}

// r * (w + 2) + c: rows with a margin.
TEST_F(Digits, MayHaveSumsAsWeights) {
  const Expr w = fresh(2), x = fresh(2), y = fresh(2), c = fresh(2), d = fresh(2);
  const Expr pitch = terms_.add(w, terms_.number(2, w->type()));
  const Expr first = terms_.add(terms_.mul(x, pitch), c);
  const Expr second = terms_.add(terms_.mul(y, pitch), d);
  const Expr lemma = digitsAgree(terms_, {}, first, second);
  expectToHold(lemma, first, second);
  const Expr below = terms_.less(c, pitch, false);
  EXPECT_TRUE(anyNode(lemma, [&](Expr e) { return e == below; }));
}

TEST_F(Digits, AreNoneWhereNoFactorIsShared) {
  const Expr a = fresh(3), b = fresh(3), c = fresh(3), d = fresh(3);
  EXPECT_TRUE(digitsAgree(terms_, {}, terms_.mul(a, b), terms_.mul(c, d))->isTrue());
}

}  // namespace
}  // namespace barricade
