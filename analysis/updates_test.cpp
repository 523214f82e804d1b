// Which loads and stores are one read-modify-write.
#include "analysis/updates.h"

#include "analysis/test_kernel.h"

namespace barricade::test {
namespace {

std::size_t updatesIn(const std::string& body) {
  const Analysed analysed(kernelText(body));
  return Updates(*analysed.program, analysed.kernel().procedure(), analysed.kernel().flow(), {})
      .all()
      .size();
}

TEST(Updates, OfOneStatement) {
  EXPECT_EQ(updatesIn("$$s[tid] := add($$s[tid], 1bv32);"), 1U);
  EXPECT_EQ(updatesIn("$$s[tid] := add($$s[add(tid, 1bv32)], 1bv32);"), 0U);
  EXPECT_EQ(updatesIn("$$s[tid] := add($$t[tid], 1bv32);"), 0U);
}

TEST(Updates, OverVariables) {
  EXPECT_EQ(updatesIn("x := $$s[add(tid, 1bv32)]; j := add(tid, 1bv32); $$s[j] := mul(x, $n);"),
            1U);
  EXPECT_EQ(updatesIn("x := $$s[tid]; $$s[tid] := $n;"), 0U);  // the value read does not matter
}

TEST(Updates, NotWhatIsWrittenBack) {
  EXPECT_EQ(updatesIn("$$s[tid] := $$s[tid];"), 0U);
  EXPECT_EQ(updatesIn("x := 0bv32; x := $$s[tid]; $$s[tid] := x;"), 0U);
  EXPECT_EQ(updatesIn("x := $$s[tid]; x := add(x, 1bv32); $$s[tid] := x;"), 1U);
  EXPECT_EQ(updatesIn("x := $$s[tid]; if (ult(x, $n)) { x := $n; } $$s[tid] := x;"), 1U);
}

TEST(Updates, TheIndexMayComeFromAnArrayThatNobodyWrites) {
  EXPECT_EQ(updatesIn("i := $$g[tid]; x := $$s[i]; j := $$g[tid]; $$s[j] := add(x, 1bv32);"), 1U);
  EXPECT_EQ(updatesIn("i := $$g[tid]; x := $$s[i]; $$g[tid] := 1bv32; j := $$g[tid]; "
                      "$$s[j] := add(x, 1bv32);"),
            0U);
}

TEST(Updates, NoBarrierBetween) {
  EXPECT_EQ(updatesIn("x := $$s[tid]; sync; $$s[tid] := add(x, 1bv32);"), 0U);
}

TEST(Updates, TheIndexKeepsItsValue) {
  const std::string text = "i := tid; i := add(i, 1bv32); x := $$s[i]; ";
  EXPECT_EQ(updatesIn(text + "$$s[i] := add(x, 1bv32);"), 1U);
  EXPECT_EQ(updatesIn(text + "i := add(i, 1bv32); $$s[i] := add(x, 1bv32);"), 0U);
}

TEST(Updates, UnderACondition) {
  EXPECT_EQ(updatesIn("x := $$s[tid]; if (ult(x, $n)) { $$s[tid] := add(x, 1bv32); }"), 1U);
  EXPECT_EQ(updatesIn("x := 0bv32; if (ult(tid, $n)) { x := $$s[tid]; } "
                      "$$s[tid] := add(x, 1bv32);"),
            0U);
}

}  // namespace
}  // namespace barricade::test
