// What launches and preconditions admit decides verdicts.
#include "verifier/test_kernel.h"

namespace barricade::test {
namespace {

// Two threads are n apart, or a product of sizes is.
TEST(Launch, GroupsOfAnySizeAreThoseOfHardware) {
  const std::string far =
      "if (tid == 0bv32) { $$s[0bv32] := 1bv32; } "
      "if (tid == 1024bv32) { $$s[0bv32] := 2bv32; }";
  EXPECT_EQ(verdictOf(far, {.size = "*"}), "verified");
  EXPECT_EQ(verdictOf(far, {.size = "1025"}), "race");
  VerifyOptions options;
  options.maxThreads = 2048;
  EXPECT_EQ(verdictOf(verifyText(kernelText(far, {.size = "*"}), options)), "race");
  const std::string plane =
      "if (tid == 40bv32) { $$s[0bv32] := 1bv32; } "
      "if (tidy == 40bv32) { $$s[0bv32] := 2bv32; }";
  EXPECT_EQ(verdictOf(plane, {.size = "*", .sizeY = "*"}), "verified");
  EXPECT_EQ(verdictOf(plane, {.size = "*", .sizeY = "24"}), "verified");
  EXPECT_EQ(verdictOf(plane, {.size = "*", .sizeY = "41"}), "verified");
  EXPECT_EQ(verdictOf(verifyText(kernelText(plane, {.size = "*", .sizeY = "*"}), options)), "race");
}

TEST(Launch, ALaunchOfOneThreadIsCheckedWithOneThread) {
  EXPECT_EQ(verdictOf("$$s[0bv32] := tid;", {.size = "1"}), "verified");
  EXPECT_EQ(verdictOf("assert tid == 1bv32;", {.size = "1"}), "assertion");
}

TEST(Launch, AxiomsHoldForBothThreads) {
  EXPECT_EQ(verdictOf(verifyText(kernelText("$$s[lshr(tid, 1bv32)] := tid;", {},
                                            "axiom and(tid, 1bv32) == 0bv32;\n"))),
            "verified");
}

TEST(Launch, ContradictionsAreRejected) {
  const VerificationResult result =
      verifyText(kernelText("return;", {}, "axiom size == 32bv32;\n"));
  EXPECT_EQ(result.verdict, Verdict::Rejected);
  ASSERT_EQ(result.rejections.size(), 1U);
  EXPECT_NE(result.rejections[0].message.find("contradict"), std::string::npos);
}

TEST(FixedParameters, ThatContradictEachOtherAdmitNoThread) {
  const std::string text =
      kernelText("$$s[0bv32] := tid;", {}, "", "requires $n == 3bv32; requires $n == 4bv32;");
  EXPECT_EQ(verifyText(text).verdict, Verdict::Rejected);
}

}  // namespace
}  // namespace barricade::test
