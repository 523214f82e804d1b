// What is proven of final contents, and why not.
#include "postcondition/postcondition.h"

#include "analysis/prepare.h"
#include "analysis/test_kernel.h"

namespace barricade::test {
namespace {

// Why it is not proven that `$$g[i]` is as ensured for all i of -1 < i < 64; empty: it is.
std::string openOf(const std::string& body, const std::string& ensured,
                   const Launch& launch = {.size = "64", .groups = "1"}) {
  const auto program =
      parse(kernelText(body, launch, "",
                       "ensures (forall i: bv32 :: slt(4294967295bv32, i) && slt(i, 64bv32) ==> " +
                           ensured + ");\n"));
  const VerifyOptions options;
  const Prepared prepared = prepare(*program, options);
  EXPECT_TRUE(prepared.procedure);
  const auto proofs = provePostconditions(*program, *prepared.procedure, options);
  EXPECT_EQ(proofs.size(), 1u);
  return proofs.front().open;
}

TEST(Postconditions, OfEachElement) {
  EXPECT_EQ(openOf("$$g[tid] := 7bv32;", "$$g[i] == 7bv32"), "");
  EXPECT_EQ(openOf("$$g[tid] := tid;", "$$g[i] == i"), "");
  EXPECT_EQ(openOf("$$g[tid] := add($$g[tid], 1bv32);", "$$g[i] == add(old($$g[i]), 1bv32)"), "");
  EXPECT_EQ(openOf("if (slt($$g[tid], 0bv32)) { $$g[tid] := 0bv32; }", "!slt($$g[i], 0bv32)"), "");
}

TEST(Postconditions, OfWhatIsWrittenLast) {
  EXPECT_EQ(openOf("$$g[tid] := 1bv32; $$g[tid] := 7bv32;", "$$g[i] == 7bv32"), "");
  EXPECT_NE(openOf("$$g[tid] := 7bv32; $$g[tid] := 1bv32;", "$$g[i] == 7bv32"), "");
}

TEST(Postconditions, NeedAWriterOfEachElement) {
  const std::string open = "that each element of g is written is not shown";
  EXPECT_EQ(openOf("$$g[tid] := 7bv32;", "$$g[i] == 7bv32", {.size = "63", .groups = "1"}), open);
  EXPECT_EQ(openOf("if (slt(tid, 63bv32)) { $$g[tid] := 7bv32; }", "$$g[i] == 7bv32"), open);
  EXPECT_EQ(openOf("$$g[mul(tid, 2bv32)] := 7bv32;", "$$g[i] == 7bv32"), open);
}

TEST(Postconditions, OfOneElementThatIsFollowed) {
  EXPECT_EQ(openOf("$$g[tid] := 7bv32;", "$$g[i] == $$g[0bv32]"),
            "it reads more than one element of what the kernel writes");
  EXPECT_EQ(openOf("$$s[tid] := 7bv32;", "$$s[i] == 7bv32"),
            "s is no global array, so that it is gone when the threads have ended");
  EXPECT_EQ(openOf("$$s[tid] := 7bv32;", "$$g[i] == 7bv32"),
            "it reads no array that the kernel writes");
}

}  // namespace
}  // namespace barricade::test
