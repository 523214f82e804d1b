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

  using Unknowns = std::vector<std::pair<Expr, Expr>>;  // with what each stands for

  // Notes the unknowns of a product, which is returned, and of whether it fits.
  Expr seeProduct(OpaqueProducts& opaque, Unknowns& stands, Expr a, Expr b) {
    auto see = [&](Expr e) { return stands.emplace_back(opaque.replace(e), e).first; };
    const Fits fits = fitsWidth(terms, Op::BvMul, a, b);
    for (Expr part : {fits.asSigned, fits.asUnsigned})
      forEachNode({part}, [&](Expr e) {
        if (e->op() == Op::Equal) see(e);
      });
    return see(terms.mul(a, b));
  }

  void expectOfAllNumbers(Expr facts, const Unknowns& stands) {
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

  Program program;
  Terms terms{program};
  Type type = bitVectorType(width);
  Expr x = terms.fresh("x", type), y = terms.fresh("y", type), z = terms.fresh("z", type);
};

// What is said is true of the real products, whatever the numbers: each unknown is given the value
// of what it stands for.
TEST_F(OpaqueProductsTest, FactsHoldOfAllNumbers) {
  OpaqueProducts opaque(terms);
  Unknowns stands;
  seeProduct(opaque, stands, x, y);
  seeProduct(opaque, stands, z, y);
  seeProduct(opaque, stands, x, x);
  const Expr facts = opaque.newFacts();
  EXPECT_FALSE(facts->isTrue());
  expectOfAllNumbers(facts, stands);
}

// What is said of products with one pitch that are added or subtracted.
TEST_F(OpaqueProductsTest, SumsOfRowsAreRows) {
  auto times = [&](unsigned factor, Expr e) { return terms.mul(terms.number(factor, type), e); };
  const std::pair<Expr, Expr> sumsAndRows[] = {
      {terms.add(terms.mul(x, y), terms.mul(z, y)), terms.add(x, z)},
      {terms.sub(terms.mul(x, y), terms.mul(z, y)), terms.sub(x, z)},
      {terms.add(terms.mul(x, y), times(3, y)), terms.add(x, terms.number(3, type))},
      {terms.add(terms.mul(x, y), terms.mul(times(2, y), z)), terms.add(x, times(2, z))},
      {terms.add(times(3, terms.mul(x, y)), terms.mul(z, y)), terms.add(times(3, x), z)}};
  for (const auto& [sum, rows] : sumsAndRows) {
    OpaqueProducts opaque(terms);
    Unknowns stands;
    seeProduct(opaque, stands, x, y);
    seeProduct(opaque, stands, z, y);
    seeProduct(opaque, stands, times(2, y), z);
    const Expr product = seeProduct(opaque, stands, rows, y);
    opaque.replace(sum);
    const Expr facts = opaque.newFacts();
    expectOfAllNumbers(facts, stands);
    std::unordered_map<Expr, Expr> contradiction = {{x, terms.number(2, type)},
                                                    {y, terms.number(1, type)},
                                                    {z, terms.number(1, type)}},
                                   memo;
    for (const auto& [unknown, e] : stands) {
      std::unordered_map<Expr, Expr> own;
      contradiction[unknown] = terms.substitute(e, contradiction, own);
    }
    contradiction[product] = terms.add(contradiction[product], terms.number(1, type));
    EXPECT_TRUE(terms.substitute(facts, contradiction, memo)->isFalse()) << sum;
  }
}

// A sum with an extended product is the same sum of rows, whatever the numbers.
TEST_F(OpaqueProductsTest, ExtendedProductsAreRows) {
  const auto wide = [&](Expr e) { return terms.zeroExtend(e, 2 * width); };
  const std::pair<Expr, Op> factors[] = {
      {x, Op::SignExtend}, {x, Op::ZeroExtend}, {y, Op::SignExtend}};
  for (const auto& [factor, op] : factors) {
    OpaqueProducts opaque(terms);
    Unknowns stands;
    seeProduct(opaque, stands, factor, y);
    seeProduct(opaque, stands, wide(z), wide(y));
    const Expr together = seeProduct(opaque, stands, terms.add(wide(factor), wide(z)), wide(y));
    const Expr row = terms.pool().extend(op, terms.mul(factor, y), 2 * width);
    const Expr sum = terms.add(row, terms.mul(wide(z), wide(y)));
    stands.emplace_back(opaque.replace(sum), sum);
    EXPECT_TRUE(leavesOf(stands.back().first).contains(together->variable()));
    expectOfAllNumbers(opaque.newFacts(), stands);
    for (unsigned all = 0; all < 1U << (3 * width); ++all) {
      std::unordered_map<Expr, Expr> values{{x, terms.number(all % count, type)},
                                            {y, terms.number(all / count % count, type)},
                                            {z, terms.number(all / count / count, type)}};
      for (std::size_t i = 0; i + 1 < stands.size(); ++i) {
        std::unordered_map<Expr, Expr> own;
        values[stands[i].first] = terms.substitute(stands[i].second, values, own);
      }
      std::unordered_map<Expr, Expr> memo, replacedMemo;
      ASSERT_EQ(terms.substitute(stands.back().first, values, replacedMemo),
                terms.substitute(sum, values, memo))
          << std::oct << all;
    }
  }
}

// Odd literals scatter numbers to different ones; of even ones that is not said.
TEST_F(OpaqueProductsTest, HashesScatter) {
  const Expr a = terms.fresh("a", bitVectorType(32)), b = terms.fresh("b", bitVectorType(32));
  for (const unsigned literal : {0x85ebca6bU, 0x85ebca6aU}) {
    OpaqueProducts opaque(terms);
    const Expr by = terms.number(literal, a->type());
    EXPECT_TRUE(scatters(by));
    const Expr ofA = opaque.replace(terms.mul(a, by)), ofB = opaque.replace(terms.mul(b, by));
    EXPECT_EQ(ofA->op(), Op::Variable);
    const Expr facts = opaque.newFacts();
    auto holds = [&](unsigned x, unsigned y, unsigned ofX, unsigned ofY) {
      std::unordered_map<Expr, Expr> values{{a, terms.number(x, a->type())},
                                            {b, terms.number(y, a->type())},
                                            {ofA, terms.number(ofX, a->type())},
                                            {ofB, terms.number(ofY, a->type())}},
          memo;
      return terms.substitute(facts, values, memo)->isTrue();
    };
    EXPECT_TRUE(holds(3, 4, 3 * literal, 4 * literal));
    EXPECT_FALSE(holds(3, 3, 1, 2));
    EXPECT_EQ(holds(3, 4, 1, 1), literal % 2 == 0);
  }
  EXPECT_FALSE(scatters(terms.number(33, a->type())));
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

// Numbers with one quotient and one remainder are one number, and the other way round.
TEST_F(OpaqueProductsTest, TwoDivisionsByOneNumber) {
  OpaqueProducts opaque(terms);
  Unknowns stands;
  auto see = [&](Op op, Expr dividend) {
    const Expr e = make(op, dividend, y);
    const Expr unknown = opaque.replace(e)->arg(1);
    stands.emplace_back(unknown, e);
    return unknown;
  };
  std::vector<std::pair<Expr, Expr>> products;
  for (Expr dividend : {x, z}) {
    products.emplace_back(see(Op::BvUDiv, dividend), y);
    see(Op::BvURem, dividend);
  }
  for (const auto& [quotient, by] : products) {
    const Expr product = terms.mul(quotient, by);
    stands.emplace_back(opaque.replace(product), product);
    const Fits fits = fitsWidth(terms, Op::BvMul, quotient, by);
    for (Expr part : {fits.asSigned, fits.asUnsigned})
      forEachNode({part}, [&](Expr e) {
        if (e->op() == Op::Equal) stands.emplace_back(opaque.replace(e), e);
      });
  }
  const Expr facts = opaque.newFacts();
  expectOfAllNumbers(facts, stands);
  std::unordered_map<Expr, Expr> contradiction = {
      {x, terms.number(1, type)}, {z, terms.number(3, type)}, {y, terms.number(2, type)}};
  for (const auto& [unknown, e] : stands)
    if (e->op() == Op::BvUDiv || e->op() == Op::BvURem)
      contradiction[unknown] = terms.number(e->op() == Op::BvURem ? 1 : 0, type);
  std::unordered_map<Expr, Expr> memo;
  EXPECT_TRUE(terms.substitute(facts, contradiction, memo)->isFalse());
}

// Of numbers that are not negative a product fits as one with a sign where it has none.
TEST_F(OpaqueProductsTest, SignsOfProductsOfNumbersWithoutOne) {
  OpaqueProducts opaque(terms);
  terms.limit(x, 3);
  terms.limit(y, 3);
  const Fits fits = fitsWidth(terms, Op::BvMul, x, y);
  const Expr product = opaque.replace(terms.mul(x, y));
  EXPECT_EQ(opaque.replace(fits.asSigned),
            terms.land(opaque.replace(fits.asUnsigned),
                       terms.lessEqual(terms.number(0, type), product, true)));
}

// What says the limit itself stays.
TEST_F(OpaqueProductsTest, RangesDecideComparisons) {
  OpaqueProducts opaque(terms);
  terms.limit(x, 2);
  const Expr next = terms.add(x, terms.number(1, type));
  EXPECT_TRUE(opaque.replace(terms.less(next, terms.number(4, type), false))->isTrue());
  EXPECT_TRUE(opaque.replace(terms.less(terms.number(3, type), next, false))->isFalse());
  const Expr limit = terms.lessEqual(x, terms.number(2, type), false);
  EXPECT_EQ(opaque.replace(limit), limit);
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
