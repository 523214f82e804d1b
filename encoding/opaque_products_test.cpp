#include "encoding/opaque_products.h"

#include <gtest/gtest.h>

#include <array>

#include "ir/semantics.h"

namespace barricade {
namespace {

constexpr unsigned width = 3, count = 1U << width;

class OpaqueProductsTest : public testing::Test {
 protected:
  Expr make(Op op, Expr a, Expr b) { return terms.rebuild(terms.pool().make(op, a, b), {a, b}); }

  Program program;
  Terms terms{program};
  Type type = bitVectorType(width);
  Expr x = terms.fresh("x", type), y = terms.fresh("y", type), z = terms.fresh("z", type);
};

// What is said is true of the real products, whatever the numbers: each unknown is given the value
// of what it stands for.
TEST_F(OpaqueProductsTest, FactsHoldOfAllNumbers) {
  OpaqueProducts opaque(terms);
  // An equation for each of what is replaced tells the unknown.
  std::vector<std::pair<Expr, Expr>> stands;
  auto see = [&](Expr e) {
    const Expr unknown = opaque.replace(e);
    stands.emplace_back(unknown, e);
    return unknown;
  };
  auto seeProduct = [&](Expr a, Expr b) {
    see(terms.mul(a, b));
    const Fits fits = fitsWidth(terms, Op::BvMul, a, b);
    for (Expr part : {fits.asSigned, fits.asUnsigned})
      forEachNode({part}, [&](Expr e) {
        if (e->op() == Op::Equal) see(e);
      });
  };
  seeProduct(x, y);
  seeProduct(z, y);
  seeProduct(x, x);
  const Expr facts = opaque.newFacts();
  EXPECT_FALSE(facts->isTrue());
  for (unsigned all = 0; all < 1U << (3 * width); ++all) {
    std::unordered_map<Expr, Expr> values, memo;
    values[x] = terms.number(all % count, type);
    values[y] = terms.number(all / count % count, type);
    values[z] = terms.number(all / count / count, type);
    for (const auto& [unknown, e] : stands) {
      std::unordered_map<Expr, Expr> own;
      values[unknown] = terms.substitute(e, values, own);
    }
    ASSERT_TRUE(terms.substitute(facts, values, memo)->isTrue()) << std::oct << all;
  }
}

// With the quotient and the remainder of each reading given to the unknowns.
TEST_F(OpaqueProductsTest, QuotientsAreOfTheirRows) {
  OpaqueProducts opaque(terms);
  const Expr quotient = opaque.replace(make(Op::BvUDiv, x, y));
  const Expr rest = opaque.replace(make(Op::BvSRem, x, y));
  ASSERT_EQ(quotient->op(), Op::Ite);
  ASSERT_EQ(rest->op(), Op::Ite);
  std::vector<std::pair<Expr, Expr>> stands{{quotient->arg(1), make(Op::BvUDiv, x, y)},
                                            {quotient->arg(2), make(Op::BvUDiv, x, y)},
                                            {rest->arg(1), make(Op::BvURem, x, y)},
                                            {rest->arg(2), make(Op::BvSRem, x, y)}};
  const Expr rows = terms.mul(quotient->arg(1), y);
  stands.emplace_back(opaque.replace(rows), rows);
  const Fits fits = fitsWidth(terms, Op::BvMul, quotient->arg(1), y);
  for (Expr part : {fits.asSigned, fits.asUnsigned})
    forEachNode({part}, [&](Expr e) {
      if (e->op() == Op::Equal) stands.emplace_back(opaque.replace(e), e);
    });
  const Expr facts = opaque.newFacts();
  for (unsigned all = 0; all < 1U << (2 * width); ++all) {
    std::unordered_map<Expr, Expr> values, memo, one, other;
    values[x] = terms.number(all % count, type);
    values[y] = terms.number(all / count, type);
    for (const auto& [unknown, e] : stands) {
      std::unordered_map<Expr, Expr> own;
      values[unknown] = terms.substitute(e, values, own);
    }
    ASSERT_TRUE(terms.substitute(facts, values, memo)->isTrue()) << std::oct << all;
    EXPECT_EQ(terms.substitute(quotient, values, one),
              terms.substitute(make(Op::BvUDiv, x, y), values, other));
    EXPECT_EQ(terms.substitute(rest, values, one),
              terms.substitute(make(Op::BvSRem, x, y), values, other));
  }
}

// Limits make products certain.
TEST_F(OpaqueProductsTest, RangesOfFactorsLimitProducts) {
  OpaqueProducts opaque(terms);
  terms.limit(x, 2);
  terms.limit(y, 3);
  const Expr product = opaque.replace(terms.mul(x, y));
  ASSERT_NE(terms.limitOf(product), nullptr);
  EXPECT_EQ(*terms.limitOf(product), 6);
  EXPECT_EQ(opaque.replace(terms.mul(y, x)), product);
  EXPECT_EQ(opaque.replace(terms.mul(z, z)), opaque.replace(terms.mul(z, z)));
}

}  // namespace
}  // namespace barricade
