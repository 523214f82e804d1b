// Which variables a loop does nothing but add to.
#include "analysis/running_sums.h"

#include "analysis/test_kernel.h"

namespace barricade::test {
namespace {

bool isSumIn(const std::string& body) {
  const Analysed a(kernelText("x := $n; i := 0bv32; while (ult(i, $m)) { " + body +
                              " i := add(i, 1bv32); } $$s[x] := i;"));
  return isRunningSum(a.kernel(), a.kernel().flow().loops().front(), variableOf(a.kernel(), "x"));
}

TEST(RunningSums, AreFound) {
  EXPECT_TRUE(isSumIn("x := add(x, $$h[i]);"));
  EXPECT_TRUE(isSumIn("if ($$h[i] == tid) { x := add($$h[tid], x); }"));
  EXPECT_TRUE(isSumIn("y := add(x, 1bv32); j := $$h[i]; y := add(y, j); x := y;"));
  EXPECT_TRUE(
      isSumIn("j := 0bv32; while (ult(j, i)) { y := $$h[j]; x := add(y, x); "
              "j := add(j, 1bv32); }"));
}

TEST(RunningSums, AreNotInvented) {
  EXPECT_FALSE(isSumIn("x := $$h[i];"));
  EXPECT_FALSE(isSumIn("if ($$h[i] == tid) { x := 0bv32; } x := add(x, 1bv32);"));
  EXPECT_FALSE(isSumIn("x := add(x, x);"));
  EXPECT_FALSE(isSumIn("x := mul(x, 3bv32);"));
  EXPECT_FALSE(isSumIn("x := sub(x, $$h[i]);"));
  EXPECT_FALSE(isSumIn("x := add(x, 4294967295bv32);"));
  EXPECT_FALSE(isSumIn("x := add(y, 1bv32); y := i;"));
  EXPECT_FALSE(isSumIn("havoc x;"));
}

}  // namespace
}  // namespace barricade::test
