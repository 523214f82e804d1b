// How far the counters of loops get: exactly as far as the variables that are compared.
#include "verifier/test_kernel.h"

namespace barricade::test {
namespace {

// Whether a loop over x, from `start`, has so many complete iterations.
bool reaches(const std::string& start, const std::string& condition, const std::string& step,
             const std::string& count) {
  VerifyOptions options;
  options.infer = false;  // it is known without
  const std::string verdict = verdictOf(
      "x := add(tid, " + start + "bv32); j := 0bv32; while (" + condition + ") { x := add(x, " +
          step + "bv32); j := add(j, 1bv32); assert j != " + count + "bv32; }",
      {}, options);
  EXPECT_TRUE(verdict == "verified" || verdict == "assertion") << verdict;
  return verdict != "verified";
}

// 2^25 steps of 128 lead back to the start; a loop that runs once more has wrapped around.
const std::string afterAll = "33554433";

TEST(Counters, UnsignedBoundsWithRoomForAStep) {
  EXPECT_FALSE(reaches("0", "ult(x, 4294967168bv32)", "128", afterAll));
  EXPECT_TRUE(reaches("0", "ult(x, 4294967169bv32)", "128", afterAll));
  EXPECT_FALSE(reaches("0", "ule(x, 4294967167bv32)", "128", afterAll));
  EXPECT_TRUE(reaches("0", "ule(x, 4294967168bv32)", "128", afterAll));
  EXPECT_TRUE(reaches("0", "ult(x, 4294967168bv32)", "128", "33554431"));
}

TEST(Counters, SignedBoundsWithRoomForAStep) {
  EXPECT_FALSE(reaches("0", "slt(x, 2147483520bv32)", "128", afterAll));
  EXPECT_TRUE(reaches("0", "slt(x, 2147483521bv32)", "128", afterAll));
  EXPECT_FALSE(reaches("0", "sle(x, 2147483519bv32)", "128", afterAll));
  EXPECT_TRUE(reaches("0", "sle(x, 2147483520bv32)", "128", afterAll));
}

// The last thread of 64 comes down to 127.
TEST(Counters, Downwards) {
  EXPECT_FALSE(reaches("4160", "ugt(x, 127bv32)", "4294967168", afterAll));
  EXPECT_TRUE(reaches("4160", "ugt(x, 126bv32)", "4294967168", afterAll));
  EXPECT_FALSE(reaches("4160", "uge(x, 128bv32)", "4294967168", afterAll));
  EXPECT_TRUE(reaches("4160", "uge(x, 127bv32)", "4294967168", afterAll));
}

TEST(Counters, BoundsThatOnlyTheLaunchKnows) {
  EXPECT_TRUE(reaches("0", "slt(x, $n)", "128", afterAll));
  EXPECT_FALSE(reaches("0", "slt(x, and($n, 65535bv32))", "128", afterAll));
}

// An odd step comes to every value, also to the one that ends the loop, but not before all others.
TEST(Counters, OddSteps) {
  EXPECT_TRUE(reaches("0", "x != $n", "3", "4294967295"));
  EXPECT_TRUE(reaches("0", "ult(x, $n)", "3", "1431655765"));
}

// The barrier in a loop that every thread runs once, after one that they leave at different times.
TEST(Counters, ALoopThatRunsOnceAfterOneThatDiffers) {
  const std::string first = "i := tid; while (slt(i, $n)) { i := add(i, 1bv32); } ";
  EXPECT_EQ(verdictOf(first + "x := tid; while (slt(x, 64bv32)) { sync; x := add(x, 64bv32); }"),
            "verified");
  EXPECT_EQ(verdictOf(first + "x := tid; while (slt(x, 96bv32)) { sync; x := add(x, 64bv32); }"),
            "divergence");
}

}  // namespace
}  // namespace barricade::test
