// Bit-blasting against the meaning of the operators (ir/semantics.h): every operator on random
// values of small and odd widths, whole random terms against cvc5, and functions.
#include <gtest/gtest.h>

#include <random>

#include "ir/program.h"
#include "ir/semantics.h"
#include "solver/smt/session.h"
#include "solver/smt/test_constants.h"

namespace barricade {
namespace {

class BitEngine : public test::WithConstants {
 protected:
  Expr equal(Expr a, Expr b) { return pool_.make(Op::Equal, a, b); }
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }

  // The first four are corners: zero, one, all ones, the least signed number. Then a small shift
  // distance, and any.
  BigInt value(unsigned choice, unsigned width) {
    const BigInt all = (BigInt(1) << width) - 1;
    switch (choice) {
      case 0: return 0;
      case 1: return 1;
      case 2: return all;
      case 3: return BigInt(1) << (width - 1);
      case 4: return BigInt(below(width + 2)) & all;
      default: return ((BigInt(random_()) << 64) | random_()) & all;
    }
  }

  std::mt19937_64 random_{1};
};

constexpr Op binary[] = {Op::BvAdd,  Op::BvSub,  Op::BvMul,  Op::BvUDiv,   Op::BvURem,
                         Op::BvSDiv, Op::BvSRem, Op::BvSMod, Op::BvShl,    Op::BvLShr,
                         Op::BvAShr, Op::BvAnd,  Op::BvOr,   Op::BvXor,    Op::BvUlt,
                         Op::BvUle,  Op::BvUgt,  Op::BvUge,  Op::BvSlt,    Op::BvSle,
                         Op::BvSgt,  Op::BvSge,  Op::Equal,  Op::NotEqual, Op::Concat};
constexpr Op unary[] = {Op::BvNot, Op::BvNeg};

TEST_F(BitEngine, EveryOperatorMeansWhatTheSemanticsSay) {
  for (unsigned width : {1U, 2U, 5U, 16U}) {
    for (unsigned pair = 0; pair < 36; ++pair) {
      SolverSession session(pool_, {});
      const std::array<BigInt, 2> values{value(pair / 6, width), value(pair % 6, width)};
      // Literals fold into the circuit, variables do not: both ways.
      std::array<Expr, 2> args{};
      std::vector<Expr> assumptions;
      for (unsigned i = 0; i < 2; ++i) {
        const Expr literal = pool_.bitVector(values[i], width);
        args[i] = below(2) ? literal : word(width);
        assumptions.push_back(equal(args[i], literal));
      }
      auto expectValue = [&](Expr term, std::span<const BigInt> operands) {
        const BigInt expected = evaluateOperator(term, operands);
        const Expr result = constant(term->type());
        std::vector<Expr> all = assumptions;
        all.push_back(equal(result, term));
        ASSERT_EQ(session.check("value", all, {}), Answer::Satisfiable);
        EXPECT_EQ(session.value(result), expected)
            << "operator " << static_cast<int>(term->op()) << " of " << values[0] << " and "
            << values[1] << ", " << width << " bits";
      };
      for (Op op : binary) expectValue(pool_.make(op, args[0], args[1]), values);
      for (Op op : unary) expectValue(pool_.make(op, args[0]), std::span(values).first(1));
      for (Op op : {Op::ZeroExtend, Op::SignExtend})
        expectValue(pool_.extend(op, args[0], width + 3), std::span(values).first(1));
    }
  }
}

TEST_F(BitEngine, EveryLiteralDividesEveryValue) {
  constexpr unsigned width = 5;
  SolverSession session(pool_, {});
  const Expr dividend = word(width);
  for (unsigned divisor = 0; divisor < 1U << width; ++divisor)
    for (Op op : {Op::BvUDiv, Op::BvURem, Op::BvSDiv, Op::BvSRem, Op::BvSMod}) {
      const Expr term = pool_.make(op, dividend, pool_.bitVector(divisor, width));
      const Expr result = constant(term->type());
      for (unsigned value = 0; value < 1U << width; ++value) {
        const std::array<Expr, 2> given{equal(dividend, pool_.bitVector(value, width)),
                                        equal(result, term)};
        ASSERT_EQ(session.check("value", given, {}), Answer::Satisfiable);
        EXPECT_EQ(session.value(result),
                  evaluateOperator(term, std::array<BigInt, 2>{value, divisor}))
            << "operator " << static_cast<int>(op) << " of " << value << " and " << divisor;
      }
    }
}

TEST_F(BitEngine, PowersOfTwoMultiplyAndDivideEveryValue) {
  constexpr unsigned width = 4;
  SolverSession session(pool_, {});
  const Expr any = word(width);
  const Expr distance = word(width);
  const Expr powers[] = {
      pool_.make(Op::BvShl, pool_.bitVector(2, width), distance),
      pool_.make(Op::BvLShr, pool_.bitVector(8, width), distance),
      pool_.ite(equal(distance, pool_.bitVector(3, width)), pool_.bitVector(8, width),
                pool_.make(Op::BvShl, pool_.bitVector(1, width), distance))};
  auto expectMeaning = [&](Expr term) {
    const Expr result = constant(term->type());
    for (unsigned a = 0; a < 1U << width; ++a)
      for (unsigned d = 0; d <= width + 1; ++d) {
        const std::array<Expr, 3> given{equal(any, pool_.bitVector(a, width)),
                                        equal(distance, pool_.bitVector(d, width)),
                                        equal(result, term)};
        ASSERT_EQ(session.check("value", given, {}), Answer::Satisfiable);
        std::vector<BigInt> operands;
        for (Expr operand : term->args()) operands.push_back(session.value(operand));
        EXPECT_EQ(session.value(result), evaluateOperator(term, operands))
            << "operator " << static_cast<int>(term->op()) << " of " << operands[0] << " and "
            << operands[1];
      }
  };
  for (Expr power : powers) {
    for (Op op : {Op::BvMul, Op::BvUDiv, Op::BvURem, Op::BvSDiv, Op::BvSRem, Op::BvSMod})
      expectMeaning(pool_.make(op, any, power));
    expectMeaning(pool_.make(Op::BvMul, power, any));
  }
}

TEST_F(BitEngine, AgreesWithCvc5OnRandomTerms) {
  unsigned satisfiable = 0;
  for (unsigned round = 0; round < 60; ++round) {
    std::vector<Expr> words{word(6), word(6), word(6), pool_.bitVector(below(64), 6)};
    std::vector<Expr> truths{constant(boolType())};
    auto anyWord = [&] { return words[below(static_cast<unsigned>(words.size()))]; };
    auto anyTruth = [&] { return truths[below(static_cast<unsigned>(truths.size()))]; };
    for (unsigned i = 0; i < 14; ++i) {
      if (below(3) == 0) {
        words.push_back(pool_.ite(anyTruth(), anyWord(), anyWord()));
        truths.push_back(pool_.make(below(2) ? Op::And : Op::Or, anyTruth(), anyTruth()));
        continue;
      }
      const Expr term = pool_.make(binary[below(std::size(binary) - 1)], anyWord(), anyWord());
      (term->type()->isBool() ? truths : words).push_back(term);
    }
    std::vector<Expr> assumptions;
    for (unsigned i = 0; i < 3; ++i)
      assumptions.push_back(below(2) ? anyTruth() : pool_.make(Op::Not, anyTruth()));
    SolverSession bits(pool_, {});
    SessionOptions options;
    options.kind = SessionOptions::Kind::Smt;
    SolverSession smt(pool_, options);
    const Answer answer = bits.check("random", assumptions, {});
    EXPECT_EQ(answer, smt.check("random", assumptions, {})) << "round " << round;
    if (answer != Answer::Satisfiable) continue;
    ++satisfiable;
    for (Expr e : assumptions) EXPECT_TRUE(bits.holds(e));
  }
  EXPECT_GT(satisfiable, 10U);
  EXPECT_LT(satisfiable, 50U);
}

TEST_F(BitEngine, ALimitOnWorkStopsAtTheSamePlaceEachTime) {
  // The factors of a product of two primes of 32 bits, which takes much longer than the limit.
  const auto seek = [&](const Limit& limit) {
    const Expr x = word(32);
    const Expr y = word(32);
    const auto wide = [&](Expr e) { return pool_.extend(Op::ZeroExtend, e, 64); };
    const Expr one = pool_.bitVector(1, 32);
    SolverSession session(pool_, {});
    const std::vector<Expr> factors{equal(pool_.make(Op::BvMul, wide(x), wide(y)),
                                          pool_.bitVector(BigInt(2860486313U) * 3267000013U, 64)),
                                    pool_.make(Op::BvUlt, one, x), pool_.make(Op::BvUlt, one, y)};
    const Answer answer = session.check("factors", factors, limit);
    return std::pair(answer, session.work());
  };
  const auto first = seek({.work = 200});
  EXPECT_EQ(first.first, Answer::Unknown);
  EXPECT_GE(first.second, 200U);
  EXPECT_LT(first.second, 2000U);
  EXPECT_EQ(seek({.work = 200}), first);
}

TEST_F(BitEngine, FunctionsAreCongruent) {
  Function* f = program_.newFunction();
  f->name = "f";
  Variable* parameter = program_.newVariable();
  parameter->name = "i";
  parameter->type = bitVectorType(8);
  f->parameters = {parameter};
  f->result = bitVectorType(8);
  const Expr x = word(8);
  const Expr y = word(8);
  const Expr fx = pool_.apply(f, {x});
  const Expr fy = pool_.apply(f, {y});
  SolverSession session(pool_, {});
  const std::vector<Expr> differ{pool_.make(Op::NotEqual, fx, fy)};
  EXPECT_EQ(session.check("differ", differ, {}), Answer::Satisfiable);
  EXPECT_NE(session.value(x), session.value(y));
  // Where the model says nothing of an application, it still is a function.
  EXPECT_EQ(session.value(pool_.apply(f, {pool_.bitVector(session.value(x), 8)})),
            session.value(fx));
  const std::vector<Expr> equalArguments{differ.front(), equal(x, y)};
  EXPECT_EQ(session.check("equal", equalArguments, {}), Answer::Unsatisfiable);
}

// So many are added once a model contradicts them. Each word is greater than the one before.
TEST_F(BitEngine, ManyFactsHold) {
  auto ascending = [&](unsigned length) {
    std::vector<Expr> words{word(8)};
    Expr all = equal(words[0], pool_.bitVector(1, 8));
    for (unsigned i = 1; i < length; ++i) {
      words.push_back(word(8));
      const Expr isSet = pool_.make(Op::NotEqual, words[i - 1], pool_.bitVector(0, 8));
      const Expr fact =
          pool_.make(Op::Implies, isSet, pool_.make(Op::BvUlt, words[i - 1], words[i]));
      all = pool_.make(Op::And, all, fact);
    }
    return all;
  };
  SolverSession session(pool_, {});
  const Expr fits = ascending(255);
  ASSERT_EQ(session.check("fits", std::vector{fits}, {}), Answer::Satisfiable);
  EXPECT_TRUE(session.holds(fits));
  EXPECT_EQ(session.check("does not", std::vector{ascending(256)}, {}), Answer::Unsatisfiable);
  EXPECT_EQ(session.check("again", std::vector{fits}, {}), Answer::Satisfiable);
}

}  // namespace
}  // namespace barricade
