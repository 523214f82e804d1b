// Repairs beyond barriers: atomic updates, split branches, barriers of warps; and what is not done
// since it would hide a mistake.
#include "repair/repair.h"

#include <algorithm>

#include "instrument/guarded_barrier.h"
#include "verifier/test_kernel.h"

namespace barricade::test {
namespace {

RepairResult mended(const std::string& body, const RepairOptions& options = {},
                    const Launch& launch = {}) {
  const auto program = parse(kernelText(body, launch));
  RepairResult result = repair(*program, {}, options);
  if (!result.fixedProgram.empty()) {
    EXPECT_EQ(verify(*parse(result.fixedProgram), {}).verdict, Verdict::Verified);
  }
  return result;
}

// "atomic 5, add warp 6: repaired 0 -> 0".
std::string changes(const RepairResult& result) {
  std::ostringstream text;
  for (const RepairEdit& edit : result.edits)
    text << toString(edit.action) << ' '
         << (edit.operation.empty() ? std::string(toString(edit.scope)) : edit.operation) << ' '
         << (edit.location.empty() ? 0 : edit.location.front().line) << ", ";
  text << toString(result.status);
  if (!result.fixedProgram.empty()) text << ' ' << result.costBefore << " -> " << result.costAfter;
  return text.str();
}

RepairOptions onlyBarriers() {
  RepairOptions options;
  options.kinds = RepairKinds::none();
  return options;
}

const Launch fourWarps{.size = "128"};

// Many threads meet on an element, and each adds one.
const std::string count =
    "@4; x := $$g[tid]; @5; y := $$s[and(x, 7bv32)]; @5; $$s[and(x, 7bv32)] := add(y, 1bv32);";

//--- Stores that meet -----------------------------------------------------------------------

// Half of what threads store in `g` is lost; what they read of `s` others have written.
const std::string besideStores =
    "@4; $$s[tid] := 1bv32; @5; x := $$s[add(tid, 1bv32)]; @6; $$g[and(tid, 7bv32)] := tid;";

TEST(BesideStores, WhatIsWrongElsewhereIsRepaired) {
  const RepairResult result = mended(besideStores);
  EXPECT_EQ(changes(result), "add block 5, repaired");
  EXPECT_EQ(result.storesLeft.size(), 1U);
  EXPECT_EQ(result.findingsLeft, 1U);
  ASSERT_EQ(result.explanation.size(), 1U);
  EXPECT_NE(result.explanation.front().find("stays"), std::string::npos);
}

TEST(BesideStores, NotWhereNothingElseIsWrong) {
  EXPECT_EQ(mended("@6; $$g[and(tid, 7bv32)] := tid;").status, RepairStatus::Unrepairable);
}

TEST(BesideStores, NotWhereOtherRacesAreAboutTheSameArray) {
  EXPECT_EQ(mended(besideStores + "@7; x := $$g[tid];").status, RepairStatus::Unrepairable);
}

//--- Updates --------------------------------------------------------------------------------

TEST(LostUpdate, NoBarrierHidesIt) {
  const RepairResult result = mended(count, onlyBarriers());
  EXPECT_EQ(result.status, RepairStatus::Unrepairable);
  EXPECT_EQ(result.edits.size(), 0U);
  ASSERT_FALSE(result.explanation.empty());
  EXPECT_NE(result.explanation.back().find("one change is lost"), std::string::npos);
}

TEST(LostUpdate, IsSaidByTheVerification) {
  const VerificationResult result = verifyText(kernelText(count));
  ASSERT_FALSE(result.findings.empty());
  EXPECT_TRUE(result.findings.front().lostUpdate);
  EXPECT_NE(result.findings.front().message.find("(lost update)"), std::string::npos);
}

TEST(LostUpdate, IsNoneWhereThreadsReadElementsOfOthers) {
  const VerificationResult result =
      verifyText(kernelText("x := $$s[tid]; y := $$s[add(tid, 1bv32)]; $$s[tid] := add(x, y);"));
  ASSERT_FALSE(result.findings.empty());
  EXPECT_FALSE(result.findings.front().lostUpdate);
}

TEST(LostUpdate, ABarrierMayTakeApartWhatOneThreadUpdates) {
  EXPECT_EQ(changes(mended("@4; x := $$s[tid]; @5; y := $$s[add(tid, 1bv32)]; @6; $$s[tid] := "
                           "add(x, y);")),
            "add block 6, repaired 0 -> 1");
}

TEST(AtomicUpdate, TakesThePlaceOfALoadAndAStore) {
  EXPECT_EQ(changes(mended(count)), "atomic atomicAdd 5, repaired 0 -> 0");
  const RepairResult result = mended(count);
  EXPECT_NE(result.fixedProgram.find("{:atomic_function \"__atomicAdd_int\"} {:arg1 1bv32}"),
            std::string::npos);
  EXPECT_EQ(result.edits.front().subject, "s");
  EXPECT_NE(result.edits.front().reason.find("race on s"), std::string::npos);
}

TEST(AtomicUpdate, KindsOfOperations) {
  auto update = [](const std::string& value) {
    return changes(mended("@5; x := $$s[0bv32]; @5; $$s[0bv32] := " + value + ";"));
  };
  EXPECT_EQ(update("sub(x, tid)"), "atomic atomicSub 5, repaired 0 -> 0");
  EXPECT_EQ(update("add(add(tid, x), $n)"), "atomic atomicAdd 5, repaired 0 -> 0");
  EXPECT_EQ(update("or(tid, x)"), "atomic atomicOr 5, repaired 0 -> 0");
  EXPECT_EQ(update("xor(x, 3bv32)"), "atomic atomicXor 5, repaired 0 -> 0");
  EXPECT_EQ(update("(if slt(x, tid) then tid else x)"), "atomic atomicMax 5, repaired 0 -> 0");
  EXPECT_EQ(update("(if ult(x, tid) then x else tid)"), "atomic atomicMin 5, repaired 0 -> 0");
}

TEST(AtomicUpdate, IsNotMadeOfWhatNoAtomicDoes) {
  for (const char* value : {"mul(x, 3bv32)", "add(x, x)", "sub(tid, x)"}) {
    const RepairResult result =
        mended("@5; x := $$s[0bv32]; @5; $$s[0bv32] := " + std::string(value) + ";");
    EXPECT_EQ(result.status, RepairStatus::Unrepairable) << value;
    EXPECT_NE(result.explanation.back().find("no atomic"), std::string::npos) << value;
  }
}

TEST(AtomicUpdate, IsNotMadeWhereTheOrderWouldDecide) {
  const RepairResult result = mended(
      "@5; x := $$s[0bv32]; @5; $$s[0bv32] := add(x, tid); @6; y := $$s[0bv32]; @6; $$s[0bv32] := "
      "xor(y, tid);");
  EXPECT_EQ(result.status, RepairStatus::Unrepairable);
}

// Many threads store to one element if theirs is greater.
std::string greatest(const std::string& test, const std::string& stored) {
  return "@4; x := $$g[tid]; y := $$s[0bv32]; if (" + test + ") { @5; $$s[0bv32] := " + stored +
         "; }";
}

TEST(AtomicExtreme, OfAComparisonAndAStore) {
  EXPECT_EQ(changes(mended(greatest("sgt(x, y)", "x"))), "atomic atomicMax 5, repaired 0 -> 0");
  EXPECT_EQ(changes(mended(greatest("sgt(y, x)", "x"))), "atomic atomicMin 5, repaired 0 -> 0");
  EXPECT_EQ(changes(mended(greatest("ule(y, x)", "x"))), "atomic atomicMax 5, repaired 0 -> 0");
}

TEST(AtomicExtreme, NotOfAnotherValue) {
  EXPECT_EQ(mended(greatest("sgt(x, y)", "add(x, 1bv32)")).status, RepairStatus::Unrepairable);
}

TEST(AtomicUpdate, BarriersArePlacedAroundIt) {
  EXPECT_EQ(changes(mended("@3; $$s[tid] := 0bv32;" + count + "@6; x := $$s[sub(63bv32, tid)];")),
            "atomic atomicAdd 5, add block 5, add block 6, repaired 0 -> 2");
}

//--- Branches -------------------------------------------------------------------------------

TEST(SplitBranch, BetweenTwoStatements) {
  const RepairResult result =
      mended("if (ult(tid, 40bv32)) { @5; x := $$s[add(tid, 1bv32)]; @6; $$s[tid] := x; }");
  EXPECT_EQ(changes(result), "split-branch block 6, repaired 0 -> 1");
}

TEST(SplitBranch, Nests) {
  const RepairResult result = mended(
      "if (ult(tid, 40bv32)) { @4; $$t[tid] := 1bv32; if ($c) { if (ult(5bv32, tid)) { @5; x := "
      "$$s[add(tid, 1bv32)]; @6; $$s[tid] := x; } @8; $$t[tid] := 2bv32; } }");
  EXPECT_EQ(changes(result), "split-branch block 6, repaired 0 -> 1");
}

// Two threads share an element; one takes this arm, the other one that.
std::string inTwoArms(const std::string& first, const std::string& second) {
  return "if (ult(and(tid, 1bv32), 1bv32)) { @5; " + first + " } else { @7; " + second + " }";
}

TEST(SplitBranch, BetweenArmsWhereOneReads) {
  EXPECT_EQ(changes(mended(inTwoArms("$$s[and(tid, 62bv32)] := tid;",
                                     "x := $$s[and(tid, 62bv32)]; $$t[tid] := x;"))),
            "split-branch warp 7, repaired 0 -> 0.25");
}

TEST(SplitBranch, NotBetweenArmsThatLeaveDifferentValues) {
  const RepairResult result =
      mended(inTwoArms("x := $$s[and(tid, 62bv32)]; $$s[and(tid, 62bv32)] := 1bv32;",
                       "$$s[and(tid, 62bv32)] := 2bv32;"));
  EXPECT_EQ(result.status, RepairStatus::Unrepairable);
  EXPECT_NE(result.explanation.back().find("are in two arms and leave different values"),
            std::string::npos);
}

TEST(SplitBranch, BetweenArmsWhereOneWritesBackWhatItRead) {
  EXPECT_EQ(changes(mended(inTwoArms("$$s[and(tid, 62bv32)] := 1bv32;",
                                     "x := $$s[and(tid, 62bv32)]; $$s[and(tid, 62bv32)] := x;"))),
            "split-branch warp 7, repaired 0 -> 0.25");
}

TEST(SplitBranch, BarriersOfBothArmsBecomeOne) {
  const std::string other = "$$s[xor(tid, 32bv32)]";
  const RepairResult result =
      mended("if (ult(tid, 32bv32)) { @4; $$s[tid] := 1bv32; @5; sync; @6; x := " + other +
             "; } else { @7; $$s[tid] := 2bv32; @8; sync; @9; x := " + other + "; }");
  EXPECT_EQ(changes(result), "split-branch block 5, repaired 2 -> 1");
  ASSERT_EQ(result.edits.front().joined.size(), 1U);
  EXPECT_EQ(result.edits.front().joined.front().location.front().line, 8U);
}

const std::string fromOtherHalf = "$$s[xor(tid, 32bv32)]";

TEST(SplitBranch, ArmsThatHandOnToEachOtherAreSplitTogether) {
  const RepairResult result =
      mended("if (ult(tid, 32bv32)) { @4; $$s[tid] := 1bv32; @5; x := " + fromOtherHalf +
             "; } else { @7; $$s[tid] := 2bv32; @8; x := " + fromOtherHalf + "; }");
  EXPECT_EQ(changes(result), "split-branch block 5, repaired 0 -> 1");
  ASSERT_EQ(result.edits.front().joined.size(), 1U);
  EXPECT_EQ(result.edits.front().joined.front().location.front().line, 8U);
  EXPECT_EQ(result.edits.front().joined.front().where, SitePlace::Before);
}

TEST(SplitBranch, ThreeArmsGetOneBarrier) {
  const std::string next = "$$s[and(add(tid, 16bv32), 63bv32)]";
  const RepairResult result =
      mended("if (ult(tid, 16bv32)) { @4; $$s[tid] := 1bv32; @5; x := " + next +
             "; } else { if (ult(tid, 32bv32)) { @7; $$s[tid] := 2bv32; @8; x := " + next +
             "; } else { @10; $$s[tid] := 3bv32; @11; x := " + next + "; } }");
  EXPECT_EQ(changes(result), "split-branch block 5, repaired 0 -> 1");
  EXPECT_EQ(result.edits.front().joined.size(), 2U);
}

TEST(SplitBranch, ABarrierOfOneArmBecomesThatOfAll) {
  const RepairResult result =
      mended("if (ult(tid, 32bv32)) { @4; $$s[tid] := 1bv32; @5; x := " + fromOtherHalf +
             "; } else { @7; $$s[tid] := 2bv32; @8; sync; @9; x := " + fromOtherHalf + "; }");
  EXPECT_EQ(changes(result), "split-branch block 8, repaired 1 -> 1");
  EXPECT_EQ(result.edits.front().where, SitePlace::At);
  ASSERT_EQ(result.edits.front().joined.size(), 1U);
  EXPECT_EQ(result.edits.front().joined.front().location.front().line, 5U);
}

// A placement that is cheaper, or found first, is not taken if a run shows more reads of what
// nobody has written.
TEST(SplitBranch, NotWhereReadsWouldComeBeforeWrites) {
  const std::string body =
      "if (ult(tid, 32bv32)) { @4; $$s[tid] := 1bv32; @5; $$t[tid] := " + fromOtherHalf +
      "; @6; x := $$t[xor(tid, 32bv32)]; } else { @7; $$s[tid] := "
      "2bv32; @8; $$t[tid] := " +
      fromOtherHalf + "; @9; x := $$t[xor(tid, 32bv32)]; }";
  EXPECT_EQ(changes(mended(body)), "split-branch block 7, repaired 0 -> 1");
  auto where = [](std::optional<unsigned> ofTwoBarriers, std::optional<unsigned> ofOthers) {
    RepairOptions options;
    options.placesReadEarly = [=](Program&, Procedure& kernel) {
      const auto barriers = std::ranges::count_if(kernel.blocks, [](const auto& block) {
        return std::ranges::any_of(block->statements, isBarrier);
      });
      return barriers == 2 ? ofTwoBarriers : ofOthers;
    };
    return options;
  };
  EXPECT_EQ(changes(mended(body, where(0, 1))),
            "split-branch block 5, split-branch block 6, repaired 0 -> 2");
  // Where no run tells of a repair, that is none in its favour.
  EXPECT_EQ(changes(mended(body, where({}, 1))), "split-branch block 7, repaired 0 -> 1");
}

TEST(SplitBranch, OnlyOnRequest) {
  EXPECT_EQ(
      mended("if (ult(tid, 40bv32)) { x := $$s[add(tid, 1bv32)]; $$s[tid] := x; }", onlyBarriers())
          .status,
      RepairStatus::Unrepairable);
}

TEST(UniformLoop, ForABarrierWhereThreadsLeaveAtDifferentTimes) {
  const RepairResult result = mended(
      "i := 0bv32; while (ult(i, tid)) { @5; x := $$s[add(tid, 1bv32)]; @6; $$s[tid] := x; i := "
      "add(i, 1bv32); }");
  EXPECT_EQ(result.status, RepairStatus::Repaired);
  ASSERT_FALSE(result.edits.empty());
  EXPECT_EQ(result.edits.front().action, RepairEdit::Action::UniformLoop);
}

TEST(UniformLoop, ItsHeadTakesThePlaceOfABarrier) {
  const RepairResult result = mended(
      "i := 0bv32; while (ult(i, tid)) { @5; $$s[tid] := i; @6; sync; @7; x := $$s[sub(63bv32, "
      "tid)]; @8; sync; i := add(i, 1bv32); }");
  EXPECT_EQ(changes(result), "uniform-loop block 6, remove block 8, repaired 20 -> 10");
}

//--- Barriers of warps ----------------------------------------------------------------------

const std::string toNeighbour = "@4; $$s[tid] := tid; @6; x := $$s[xor(tid, 1bv32)];";
const std::string acrossWarps = "@4; $$s[tid] := tid; @6; x := $$s[sub(127bv32, tid)];";

TEST(WarpBarrier, IsCheaper) {
  EXPECT_EQ(changes(mended(toNeighbour, {}, fourWarps)), "add warp 6, repaired 0 -> 0.25");
  EXPECT_TRUE(mended(toNeighbour, {}, fourWarps).optimal);
  EXPECT_EQ(changes(mended(acrossWarps, {}, fourWarps)), "add block 6, repaired 0 -> 1");
}

TEST(WarpBarrier, NotOnRequestNorForASingleWarp) {
  RepairOptions options;
  options.disableWarp = true;
  EXPECT_EQ(changes(mended(toNeighbour, options, fourWarps)), "add block 6, repaired 0 -> 1");
  EXPECT_EQ(changes(mended(toNeighbour, {}, {.size = "32"})), "add block 6, repaired 0 -> 1");
}

TEST(WarpBarrier, TakesThePlaceOfABlockBarrier) {
  const RepairResult result =
      mended("@4; $$s[tid] := tid; @5; sync; @6; x := $$s[xor(tid, 1bv32)];", {}, fourWarps);
  EXPECT_EQ(changes(result), "weaken warp 5, improved 1 -> 0.25");
  EXPECT_NE(result.edits.front().reason.find("different warps"), std::string::npos);
}

TEST(WarpBarrier, StandsWhereNoBarrierOfTheBlockMay) {
  EXPECT_EQ(changes(mended("if (ult(tid, 32bv32)) { " + toNeighbour + " }", {}, fourWarps)),
            "add warp 6, repaired 0 -> 0.25");
}

TEST(WarpBarrier, BesideABlockBarrier) {
  EXPECT_EQ(changes(mended(toNeighbour + "@7; $$t[tid] := x; @8; y := $$t[sub(127bv32, tid)];", {},
                           fourWarps)),
            "add warp 6, add block 8, repaired 0 -> 1.25");
}

}  // namespace
}  // namespace barricade::test
