// Which arithmetic is checked, and that the assertions stand before what they are about.
#include "analysis/arithmetic_checks.h"

#include <map>

#include "analysis/test_kernel.h"

namespace barricade::test {
namespace {

using Counts = std::map<std::string, unsigned>;

const std::string division = "division by zero";
const std::string overflow = "overflow on the way to an index";
const std::string shift = "shift by the width of the number or more";
const std::string signedDivision = "division by zero, or of the smallest number by -1";

// The checks that a kernel gets, by what they say.
Counts checksOf(const std::string& body) {
  const auto program = parse(kernelText(body));
  Procedure& kernel = *prepare(*program, {}).procedure;
  addArithmeticChecks(*program, kernel, CheckDepth::Full);
  Counts counts;
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements)
      if (const Assert* check = statement.as<Assert>();
          check && check->kind == Assert::Kind::Arithmetic)
        ++counts[overflowOf(statement)];
  return counts;
}

TEST(ArithmeticChecks, OfDivisionsEverywhere) {
  EXPECT_EQ(checksOf("x := udiv(tid, $n);"), (Counts{{division, 1}}));
  EXPECT_EQ(checksOf("x := sdiv(tid, $n);"), (Counts{{signedDivision, 1}}));
  EXPECT_EQ(checksOf("x := udiv(tid, 2bv32); y := sdiv(tid, 2bv32);"), Counts{});
  EXPECT_EQ(checksOf("x := sdiv(tid, 4294967295bv32);"), (Counts{{signedDivision, 1}}));
}

TEST(ArithmeticChecks, OfShiftsByWhatMayBeTheWidth) {
  EXPECT_EQ(checksOf("x := shl(tid, $n);"), (Counts{{shift, 1}}));
  EXPECT_EQ(checksOf("x := shl(tid, 31bv32);"), Counts{});
  EXPECT_EQ(checksOf("x := lshr(tid, 32bv32);"), (Counts{{shift, 1}}));
}

TEST(ArithmeticChecks, OfSumsThatReachAnIndex) {
  EXPECT_EQ(checksOf("x := add(tid, $n);"), Counts{});
  EXPECT_EQ(checksOf("x := add(tid, $n); $$s[x] := 1bv32;"), (Counts{{overflow, 1}}));
  EXPECT_EQ(checksOf("x := mul(tid, $n); y := x; x := $$s[y];"), (Counts{{overflow, 1}}));
  EXPECT_EQ(checksOf("$$s[tid] := add(tid, $n);"), Counts{});
}

TEST(ArithmeticChecks, AreGuardedByTheChoiceAround) {
  const auto program = parse(kernelText("x := if $n == 0bv32 then 0bv32 else udiv(tid, $n);"));
  Procedure& kernel = *prepare(*program, {}).procedure;
  addArithmeticChecks(*program, kernel, CheckDepth::Full);
  const std::vector<Statement>& statements = kernel.blocks.front()->statements;
  ASSERT_GE(statements.size(), 2U);
  const Assert* check = statements[0].as<Assert>();
  ASSERT_TRUE(check);
  EXPECT_EQ(check->condition->op(), Op::Implies);
  EXPECT_TRUE(statements[1].as<Assign>());
}

TEST(ArithmeticChecks, OfConditionsStandBeforeTheBranch) {
  const auto program = parse(kernelText("if (udiv(tid, $n) == 1bv32) { x := 1bv32; }"));
  Procedure& kernel = *prepare(*program, {}).procedure;
  addArithmeticChecks(*program, kernel, CheckDepth::Full);
  const std::vector<Statement>& head = kernel.blocks.front()->statements;
  ASSERT_FALSE(head.empty());
  ASSERT_TRUE(head.back().as<Assert>());
  EXPECT_EQ(head.back().as<Assert>()->kind, Assert::Kind::Arithmetic);
}

}  // namespace
}  // namespace barricade::test
