// Simplification keeps values: random terms, built once plainly and once with simplification, have
// equal values under random assignments. Then the rules that uniformity hangs on, one by one.
#include "solver/smt/terms.h"

#include <gtest/gtest.h>

#include <random>

#include "ir/semantics.h"

namespace barricade {
namespace {

using Assignment = std::unordered_map<const Variable*, BigInt>;

BigInt valueOf(Expr e, const Assignment& assignment) {
  if (e->isLiteral()) return e->value();
  if (e->op() == Op::Variable) return assignment.at(e->variable());
  std::vector<BigInt> args;
  for (Expr a : e->args()) args.push_back(valueOf(a, assignment));
  if (e->op() == Op::Ite) return args[0] != 0 ? args[1] : args[2];
  return evaluateOperator(e, args);
}

// A plain term and what Terms makes of it.
struct Twin {
  Expr plain;
  Expr simplified;
};

class RandomTerms {
 public:
  RandomTerms(Program& program, unsigned seed)
      : terms_(program), pool_(program.pool()), random_(seed) {
    for (unsigned width : {1U, 3U, 8U})
      for (int i = 0; i < 2; ++i) addLeaf(terms_.fresh("x", bitVectorType(width)));
    for (int i = 0; i < 3; ++i) addLeaf(terms_.fresh("c", boolType()));
  }

  Assignment assignment() {
    Assignment result;
    for (Expr leaf : leaves_)
      result[leaf->variable()] = below(leaf->type()->isBool() ? 2 : 1 << leaf->type()->width());
    return result;
  }

  Twin condition(unsigned depth) {
    if (depth == 0) return leaf(boolType());
    switch (below(6)) {
      case 0: return combine(pool_.make(Op::Not, yes()), {condition(depth - 1)});
      case 1:
      case 2: {
        const Op op = std::array{Op::And, Op::Or, Op::Implies, Op::Iff, Op::NotEqual}[below(5)];
        return combine(pool_.make(op, yes(), yes()), {condition(depth - 1), condition(depth - 1)});
      }
      case 3: return choice(condition(depth - 1), condition(depth - 1), condition(depth - 1));
      default: {
        const unsigned width = std::array{1U, 3U, 8U}[below(3)];
        const Op op =
            std::array{Op::Equal, Op::NotEqual, Op::BvUlt, Op::BvUle, Op::BvUgt,
                       Op::BvUge, Op::BvSlt,    Op::BvSle, Op::BvSgt, Op::BvSge}[below(10)];
        Expr zero = pool_.bitVector(0, width);
        return combine(pool_.make(op, zero, zero),
                       {vector(width, depth - 1), vector(width, depth - 1)});
      }
    }
  }

  Twin vector(unsigned width, unsigned depth) {
    if (depth == 0 || below(8) == 0) return leaf(bitVectorType(width));
    Expr zero = pool_.bitVector(0, width);
    switch (below(8)) {
      case 0:
        return choice(condition(depth - 1), vector(width, depth - 1), vector(width, depth - 1));
      case 1: {  // widened
        if (width == 1) break;
        const unsigned inner = width == 8 ? 3 : 1;
        const Op op = below(2) ? Op::ZeroExtend : Op::SignExtend;
        return combine(pool_.extend(op, pool_.bitVector(0, inner), width),
                       {vector(inner, depth - 1)});
      }
      case 2: {  // a part
        const unsigned low = below(8 - width + 1);
        return combine(pool_.extract(pool_.bitVector(0, 8), low + width, low),
                       {vector(8, depth - 1)});
      }
      case 3: {  // two parts
        if (width == 1) break;
        const unsigned lower = width == 8 ? 5 : 2;
        auto part = [&](unsigned high, unsigned low) {
          return combine(pool_.extract(pool_.bitVector(0, 8), high, low), {shared(depth - 1)});
        };
        shared_.reset();
        return combine(
            pool_.make(Op::Concat, pool_.bitVector(0, width - lower), pool_.bitVector(0, lower)),
            {part(width, lower), part(lower, 0)});
      }
      case 4:
        return combine(pool_.make(below(2) ? Op::BvNot : Op::BvNeg, zero),
                       {vector(width, depth - 1)});
      case 5: return divided(width, depth - 1);
      default: break;
    }
    const Op op = std::array{Op::BvAdd,  Op::BvAdd,  Op::BvSub,  Op::BvMul,  Op::BvUDiv,
                             Op::BvSDiv, Op::BvURem, Op::BvSRem, Op::BvSMod, Op::BvShl,
                             Op::BvLShr, Op::BvAShr, Op::BvAnd,  Op::BvOr,   Op::BvXor}[below(15)];
    return combine(pool_.make(op, zero, zero),
                   {vector(width, depth - 1), vector(width, depth - 1)});
  }

  Terms& terms() { return terms_; }

 private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  Expr yes() { return pool_.boolean(true); }
  void addLeaf(Expr leaf) { leaves_.push_back(leaf); }

  Twin shared(unsigned depth) {
    if (!shared_) shared_ = vector(8, depth);
    return *shared_;
  }

  Twin leaf(Type type) {
    if (below(4) == 0) {
      Expr e = type->isBool() ? pool_.boolean(below(2))
                              : pool_.bitVector(below(1U << type->width()), type->width());
      return {e, e};
    }
    std::vector<Expr> fitting;
    for (Expr e : leaves_)
      if (e->type() == type) fitting.push_back(e);
    Expr e = fitting[below(static_cast<unsigned>(fitting.size()))];
    return {e, e};
  }

  Twin combine(Expr shape, const std::vector<Twin>& parts) {
    std::vector<Expr> plain;
    std::vector<Expr> simplified;
    for (const Twin& part : parts) {
      plain.push_back(part.plain);
      simplified.push_back(part.simplified);
    }
    Expr node = pool_.withArgs(shape, plain);
    return {node, terms_.rebuild(node, simplified)};
  }

  // (x / y) * y * m + (x % y) * m, or x - (x / y) * y.
  Twin divided(unsigned width, unsigned depth) {
    const Expr zero = pool_.bitVector(0, width);
    const auto make = [&](Op op, const Twin& a, const Twin& b) {
      return combine(pool_.make(op, zero, zero), {a, b});
    };
    const Twin x = vector(width, depth), y = vector(width, depth), m = vector(width, depth);
    const bool isSigned = below(2);
    const Twin multiple = make(Op::BvMul, make(isSigned ? Op::BvSDiv : Op::BvUDiv, x, y), y);
    if (below(3) == 0) return make(Op::BvSub, x, multiple);
    const Twin rest = make(isSigned ? Op::BvSRem : Op::BvURem, x, y);
    return make(Op::BvAdd, make(Op::BvMul, multiple, m), make(Op::BvMul, rest, m));
  }

  Twin choice(const Twin& condition, const Twin& then, const Twin& otherwise) {
    return {pool_.ite(condition.plain, then.plain, otherwise.plain),
            terms_.ite(condition.simplified, then.simplified, otherwise.simplified)};
  }

  Terms terms_;
  ExprPool& pool_;
  std::mt19937 random_;
  std::vector<Expr> leaves_;
  std::optional<Twin> shared_;
};

TEST(Terms, SimplificationKeepsTheValue) {
  Program program;
  RandomTerms random(program, 1);
  for (int round = 0; round < 6000; ++round) {
    const Twin twin = round % 2 ? random.condition(4) : random.vector(8, 4);
    for (int i = 0; i < 12; ++i) {
      const Assignment assignment = random.assignment();
      ASSERT_EQ(valueOf(twin.plain, assignment), valueOf(twin.simplified, assignment))
          << "round " << round;
    }
  }
}

TEST(Terms, AssumingAFactKeepsTheValueWhereItHolds) {
  Program program;
  RandomTerms random(program, 2);
  unsigned compared = 0;
  for (int round = 0; round < 1500; ++round) {
    const Expr e = random.vector(8, 3).simplified;
    const Expr fact = random.condition(2).simplified;
    const Expr under = random.terms().assuming(e, fact);
    for (int i = 0; i < 12; ++i) {
      const Assignment assignment = random.assignment();
      if (valueOf(fact, assignment) == 0) continue;
      ASSERT_EQ(valueOf(e, assignment), valueOf(under, assignment));
      ++compared;
    }
  }
  EXPECT_GT(compared, 3000U);
}

class TermRules : public testing::Test {
 protected:
  Program program_;
  Terms terms_{program_};
  Expr x_ = terms_.fresh("x", bitVectorType(32));
  Expr y_ = terms_.fresh("y", bitVectorType(32));
  Expr c_ = terms_.fresh("c", boolType());
  Expr number(int value) { return terms_.number(value, bitVectorType(32)); }
};

TEST_F(TermRules, ConstantsGoToTheOutside) {
  EXPECT_EQ(terms_.add(terms_.add(x_, number(3)), y_), terms_.add(terms_.add(x_, y_), number(3)));
  EXPECT_EQ(terms_.sub(terms_.add(x_, number(3)), number(3)), x_);
}

// b * T * C + t * C + c with b = i / C / T, t = i / C % T, c = i % C.
TEST_F(TermRules, WhatIsTakenApartByDivisionsIsPutTogetherAgain) {
  const Expr channels = terms_.fresh("C", bitVectorType(32));
  for (const auto& [quotient, remainder] :
       {std::pair{Op::BvSDiv, Op::BvSRem}, {Op::BvUDiv, Op::BvURem}}) {
    const auto make = [&, q = quotient, r = remainder](bool divides, Expr a, Expr b) {
      return terms_.rebuild(program_.pool().make(divides ? q : r, a, b), {a, b});
    };
    const Expr row = make(true, x_, channels);
    const Expr b = make(true, row, y_), t = make(false, row, y_), c = make(false, x_, channels);
    const Expr batch = terms_.mul(terms_.mul(b, y_), channels);
    EXPECT_EQ(terms_.add(terms_.add(batch, terms_.mul(t, channels)), c), x_);
    EXPECT_EQ(terms_.sub(x_, terms_.mul(row, channels)), c);
    EXPECT_NE(terms_.add(terms_.mul(b, channels), t), row);
  }
}

TEST_F(TermRules, DivisionsOfOneValueInSeveralWidthsAreOne) {
  const Expr narrow = terms_.fresh("n", bitVectorType(7));
  const auto divided = [&](Op op, unsigned width, int by) {
    const Expr wide = terms_.zeroExtend(narrow, width), number = terms_.number(by, wide->type());
    return terms_.rebuild(program_.pool().make(op, wide, number), {wide, number});
  };
  EXPECT_EQ(divided(Op::BvSRem, 32, 3), terms_.zeroExtend(divided(Op::BvURem, 8, 3), 32));
  EXPECT_EQ(divided(Op::BvUDiv, 64, 3), terms_.zeroExtend(divided(Op::BvSDiv, 32, 3), 64));
  EXPECT_EQ(divided(Op::BvUDiv, 32, 128)->op(), Op::BvUDiv);
}

TEST_F(TermRules, OffsetsOfOneBaseAreDecided) {
  EXPECT_TRUE(terms_.equal(terms_.add(x_, number(3)), terms_.add(x_, number(4)))->isFalse());
  EXPECT_TRUE(terms_.equal(terms_.add(x_, number(3)), x_)->isFalse());
}

TEST_F(TermRules, NarrowValuesAreComparedAsSuch) {
  const Expr narrow = terms_.fresh("id", bitVectorType(6));
  const Expr id = terms_.zeroExtend(narrow, 32);
  EXPECT_TRUE(terms_.less(id, number(64), true)->isTrue());
  EXPECT_TRUE(terms_.less(id, number(-1), true)->isFalse());
  EXPECT_TRUE(terms_.less(id, number(-1), false)->isTrue());
  EXPECT_TRUE(terms_.equal(id, number(64))->isFalse());
}

TEST_F(TermRules, AMergeUnderComplementaryConditionsIsTheValue) {
  const Expr d = terms_.fresh("d", boolType());
  const Expr both = terms_.lor(terms_.land(d, c_), terms_.land(d, terms_.lnot(c_)));
  EXPECT_EQ(both, d);
  EXPECT_EQ(terms_.ite(c_, x_, terms_.ite(terms_.lnot(c_), y_, number(7))), terms_.ite(c_, x_, y_));
}

TEST_F(TermRules, AConvertedConditionIsTheConditionAgain) {
  const Expr flag = terms_.ite(c_, number(1), number(0));
  EXPECT_EQ(terms_.equal(flag, number(1)), c_);
  EXPECT_EQ(terms_.lnot(terms_.equal(flag, number(0))), c_);
}

}  // namespace
}  // namespace barricade
