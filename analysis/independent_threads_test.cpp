// Whether two threads do alone what they do among all others.
#include "analysis/independent_threads.h"

#include "analysis/test_kernel.h"

namespace barricade::test {
namespace {

bool areIndependent(const std::string& body) {
  const Analysed a(kernelText(body));
  return threadsAreIndependent(*a.program, a.kernel().procedure());
}

TEST(IndependentThreads, MayExchangeValues) {
  EXPECT_TRUE(areIndependent("$$s[tid] := tid; sync; x := $$s[0bv32]; $$g[tid] := x;"));
  EXPECT_TRUE(areIndependent("x := $$h[tid]; if (ult(x, 3bv32)) { $$g[x] := 1bv32; }"));
}

TEST(IndependentThreads, TakeNoPlacesOrWaysFromOthers) {
  EXPECT_FALSE(areIndependent("$$s[tid] := tid; sync; x := $$s[0bv32]; $$g[x] := 1bv32;"));
  EXPECT_FALSE(areIndependent(
      "$$s[tid] := tid; sync; x := $$s[0bv32]; if (ult(x, 3bv32)) { $$g[tid] := 1bv32; }"));
  EXPECT_FALSE(areIndependent(
      "$$s[tid] := tid; sync; i := 0bv32; while (ult(i, $$s[0bv32])) { i := add(i, 1bv32); }"
      "$$g[i] := 1bv32;"));
}

}  // namespace
}  // namespace barricade::test
