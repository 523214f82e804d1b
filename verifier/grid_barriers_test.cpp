// Barriers of the grid that kernels make of atomic operations, in loops.
#include "verifier/grid_barriers.h"

#include <gtest/gtest.h>

#include "verifier/test_kernel.h"

namespace barricade {
namespace {

using namespace test;

const std::string gridFences = R"(
procedure {:fence} {:source_name "__threadfence"} $fence();
procedure {:fence} {:scope "block"} {:source_name "__threadfence_block"} $narrow();
)";
const std::string fence = "call $fence(); ";

// Of $$h[element], into x.
std::string atomic(const std::string& function, const std::string& operands,
                   const std::string& element = "0") {
  return "call {:atomic} {:atomic_function \"__atomic" + function + "_int\"} " + operands +
         " {:parts 1} {:part 1} x, $$h := _ATOMIC_OP32($$h, " + element + "bv32); ";
}

const std::string count = atomic("Add", "{:arg1 1bv32}");
const std::string read = atomic("Add", "{:arg1 0bv32}");
// Left when the counter has come to the goal.
const std::string wait = "x := 0bv32; while (ult(x, j)) { " + read + "} ";

// Two rounds that exchange elements in each iteration; `made` is what the first thread does in
// each.
std::string rounds(const std::string& made, const std::string& guard = "tid == 0bv32",
                   const std::string& each = "j := add(j, groups);") {
  const std::string barrier = each + " sync; if (" + guard + ") { " + made + "} sync; ";
  return "i := 0bv32; j := 0bv32; while (ult(i, $n)) { "
         "$$g[add(mul(gid, size), tid)] := i; " +
         barrier + "y := $$g[$m]; " + barrier + "i := add(i, 1bv32); }";
}

// Whether they are barriers of the grid.
bool isProven(const std::string& body, const Launch& launch = {.size = "2", .groups = "4"}) {
  const auto program = parse(kernelText(body, launch, gridFences));
  VerifyOptions options;
  const Prepared prepared = prepare(*program, options);
  EXPECT_TRUE(prepared.procedure);
  return findGridBarriers(*program, *prepared.procedure, options).kernel != nullptr;
}

TEST(GridBarriers, GoalsThatGrow) {
  EXPECT_TRUE(isProven(rounds(fence + count + wait + fence)));
  EXPECT_TRUE(isProven(rounds(fence + count + wait + fence), {.size = "*", .groups = "*"}));
}

TEST(GridBarriers, WhatIsMissing) {
  EXPECT_FALSE(isProven(rounds(count + wait + fence)));
  EXPECT_FALSE(isProven(rounds(fence + count + wait)));
  EXPECT_FALSE(isProven(rounds("call $narrow(); " + count + wait + fence)));
  EXPECT_FALSE(isProven(rounds(fence + wait + count + fence)));
  const std::string good = fence + count + wait + fence;
  EXPECT_FALSE(isProven(rounds(good, "tid == 0bv32", "j := groups;")));
  EXPECT_FALSE(isProven(rounds(good, "tid == 0bv32", "j := add(j, sub(groups, 1bv32));")));
  EXPECT_FALSE(isProven(rounds(good, "tid == 1bv32")));
  EXPECT_FALSE(isProven(rounds(good), {.size = "2", .groups = "4", .sizeY = "2"}));
}

// Of $$h[1]; `mine` is the sense that thread 0 turns.
std::string reversal(const std::string& last) {
  return fence + count + "if (x == 3bv32) { " + last + "} else { x := sub(0bv32, 1bv32); " +
         "while (x != j) { " + atomic("Load", "", "1") + "} } " + fence;
}

TEST(GridBarriers, SenseReversal) {
  const std::string turn = "j := sub(1bv32, j);";
  const std::string reset = "$$h[0bv32] := 0bv32; ";
  const std::string release = atomic("Store", "{:arg1 j}", "1");
  auto isReversal = [&](const std::string& last) {
    return isProven(rounds(reversal(last), "tid == 0bv32", turn));
  };
  EXPECT_TRUE(isReversal(reset + fence + release));
  EXPECT_FALSE(isReversal(fence + release + reset));
  EXPECT_FALSE(isReversal(reset + release));
  EXPECT_FALSE(isReversal(fence + release));
  EXPECT_FALSE(isProven(rounds(reversal(reset + fence + release), "tid == 0bv32", "")));
}

TEST(GridBarriers, OrderAccesses) {
  const std::string rest = fence + count + wait + fence;
  EXPECT_EQ(
      verdictOf(verifyText(kernelText(rounds(rest), {.size = "2", .groups = "4"}, gridFences))),
      "verified");
}

TEST(GridBarriers, CounterAndFlagAreTakenToStartAtZero) {
  const VerificationResult result = verifyText(
      kernelText(rounds(fence + count + wait + fence), {.size = "2", .groups = "4"}, gridFences));
  ASSERT_EQ(result.notes.size(), 1u);
  EXPECT_EQ(result.notes[0], "assumes that h is 0 when the kernel starts");
}

}  // namespace
}  // namespace barricade
