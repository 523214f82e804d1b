#include "analysis/set_bits.h"

#include "analysis/test_kernel.h"

namespace barricade {
namespace {

PopulationCountSubtractions subtractionsIn(const std::string& body) {
  const test::Analysed kernel(test::kernelText(body, {}, "function BV32_CTPOP(bv32) : bv32;"));
  return populationCountSubtractions(*kernel.procedure);
}

bool subtractsIn(const std::string& body) {
  return subtractionsIn(body).any;
}

TEST(SetBits, AreSubtractedByWayOfVariables) {
  EXPECT_TRUE(subtractsIn("x := BV32_CTPOP($n);\n y := add(x, 1bv32);\n $$s[sub(tid, y)] := y;"));
}

TEST(SetBits, AreSubtractedFromTheLanesOfATile) {
  const auto subtractions =
      subtractionsIn("x := BV32_CTPOP($n);\n y := sub(16bv32, x);\n $$s[sub(tid, x)] := y;");
  EXPECT_EQ(subtractions.from, std::set<BigInt>{16});
}

TEST(SetBits, AreNotWhereTheyAreSubtractedFrom) {
  EXPECT_FALSE(subtractsIn("x := BV32_CTPOP($n);\n $$s[sub(x, tid)] := x;"));
  EXPECT_FALSE(subtractsIn("x := BV32_CTPOP($n);\n $$s[add(x, tid)] := sub(tid, 1bv32);"));
}

}  // namespace
}  // namespace barricade
