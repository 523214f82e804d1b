// Which stores may be equal by what a kernel does.
#include "analysis/equal_stores.h"

#include "analysis/test_kernel.h"

namespace barricade::test {
namespace {

bool areEqual(const std::string& body) {
  return hasEqualStores(Analysed(kernelText(body)).kernel());
}

std::size_t repeatedIn(const std::string& body) {
  return repeatedStores(Analysed(kernelText(body)).kernel()).size();
}

TEST(EqualStores, OfOneValueForAll) {
  EXPECT_TRUE(areEqual("$$s[0bv32] := 1bv32; $$g[tid] := tid;"));
  EXPECT_TRUE(areEqual("$$g[0bv32] := add($n, gid);"));
  EXPECT_TRUE(areEqual("x := $$s[0bv32]; $$g[0bv32] := x;"));
  EXPECT_FALSE(areEqual("$$s[0bv32] := tid;"));
  EXPECT_FALSE(areEqual("x := $$s[tid]; $$g[0bv32] := x;"));
}

TEST(EqualStores, NotWhereOtherValuesAreStoredAsWell) {
  EXPECT_FALSE(areEqual("$$s[tid] := tid; if (tid == 0bv32) { $$s[63bv32] := 0bv32; }"));
}

TEST(RepeatedStores, OfTheSameArray) {
  const std::string first = "x := $$h[tid]; $$s[tid] := x;";
  EXPECT_EQ(repeatedIn(first), 0U);
  EXPECT_EQ(repeatedIn(first + "y := $$h[add(tid, 2bv32)]; $$s[add(tid, 2bv32)] := y;"), 2U);
  EXPECT_EQ(repeatedIn(first + "$$s[add(tid, 2bv32)] := 0bv32;"), 0U);
  EXPECT_EQ(repeatedIn(first + "y := $$g[tid]; $$g[0bv32] := 1bv32; $$s[tid] := y;"), 0U);
}

TEST(RepeatedStores, InLoops) {
  const std::string loop = "i := 0bv32; while (ult(i, $n)) { i := add(i, 1bv32); ";
  EXPECT_EQ(repeatedIn(loop + "x := $$h[i]; $$s[i] := x; }"), 1U);
  EXPECT_EQ(repeatedIn(loop + "x := $$t[i]; $$s[i] := x; $$t[tid] := i; }"), 1U);  // of i
}

}  // namespace
}  // namespace barricade::test
