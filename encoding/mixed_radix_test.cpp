#include "encoding/mixed_radix.h"

#include <gtest/gtest.h>

#include <array>

namespace barricade {
namespace {

// All numbers of three bits.
TEST(MixedRadix, HoldsOfAllNumbers) {
  constexpr unsigned width = 3, count = 1u << width;
  Program program;
  Terms terms(program);
  const Type type = bitVectorType(width);
  std::array<Expr, 5> leaves;
  for (Expr& leaf : leaves) leaf = terms.fresh("leaf", type);
  const auto& [x, y, pitch, z, w] = leaves;
  Expr lemma = terms.yes();
  for (const Exactness exactness : {Exactness::Small, Exactness::Any}) {
    const Expr part = mixedRadix(terms, {}, terms.sub(terms.mul(x, pitch), z),
                                 terms.add(w, terms.mul(pitch, y)), exactness);
    EXPECT_FALSE(part->isTrue());
    lemma = terms.land(lemma, part);
  }
  for (unsigned all = 0; all < 1u << (5 * width); ++all) {
    std::unordered_map<Expr, Expr> values, memo;
    for (unsigned i = 0; i < leaves.size(); ++i)
      values[leaves[i]] = terms.number((all >> (i * width)) % count, type);
    ASSERT_TRUE(terms.substitute(lemma, values, memo)->isTrue()) << std::oct << all;
  }
}

// Rows of a pitch that is a product, of columns that are rows themselves: a loop over all threads.
TEST(MixedRadix, HoldsOfNestedRows) {
  constexpr unsigned width = 2, count = 1u << width;
  Program program;
  Terms terms(program);
  const Type type = bitVectorType(width);
  std::array<Expr, 8> leaves;
  for (Expr& leaf : leaves) leaf = terms.fresh("leaf", type);
  const auto& [x, y, p, q, r, s, z, w] = leaves;
  const Expr pitch = terms.mul(p, q);
  const Expr lemma =
      mixedRadix(terms, {}, terms.add(terms.mul(x, pitch), terms.add(terms.mul(r, p), z)),
                 terms.add(terms.mul(y, pitch), terms.add(terms.mul(s, p), w)), Exactness::Any);
  constexpr unsigned stride = 7;  // all of them would take seconds
  for (unsigned all = 0; all < 1u << (8 * width); all += stride) {
    std::unordered_map<Expr, Expr> values, memo;
    for (unsigned i = 0; i < leaves.size(); ++i)
      values[leaves[i]] = terms.number((all >> (i * width)) % count, type);
    ASSERT_TRUE(terms.substitute(lemma, values, memo)->isTrue()) << std::oct << all;
  }
}

// The same number is added to both, as where a tile begins: x * p + z + c and c + w + y * p.
TEST(MixedRadix, LeavesOutWhatBothAdd) {
  constexpr unsigned width = 3, count = 1u << width;
  Program program;
  Terms terms(program);
  const Type type = bitVectorType(width);
  std::array<Expr, 6> leaves;
  for (Expr& leaf : leaves) leaf = terms.fresh("leaf", type);
  const auto& [x, y, pitch, z, w, c] = leaves;
  const Expr first = terms.add(terms.add(terms.mul(x, pitch), z), c);
  const Expr second = terms.add(terms.add(terms.mul(y, pitch), c), w);
  const Expr lemma = mixedRadix(terms, {}, first, second, Exactness::Any);
  constexpr unsigned stride = 5;  // all of them would take seconds
  for (unsigned all = 0; all < 1u << (6 * width); all += stride) {
    std::unordered_map<Expr, Expr> values, memo;
    for (unsigned i = 0; i < leaves.size(); ++i)
      values[leaves[i]] = terms.number((all >> (i * width)) % count, type);
    ASSERT_TRUE(terms.substitute(lemma, values, memo)->isTrue()) << std::oct << all;
  }
  // With c = 7 both sums wrap around, but not what is left of them.
  std::unordered_map<Expr, Expr> values, memo;
  const std::array<unsigned, 6> numbers{1, 1, 3, 2, 2, 7};
  for (unsigned i = 0; i < leaves.size(); ++i)
    if (i != 1) values[leaves[i]] = terms.number(numbers[i], type);
  EXPECT_TRUE(leavesOf(terms.substitute(lemma, values, memo)).contains(y->variable()));
}

// Members of structures: three words each, the second of one and any of the other.
TEST(MixedRadix, HoldsOfPitchesThatAreLiterals) {
  constexpr unsigned width = 4, count = 1u << width;
  Program program;
  Terms terms(program);
  const Type type = bitVectorType(width);
  const Expr x = terms.fresh("x", type), y = terms.fresh("y", type), w = terms.fresh("w", type);
  const Expr three = terms.number(3, type), one = terms.number(1, type);
  const Expr lemma = mixedRadix(terms, {}, terms.add(terms.mul(x, three), one),
                                terms.add(terms.mul(y, three), w), Exactness::Any);
  EXPECT_FALSE(lemma->isTrue());
  for (unsigned all = 0; all < 1u << (3 * width); ++all) {
    std::unordered_map<Expr, Expr> memo, values{{x, terms.number(all % count, type)},
                                                {y, terms.number((all >> width) % count, type)},
                                                {w, terms.number(all >> (2 * width), type)}};
    ASSERT_TRUE(terms.substitute(lemma, values, memo)->isTrue()) << std::hex << all;
  }
}

TEST(MixedRadix, SaysNothingOfOtherIndices) {
  Program program;
  Terms terms(program);
  const Type type = bitVectorType(8);
  const Expr a = terms.fresh("a", type), b = terms.fresh("b", type), c = terms.fresh("c", type);
  EXPECT_TRUE(mixedRadix(terms, {}, terms.add(terms.mul(a, b), c), c, Exactness::Any)->isTrue());
  EXPECT_TRUE(
      mixedRadix(terms, {}, terms.mul(a, terms.number(5, type)), c, Exactness::Any)->isTrue());
  const Expr eight = terms.number(8, type);  // bits see that by themselves
  EXPECT_TRUE(
      mixedRadix(terms, {}, terms.mul(a, eight), terms.mul(b, eight), Exactness::Any)->isTrue());
}

}  // namespace
}  // namespace barricade
