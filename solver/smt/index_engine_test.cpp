// The index engine against bit-blasting on random terms, each construct of its vocabulary, and the
// questions about indices that it is for.
#include <gtest/gtest.h>

#include <chrono>
#include <random>

#include "ir/program.h"
#include "ir/semantics.h"
#include "solver/smt/session.h"
#include "solver/smt/test_constants.h"

namespace barricade {
namespace {

class IndexEngine : public test::WithConstants {
 protected:
  Expr number(const BigInt& value, unsigned width = 32) { return pool_.bitVector(value, width); }
  Expr make(Op op, Expr a, Expr b) { return pool_.make(op, a, b); }
  Expr equal(Expr a, Expr b) { return make(Op::Equal, a, b); }
  Expr lnot(Expr a) { return pool_.make(Op::Not, a); }
  Expr below(Expr a, Expr b) { return make(Op::BvUlt, a, b); }
  Expr below(Expr a, const BigInt& b) { return below(a, number(b, a->type()->width())); }
  Expr add(Expr a, Expr b) { return make(Op::BvAdd, a, b); }
  Expr mul(Expr a, Expr b) { return make(Op::BvMul, a, b); }
  Expr mul(Expr a, const BigInt& b) { return mul(a, number(b, a->type()->width())); }
  Expr div(Expr a, const BigInt& b) { return make(Op::BvUDiv, a, number(b, a->type()->width())); }
  Expr rem(Expr a, const BigInt& b) { return make(Op::BvURem, a, number(b, a->type()->width())); }
  unsigned random(unsigned limit) { return static_cast<unsigned>(random_() % limit); }

  SessionOptions index() {
    SessionOptions options;
    options.kind = SessionOptions::Kind::Index;
    return options;
  }

  Answer ask(std::vector<Expr> assumptions, double seconds = 0) {
    SolverSession session(pool_, index());
    const Answer answer = session.check("question", assumptions, {.seconds = seconds});
    if (answer == Answer::Satisfiable) {
      for (Expr e : assumptions) EXPECT_TRUE(session.holds(e));
    }
    return answer;
  }

  std::mt19937_64 random_{1};
};

//--- Against bits -----------------------------------------------------------------------------

constexpr Op anyOperand[] = {Op::BvAdd, Op::BvSub, Op::Equal, Op::NotEqual, Op::BvUlt, Op::BvUle,
                             Op::BvUgt, Op::BvUge, Op::BvSlt, Op::BvSle,    Op::BvSgt, Op::BvSge};
constexpr Op literalOperand[] = {Op::BvMul,  Op::BvUDiv, Op::BvURem, Op::BvSDiv,
                                 Op::BvSRem, Op::BvSMod, Op::BvShl,  Op::BvLShr,
                                 Op::BvAShr, Op::BvAnd,  Op::BvOr,   Op::BvXor};

TEST_F(IndexEngine, AgreesWithBitsOnRandomTerms) {
  unsigned satisfiable = 0;
  unsigned unsatisfiable = 0;
  const unsigned rounds = 2000;
  for (unsigned round = 0; round < rounds; ++round) {
    const unsigned width = 3 + random(6);
    const bool wild = round % 4 == 3;
    std::vector<Expr> words{word(width), word(width), number(random(1U << width), width)};
    std::vector<Expr> truths{constant(boolType())};
    auto anyWord = [&] { return words[random(static_cast<unsigned>(words.size()))]; };
    auto anyTruth = [&] { return truths[random(static_cast<unsigned>(truths.size()))]; };
    auto literal = [&] { return number(random(random(2) ? 1U << width : 6), width); };
    for (unsigned i = 0; i < 10; ++i) {
      Expr term = nullptr;
      switch (random(8)) {
        case 0: term = pool_.ite(anyTruth(), anyWord(), anyWord()); break;
        case 1: term = make(random(2) ? Op::And : Op::Or, anyTruth(), anyTruth()); break;
        case 2: {
          const unsigned low = random(width);
          const unsigned high = low + 1 + random(width - low);
          const Expr part = pool_.extract(anyWord(), high, low);
          term = high - low == width
                     ? part
                     : pool_.extend(random(2) ? Op::ZeroExtend : Op::SignExtend, part, width);
          break;
        }
        case 3: {
          const unsigned cut = 1 + random(width - 1);
          term = make(Op::Concat, pool_.extract(anyWord(), width - cut, 0),
                      pool_.extract(anyWord(), cut, 0));
          break;
        }
        case 4: term = pool_.make(random(2) ? Op::BvNeg : Op::BvNot, anyWord()); break;
        case 5: {
          // A third of the wild ones are products.
          const Op op = wild && random(3) == 0 ? Op::BvMul
                                               : literalOperand[random(std::size(literalOperand))];
          term = make(op, anyWord(), wild ? anyWord() : literal());
          break;
        }
        default: term = make(anyOperand[random(std::size(anyOperand))], anyWord(), anyWord());
      }
      (term->type()->isBool() ? truths : words).push_back(term);
    }
    std::vector<Expr> assumptions;
    for (unsigned i = 0; i < 3; ++i)
      assumptions.push_back(random(2) ? anyTruth() : lnot(anyTruth()));
    SolverSession bits(pool_, {});
    const Answer expected = bits.check("random", assumptions, {});
    const Answer answer = ask(assumptions);
    if (answer == Answer::Unknown) continue;
    EXPECT_EQ(answer, expected) << "round " << round;
    ++(answer == Answer::Satisfiable ? satisfiable : unsatisfiable);
  }
  RecordProperty("satisfiable", static_cast<int>(satisfiable));
  RecordProperty("unsatisfiable", static_cast<int>(unsatisfiable));
  EXPECT_GT(satisfiable, rounds / 4);
  EXPECT_GT(unsatisfiable, rounds / 8);
  EXPECT_GT(satisfiable + unsatisfiable, rounds * 9 / 10);
}

//--- Constructs -------------------------------------------------------------------------------

TEST_F(IndexEngine, EveryOperatorWithALiteralIsDecided) {
  const unsigned width = 7;
  for (Op op : literalOperand)
    for (unsigned literal : {0U, 1U, 3U, 12U, 64U, 100U, 127U})
      for (unsigned value : {0U, 1U, 63U, 64U, 90U, 127U}) {
        const Expr x = word(width);
        const Expr term = make(op, x, number(literal, width));
        const BigInt arguments[] = {value, literal};
        const Expr result = number(evaluateOperator(term, arguments), width);
        const Expr fixed = equal(x, number(value, width));
        if (op == Op::BvSMod && (literal & 64U)) continue;  // outside the vocabulary
        EXPECT_EQ(ask({fixed, equal(term, result)}), Answer::Satisfiable)
            << static_cast<int>(op) << " of " << value << " and " << literal;
        EXPECT_EQ(ask({fixed, lnot(equal(term, result))}), Answer::Unsatisfiable)
            << static_cast<int>(op) << " of " << value << " and " << literal;
      }
}

TEST_F(IndexEngine, WrapAroundIsExact) {
  const Expr x = word(32);
  const Expr y = word(32);
  // Without a bound the sum can come out less than x, with one it cannot.
  const Expr less = below(add(x, y), x);
  EXPECT_EQ(ask({less}), Answer::Satisfiable);
  EXPECT_EQ(ask({less, below(x, 1000), below(y, BigInt(1) << 31)}), Answer::Unsatisfiable);
  // 2^16 * x == 0 modulo 2^32 for multiples of 2^16 only.
  const Expr product = equal(mul(x, 65536), number(0));
  EXPECT_EQ(ask({product, lnot(equal(rem(x, 65536), number(0)))}), Answer::Unsatisfiable);
  EXPECT_EQ(ask({product, equal(x, number(131072))}), Answer::Satisfiable);
  // As signed numbers: x + 1 < x for the greatest only.
  const Expr back = make(Op::BvSlt, add(x, number(1)), x);
  EXPECT_EQ(ask({back}), Answer::Satisfiable);
  EXPECT_EQ(ask({back, lnot(equal(x, number(0x7fffffff)))}), Answer::Unsatisfiable);
}

TEST_F(IndexEngine, FunctionsAreCongruent) {
  Function* f = program_.newFunction();
  f->name = "f";
  Variable* parameter = program_.newVariable();
  parameter->name = "i";
  parameter->type = bitVectorType(32);
  f->parameters = {parameter};
  f->result = bitVectorType(32);
  const Expr x = word(32);
  const Expr y = word(32);
  const Expr differ = lnot(equal(pool_.apply(f, {x}), pool_.apply(f, {y})));
  EXPECT_EQ(ask({differ}), Answer::Satisfiable);
  EXPECT_EQ(ask({differ, equal(div(x, 3), div(y, 3)), equal(rem(x, 3), rem(y, 3))}),
            Answer::Unsatisfiable);
}

TEST_F(IndexEngine, WhatItDoesNotKnowIsUndecided) {
  const Expr x = word(32);
  const Expr y = word(32);
  const Expr z = make(Op::BvXor, x, y);
  EXPECT_EQ(ask({lnot(equal(make(Op::BvXor, z, y), x))}), Answer::Unknown);
  // It is bounded all the same.
  EXPECT_EQ(ask({below(x, 16), below(y, 16), below(number(64), make(Op::BvAnd, x, y))}),
            Answer::Unsatisfiable);
}

TEST_F(IndexEngine, AssumptionsAreForgotten) {
  SolverSession session(pool_, index());
  const Expr x = word(32);
  session.assertTrue(below(x, 10));
  const std::vector<Expr> seven{equal(div(x, 7), number(1))};
  const std::vector<Expr> large{equal(div(x, 7), number(2))};
  EXPECT_EQ(session.check("seven", seven, {}), Answer::Satisfiable);
  EXPECT_EQ(session.value(div(x, 7)), 1);
  EXPECT_EQ(session.check("large", large, {}), Answer::Unsatisfiable);
  EXPECT_EQ(session.check("seven", seven, {}), Answer::Satisfiable);
}

//--- Indices ----------------------------------------------------------------------------------

// (t / 219) * 640 + t % 219: no two of 140160 threads have the same.
TEST_F(IndexEngine, RowsOfAPitch) {
  const Expr s = word(32);
  const Expr t = word(32);
  auto cell = [&](Expr id, unsigned pitch) { return add(mul(div(id, 219), pitch), rem(id, 219)); };
  const std::vector<Expr> base{below(s, 140160), below(t, 140160), lnot(equal(s, t))};
  auto meet = [&](unsigned pitch) {
    std::vector<Expr> all = base;
    all.push_back(equal(cell(s, pitch), cell(t, pitch)));
    return ask(all);
  };
  EXPECT_EQ(meet(640), Answer::Unsatisfiable);
  EXPECT_EQ(meet(218), Answer::Satisfiable);
}

// b * size + t with t < size: the same only for the same b and t.
TEST_F(IndexEngine, MixedRadix) {
  const Expr size = word(32);
  std::vector<Expr> base{below(size, 1025)};
  std::array<Expr, 2> b{}, t{}, id{};
  for (unsigned i = 0; i < 2; ++i) {
    b[i] = word(32);
    t[i] = word(32);
    base.push_back(below(b[i], 65536));
    base.push_back(below(t[i], size));
    id[i] = add(mul(b[i], size), t[i]);
  }
  base.push_back(equal(id[0], id[1]));
  auto with = [&](Expr e) {
    std::vector<Expr> all = base;
    all.push_back(e);
    return ask(all);
  };
  EXPECT_EQ(with(lnot(equal(t[0], t[1]))), Answer::Unsatisfiable);
  EXPECT_EQ(with(lnot(equal(b[0], b[1]))), Answer::Unsatisfiable);
}

// The tile of 16 rows of each of several blocks, in an image whose pitch is a parameter.
TEST_F(IndexEngine, TilesInAnUnknownPitch) {
  const Expr pitch = word(32);
  auto meet = [&](unsigned columns) {
    std::vector<Expr> all{below(pitch, 4096), below(number(255), pitch)};
    std::array<Expr, 2> row{}, column{}, cell{};
    for (unsigned i = 0; i < 2; ++i) {
      const Expr by = word(32);
      const Expr ty = word(32);
      column[i] = word(32);
      row[i] = add(mul(by, 16), ty);
      all.insert(all.end(), {below(by, 100), below(ty, 16), below(column[i], columns)});
      cell[i] = add(mul(row[i], pitch), column[i]);
    }
    all.push_back(equal(cell[0], cell[1]));
    all.push_back(lnot(equal(row[0], row[1])));
    return ask(all);
  };
  EXPECT_EQ(meet(256), Answer::Unsatisfiable);
  EXPECT_NE(meet(257), Answer::Unsatisfiable);
}

// i * (i + 1) / 2 + j with j <= i.
TEST_F(IndexEngine, PackedTriangles) {
  std::vector<Expr> all;
  std::array<Expr, 2> i{}, cell{};
  for (unsigned k = 0; k < 2; ++k) {
    i[k] = word(32);
    const Expr j = word(32);
    all.insert(all.end(), {below(i[k], 1000), make(Op::BvUle, j, i[k])});
    cell[k] = add(make(Op::BvLShr, mul(i[k], add(i[k], number(1))), number(1)), j);
  }
  all.push_back(equal(cell[0], cell[1]));
  all.push_back(lnot(equal(i[0], i[1])));
  EXPECT_EQ(ask(all), Answer::Unsatisfiable);
}

// Cells of a loop's iterations, whose counter has more bits than the index.
TEST_F(IndexEngine, CountersAreCut) {
  const Expr n = word(64);
  const Expr m = word(64);
  const Expr s = word(32);
  const Expr t = word(32);
  auto cell = [&](Expr id, Expr counter) {
    return add(mul(pool_.extract(counter, 32, 0), 9600), id);
  };
  std::vector<Expr> all{below(n, 1000), below(m, 1000),    below(s, 9600),
                        below(t, 9600), lnot(equal(s, t)), equal(cell(s, n), cell(t, m))};
  EXPECT_EQ(ask(all), Answer::Unsatisfiable);
  all[2] = below(s, 9601);
  EXPECT_EQ(ask(all), Answer::Satisfiable);
}

TEST_F(IndexEngine, KeepsItsTime) {
  std::vector<Expr> all;
  Expr total = number(0, 64);
  for (unsigned i = 0; i < 40; ++i) {
    const Expr x = word(64);
    total = add(total, mul(rem(mul(x, 1000003 + 2 * i), 9973 + 2 * i), 1000033 + 4 * i));
    all.push_back(below(x, BigInt(1) << 50));
  }
  all.push_back(equal(rem(total, BigInt(1) << 40), number(12345, 64)));
  const auto start = std::chrono::steady_clock::now();
  ask(all, 0.2);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  EXPECT_LT(taken.count(), 5.0);
}

}  // namespace
}  // namespace barricade
