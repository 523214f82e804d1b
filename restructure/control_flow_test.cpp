// Branches that are split and loops that become uniform: a thread does what it did, in the same
// order, and all threads come to the barrier.
#include "analysis/uniformity.h"
#include "restructure/body.h"
#include "restructure/split_branch.h"
#include "restructure/test_traces.h"
#include "restructure/uniform_loop.h"

namespace barricade::test {
namespace {

using Paths = std::set<std::string>;

SplitPoint barrierOf(const Restructured& subject, unsigned line) {
  const LocationId location = subject.at(line);
  for (const auto& block : subject.kernel->blocks)
    for (std::size_t i = 0; i < block->statements.size(); ++i)
      if (block->statements[i].as<Call>() && block->statements[i].location == location)
        return {block.get(), i};
  ADD_FAILURE() << "no barrier in line " << line;
  return {};
}

SplitResult split(Restructured& subject, unsigned line) {
  return splitBranch(*subject.program, *subject.kernel, barrierOf(subject, line));
}

// Whether all threads come together to each barrier.
bool barriersAreUniform(const Restructured& subject) {
  const Kernel kernel(*subject.program, *subject.kernel, {});
  const Uniformity uniformity(kernel, Mode::Intra);
  for (const auto& block : subject.kernel->blocks)
    for (const Statement& statement : block->statements)
      if (const Call* call = statement.as<Call>();
          call && call->callee->synchronization && !uniformity.block(block->index))
        return false;
  return true;
}

const std::string guarded =
    "if (ult(tid, 40bv32)) { @5; x := $$s[tid]; @6; sync; @7; $$s[tid] := x; }";

//--- Branches -------------------------------------------------------------------------------

TEST(SplitBranch, TheBarrierIsForAll) {
  Restructured subject(guarded);
  EXPECT_EQ(subject.traces(), (Paths{"", "5 | 7"}));
  EXPECT_FALSE(barriersAreUniform(subject));
  const SplitResult result = split(subject, 6);
  ASSERT_TRUE(result.done) << result.refused;
  EXPECT_EQ(subject.traces(), (Paths{"|", "5 | 7"}));
  EXPECT_TRUE(barriersAreUniform(subject));
  EXPECT_EQ(result.rewrite.kind, Rewrite::Kind::SplitBranch);
  EXPECT_EQ(result.rewrite.loopDepth, 0U);
}

TEST(SplitBranch, TheOtherArmIsOfTheFirstHalf) {
  Restructured subject(
      "if (ult(tid, 40bv32)) { @5; x := $$s[tid]; @6; sync; @7; $$s[tid] := x; } else { @8; "
      "$$s[tid] := 1bv32; } @9; y := $$t[tid];");
  ASSERT_TRUE(split(subject, 6).done);
  EXPECT_EQ(subject.traces(), (Paths{"5 | 7 9", "8 | 9"}));
}

TEST(SplitBranch, OfANest) {
  Restructured subject(
      "if (ult(tid, 40bv32)) { @4; $$t[tid] := 1bv32; if (ult(5bv32, tid)) { @5; x := $$s[tid]; "
      "@6; sync; @7; $$s[tid] := x; } else { @8; y := $$t[tid]; } @9; $$t[tid] := 2bv32; }");
  ASSERT_TRUE(split(subject, 6).done);
  EXPECT_EQ(subject.traces(), (Paths{"|", "4 5 | 7 9", "4 8 | 9"}));
  EXPECT_TRUE(barriersAreUniform(subject));
}

TEST(SplitBranch, OnlyTheOneThatThreadsTakeDifferently) {
  Restructured subject("if ($c) { @4; $$t[tid] := 1bv32; " + guarded + " }");
  ASSERT_TRUE(split(subject, 6).done);
  EXPECT_EQ(subject.traces(), (Paths{"", "4 |", "4 5 | 7"}));
}

TEST(SplitBranch, BarriersOfBothArmsBecomeOne) {
  Restructured subject(
      "if (ult(tid, 32bv32)) { @4; $$s[tid] := 1bv32; @5; sync; @6; x := $$s[tid]; } else { @7; "
      "$$s[tid] := 2bv32; @8; sync; @9; x := $$s[tid]; }");
  const SplitResult result = splitBranchJoining(*subject.program, *subject.kernel,
                                                barrierOf(subject, 5), {barrierOf(subject, 8)});
  ASSERT_TRUE(result.done) << result.refused;
  EXPECT_EQ(subject.traces(), (Paths{"4 | 6", "7 | 9"}));
  EXPECT_TRUE(barriersAreUniform(subject));
  ASSERT_EQ(result.rewrite.joined.size(), 1U);
  EXPECT_EQ(result.rewrite.joined.front().front().line, 8U);
}

TEST(SplitBranch, ChangesNothingWhereNoOtherBarrierIsJoined) {
  Restructured subject(guarded);
  const std::string before = subject.text();
  EXPECT_FALSE(
      splitBranchJoining(*subject.program, *subject.kernel, barrierOf(subject, 6), {}).done);
  EXPECT_EQ(subject.text(), before);
}

TEST(SplitBranch, IsRefusedInALoopThatThreadsLeaveAtDifferentTimes) {
  Restructured subject("i := 0bv32; while (ult(i, tid)) { @6; sync; i := add(i, 1bv32); }");
  const std::string before = subject.text();
  const SplitResult result = split(subject, 6);
  EXPECT_FALSE(result.done);
  EXPECT_EQ(result.refused, "it is in a loop that threads leave at different times");
  EXPECT_EQ(subject.text(), before);
}

TEST(SplitBranch, ALoopBeforeTheBarrierIsOfTheFirstHalf) {
  Restructured subject(
      "if (ult(tid, 40bv32)) { i := tid; while (ult(i, 50bv32)) { @5; $$s[i] := 1bv32; "
      "i := add(i, 40bv32); } @6; sync; @7; x := $$s[tid]; }");
  ASSERT_TRUE(split(subject, 6).done);
  EXPECT_TRUE(barriersAreUniform(subject));
}

TEST(SplitBranch, IsRefusedOutsideOfABranch) {
  Restructured subject("@6; sync;");
  EXPECT_EQ(split(subject, 6).refused, "no branch is around it");
}

TEST(PredicateReturn, WhatFollowsAnEarlyReturnBecomesConditional) {
  Restructured subject(
      "if (ult(40bv32, tid)) { return; } @5; $$s[tid] := 1bv32; @6; sync; @7; x := $$s[tid];");
  EXPECT_EQ(subject.traces(), (Paths{"", "5 | 7"}));
  const SplitResult result = split(subject, 6);
  ASSERT_TRUE(result.done) << result.refused;
  EXPECT_EQ(result.rewrite.kind, Rewrite::Kind::PredicateReturn);
  EXPECT_EQ(subject.traces(), (Paths{"|", "5 | 7"}));
  EXPECT_TRUE(barriersAreUniform(subject));
}

TEST(Body, IsRestored) {
  Restructured subject(guarded);
  const std::string before = subject.text();
  const Body body(*subject.kernel);
  ASSERT_TRUE(split(subject, 6).done);
  EXPECT_NE(subject.text(), before);
  body.restore(*subject.kernel);
  EXPECT_EQ(subject.text(), before);
}

//--- Loops ----------------------------------------------------------------------------------

UniformLoopResult makeUniform(Restructured& subject, unsigned line) {
  return makeLoopUniform(*subject.program, *subject.kernel, *barrierOf(subject, line).block);
}

TEST(UniformLoop, ThreadsLeaveItTogether) {
  Restructured subject(
      "i := tid; while (ult(i, $n)) { @6; sync; @7; $$s[tid] := i; i := add(i, 64bv32); } @9; "
      "$$t[tid] := i;");
  EXPECT_FALSE(barriersAreUniform(subject));
  const UniformLoopResult result = makeUniform(subject, 6);
  ASSERT_TRUE(result.done) << result.refused;
  EXPECT_EQ(result.rewrite.kind, Rewrite::Kind::UniformLoop);
  // The new head is a barrier that all come to; the old one is in a branch of the body now.
  EXPECT_NE(subject.text().find("__syncthreads_or"), std::string::npos);
  EXPECT_FALSE(barriersAreUniform(subject));
  ASSERT_TRUE(split(subject, 6).done);
  EXPECT_TRUE(barriersAreUniform(subject));
}

TEST(UniformLoop, ThreadsThatDoNotComeToItGoWithTheOthers) {
  Restructured subject(
      "@3; $$t[tid] := 0bv32; if (ult(tid, $n)) { @4; i := tid; while (ult(i, $n)) { @6; sync; @7; "
      "$$s[tid] := i; i := add(i, 64bv32); } @9; $$t[tid] := i; } @10; $$t[tid] := 3bv32;");
  EXPECT_FALSE(barriersAreUniform(subject));
  const UniformLoopResult result = makeUniform(subject, 6);
  ASSERT_TRUE(result.done) << result.refused;
  EXPECT_TRUE(isKnown(result.rewrite.around));
  ASSERT_TRUE(split(subject, 6).done);
  EXPECT_TRUE(barriersAreUniform(subject));
  EXPECT_EQ(subject.traces(),
            (Paths{"3 4 | 9 10", "3 4 | | 7 7 | 9 10", "3 4 | | | 9 10", "3 | 10", "3 | | | 10"}));
}

TEST(UniformLoop, OneThatAllComeToIsLeftInItsPlace) {
  Restructured subject(
      "if (ult(3bv32, $n)) { i := tid; while (ult(i, $n)) { @6; sync; "
      "i := add(i, 64bv32); } }");
  const UniformLoopResult result = makeUniform(subject, 6);
  ASSERT_TRUE(result.done) << result.refused;
  EXPECT_FALSE(isKnown(result.rewrite.around));
}

TEST(UniformLoop, OneThatIsLeftInTwoWays) {
  Restructured subject(R"(i := tid; goto $head;
$head: goto $in, $out;
$in: assume {:partition} ult(i, $n); @6; sync; x := $$s[i]; goto $found, $on;
$on: assume {:partition} ult(x, 3bv32); i := add(i, 64bv32); goto $head;
$found: assume {:partition} !ult(x, 3bv32); @8; $$t[tid] := 1bv32; goto $end;
$out: assume {:partition} !ult(i, $n); @9; $$t[tid] := 2bv32; goto $end;
$end: return;)");
  ASSERT_TRUE(makeUniform(subject, 6).done);
  ASSERT_TRUE(split(subject, 6).done);
  EXPECT_TRUE(barriersAreUniform(subject));
  EXPECT_TRUE(subject.traces().contains("| | | 9"));
}

TEST(UniformLoop, IsRefusedWhereThereIsNone) {
  Restructured subject("@6; sync;");
  EXPECT_EQ(makeUniform(subject, 6).refused, "it is in no loop");
  Restructured endless("goto $head; $head: @6; sync; goto $head;");
  EXPECT_EQ(makeUniform(endless, 6).refused, "no thread leaves the loop");
}

}  // namespace
}  // namespace barricade::test
