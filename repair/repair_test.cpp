// Repairs of tiny kernels: AutoSync's situations (straight line, conditionals, races within and
// between iterations, nests), placements under both objectives, and what a result says.
#include "repair/repair.h"

#include "repair/other_findings.h"
#include "verifier/test_kernel.h"

namespace barricade::test {
namespace {

RepairResult repaired(const std::string& body, const RepairOptions& options = {},
                      const Launch& launch = {}) {
  const auto program = parse(kernelText(body, launch));
  return repair(*program, {}, options);
}

// "+before 6 -at 4: 1 -> 1", with "grid" for grid barriers and "?" for improvements; the status
// alone when nothing was repaired.
std::string summary(const RepairResult& result) {
  if (result.status == RepairStatus::Unrepairable || result.status == RepairStatus::Undecided ||
      result.status == RepairStatus::NotApplicable)
    return std::string(toString(result.status));
  std::ostringstream text;
  for (const RepairEdit& edit : result.edits) {
    text << (edit.action == RepairEdit::Action::Add ? '+' : '-')
         << (edit.scope == BarrierScope::Grid ? "grid " : "") << toString(edit.where) << ' '
         << (edit.location.empty() ? 0 : edit.location.front().line) << (edit.optional ? "?" : "")
         << ' ';
  }
  EXPECT_TRUE(result.optimal);
  EXPECT_FALSE(result.fixedProgram.empty());
  text << result.costBefore << " -> " << result.costAfter;
  return text.str();
}

std::string repairOf(const std::string& body, const RepairOptions& options = {},
                     const Launch& launch = {}) {
  return summary(repaired(body, options, launch));
}

RepairOptions byCost() {
  RepairOptions options;
  options.objective = RepairObjective::Cost;
  return options;
}

const std::string write = "@4; $$s[tid] := tid;";
const std::string read = "@6; x := $$s[add(tid, 1bv32)];";
const std::string next = "i := add(i, 1bv32);";

std::string loop(const std::string& body) {
  return "i := 0bv32; while (ult(i, $n)) { " + body + next + " } ";
}

//--- Situations -----------------------------------------------------------------------------

TEST(Repair, StraightLine) {
  EXPECT_EQ(repairOf(write + read), "+before 6 0 -> 1");
}

TEST(Repair, SeveralRacesOneBarrier) {
  EXPECT_EQ(repairOf("@4; $$s[tid] := tid; @5; $$t[tid] := tid; @6; x := $$s[add(tid, 1bv32)]; "
                     "@7; x := $$t[add(tid, 1bv32)];"),
            "+before 6 0 -> 1");
}

TEST(Repair, InAUniformConditional) {
  EXPECT_EQ(repairOf("if ($c) { " + write + read + " }"), "+before 6 0 -> 1");
}

TEST(Repair, WithinAnIteration) {
  EXPECT_EQ(repairOf(loop(write + read + "sync;")), "+before 6 10 -> 20");
}

TEST(Repair, BetweenIterations) {
  const RepairResult result = repaired(loop(write + "sync;" + read));
  ASSERT_EQ(result.edits.size(), 1U);
  EXPECT_EQ(result.costAfter, 20);
  EXPECT_EQ(result.status, RepairStatus::Repaired);
}

TEST(Repair, WithinAndBetweenIterations) {
  const RepairResult result = repaired(loop(write + read));
  EXPECT_EQ(result.edits.size(), 2U);
  EXPECT_EQ(result.costAfter, 20);
}

TEST(Repair, AfterALoopRatherThanInIt) {
  EXPECT_EQ(replaced(repairOf(loop(write) + read), R"(\+[a-z-]* \d+)", "+"), "+ 0 -> 1");
}

// The barrier belongs to the loop that carries the race, at each depth.
TEST(Repair, AtEachDepthOfANest) {
  auto nest = [](const std::string& outer, const std::string& inner) {
    return loop(outer + "j := 0bv32; while (ult(j, 4bv32)) { " + inner + " j := add(j, 1bv32); }");
  };
  EXPECT_EQ(
      repaired("@4; $$s[add(tid, 64bv32)] := tid; " + nest("", "@6; x := $$s[add(tid, 65bv32)];"))
          .costAfter,
      1);
  EXPECT_EQ(repaired(nest(write, read)).costAfter, 20);
  EXPECT_EQ(repaired(nest("", write + read)).costAfter, 200);
}

TEST(Repair, ABarrierInADivergentBranchMovesOut) {
  const RepairResult result = repaired(write + "if (ult(tid, 32bv32)) { @5; sync; } " + read);
  EXPECT_EQ(result.status, RepairStatus::Repaired);
  EXPECT_EQ(result.edits.size(), 2U);
  EXPECT_EQ(result.costAfter, 1);
}

TEST(Repair, BetweenGroupsOnlyAGridBarrierHelps) {
  const std::string kernel =
      "@4; $$g[add(mul(gid, size), tid)] := tid; "
      "@6; x := $$g[add(add(mul(gid, size), tid), 1bv32)];";
  EXPECT_EQ(repairOf(kernel, {}, {.groups = "2"}), "+grid before 6 0 -> 13");
  RepairOptions options;
  options.disableGrid = true;
  EXPECT_EQ(repaired(kernel, options, {.groups = "2"}).edits.front().action,
            RepairEdit::Action::SplitLaunch);
  options.kinds.launches = false;
  EXPECT_EQ(repairOf(kernel, options, {.groups = "2"}), "unrepairable");
}

// With a barrier between the read and the write all threads store the same, and one counts.
TEST(Repair, WhatOneThreadFetchesForItsBlock) {
  const std::string fetch =
      "call {:atomic} {:atomic_function \"__atomicAdd_int\"} {:arg1 64bv32} {:parts 1} {:part 1} "
      "x, $$h := _ATOMIC_OP32($$h, 0bv32); ";
  const RepairResult result = repaired(
      "j := 0bv32; while (ult(j, $n)) { @4; if (tid == 0bv32) { " + fetch +
          "@5; $$s[0bv32] := x; } @6; sync; @7; j := $$s[0bv32]; @8; $$g[add(j, tid)] := gid; }",
      {}, {.size = "64", .groups = "4"});
  EXPECT_EQ(result.status, RepairStatus::Repaired);
  EXPECT_TRUE(result.optimal);
  EXPECT_EQ(result.costAfter - result.costBefore, 10);
}

TEST(Repair, AnUpdateIsNotTakenApartWhereThreadsMeet) {
  RepairOptions options;
  options.kinds = RepairKinds::none();
  const RepairResult result =
      repaired("@4; x := $$s[$n]; @5; $$s[$n] := add(x, 1bv32); sync; y := $$s[tid];", options);
  EXPECT_EQ(result.status, RepairStatus::Unrepairable);
  ASSERT_FALSE(result.explanation.empty());
  EXPECT_NE(result.explanation.back().find("has to be atomic"), std::string::npos);
  // Elements that only one thread updates may be: others read them.
  EXPECT_EQ(repairOf("@4; x := $$s[add(tid, 1bv32)]; @5; $$s[tid] := add($$s[tid], x);"),
            "+before 5 0 -> 1");
}

TEST(Repair, ABarrierThatGoesSaysWhatWasProven) {
  const RepairResult result =
      repaired("@4; $$s[tid] := tid; @5; sync; @6; x := $$s[tid]; @7; y := $$t[tid];");
  ASSERT_EQ(result.edits.size(), 1U);
  EXPECT_EQ(result.edits.front().reason,
            "no race needs it: proven without it: write of 's' at k.cu:4:3 and read of 's' at "
            "k.cu:6:3 never meet unordered");
  const RepairResult nothing = repaired("@4; x := $$s[tid]; @5; sync; @6; $$t[tid] := tid;");
  ASSERT_EQ(nothing.edits.size(), 1U);
  EXPECT_EQ(nothing.edits.front().reason,
            "no race needs it: only accesses that cannot conflict lie on its two sides");
}

//--- Alternatives -------------------------------------------------------------------------

std::vector<std::string> reasonsOfOthers(const RepairResult& result) {
  std::vector<std::string> reasons;
  for (const AlternativeRepair& other : result.alternatives) reasons.push_back(other.reason);
  return reasons;
}

TEST(Repair, TwoLaunchesInPlaceOfABarrierOfTheGrid) {
  const Launch launch{.groups = "4"};
  const std::string tail = "@8; y := $$g[add(i, 1bv32)]; @9; $$h[i] := add(x, y);";
  const RepairResult result = repaired(
      "i := add(mul(gid, 64bv32), tid); @5; x := 1bv32; @6; $$g[i] := x; " + tail, {}, launch);
  ASSERT_EQ(result.edits.size(), 1U);
  EXPECT_NE(result.edits.front().reason.find("launched cooperatively"), std::string::npos);
  EXPECT_EQ(reasonsOfOthers(result),
            std::vector<std::string>{
                "two launches need no cooperative launch; no value has to be carried over"});
  EXPECT_EQ(reasonsOfOthers(repaired("i := add(mul(gid, 64bv32), tid); @5; x := $$h[i]; "
                                     "@6; $$g[i] := x; " +
                                         tail,
                                     {}, launch)),
            std::vector<std::string>{"two launches need no cooperative launch; what is computed "
                                     "at line 5 has to be stored for the second"});
  // What a block has in its memory is lost with the launch.
  EXPECT_TRUE(repaired("i := add(mul(gid, 64bv32), tid); @5; $$s[tid] := i; @6; $$g[i] := tid; "
                       "@8; y := $$g[add(i, 1bv32)]; @9; x := $$s[tid]; $$h[i] := add(x, y);",
                       {}, launch)
                  .alternatives.empty());
  // The border would lie in a branch.
  EXPECT_TRUE(repaired("x := 1bv32; i := add(mul(gid, 64bv32), tid); if (ult($n, 7bv32)) { @6; "
                       "$$g[i] := x; " +
                           tail + "}",
                       {}, launch)
                  .alternatives.empty());
}

TEST(Repair, BarriersOfTheBlockInPlaceOfThoseOfWarps) {
  const RepairResult result =
      repaired("@4; $$s[tid] := tid; @6; x := $$s[xor(tid, 1bv32)];", {}, {.size = "128"});
  ASSERT_EQ(result.edits.size(), 1U);
  EXPECT_EQ(result.edits.front().scope, BarrierScope::Warp);
  ASSERT_EQ(result.alternatives.size(), 1U);
  EXPECT_EQ(result.alternatives.front().edits.front().scope, BarrierScope::Block);
  EXPECT_EQ(result.alternatives.front().costAfter, 1);
}

TEST(Repair, CountsTheBarriersOnTheHottestPath) {
  EXPECT_EQ(repaired(write + read).barriersOnHottestPath, 1U);
  EXPECT_EQ(repaired(loop(write + read)).barriersOnHottestPath, 2U);
  EXPECT_EQ(repaired("if (ult($n, 7bv32)) {" + write + read + "} else {" + write + read + "}")
                .barriersOnHottestPath,
            1U);
}

TEST(Repair, NeedlessBarriersAreImprovements) {
  const RepairResult result = repaired("@4; $$s[tid] := tid; @5; sync; @6; x := $$s[tid];");
  EXPECT_EQ(result.status, RepairStatus::Improved);
  EXPECT_EQ(summary(result), "-at 5? 1 -> 0");
}

TEST(Repair, ACorrectKernelIsLeftAlone) {
  const RepairResult result = repaired(write + "@5; sync;" + read);
  EXPECT_EQ(result.status, RepairStatus::Unchanged);
  ASSERT_EQ(result.kept.size(), 1U);
  EXPECT_NE(result.kept[0].prevents.find("race on s"), std::string::npos);
}

//--- What barriers cannot do --------------------------------------------------------------------

TEST(Unrepairable, OneStatementThatRacesWithItself) {
  const RepairResult result = repaired("@4; $$s[0bv32] := tid;");
  EXPECT_EQ(result.status, RepairStatus::Unrepairable);
  ASSERT_EQ(result.explanation.size(), 4U);
  EXPECT_EQ(result.explanation[2].rfind("no atomic: the threads may store different values", 0),
            0U);
  EXPECT_EQ(result.explanation[0], "race on s: write at k.cu:4:3, write at k.cu:4:3");
  EXPECT_EQ(result.explanation[1],
            "no barrier lies between two threads that store into one element: their values may "
            "differ, and which of them is meant is not known");
}

TEST(Unrepairable, InADivergentBranchTheBranchIsNamed) {
  RepairOptions options;
  options.disableWarp = true;
  options.kinds = RepairKinds::none();
  const RepairResult result =
      repaired("@3; x := tid; if (ult(x, 32bv32)) { " + write + read + " }", options);
  EXPECT_EQ(result.status, RepairStatus::Unrepairable);
  ASSERT_GE(result.explanation.size(), 2U);
  EXPECT_NE(result.explanation[1].find("would separate them, but"), std::string::npos);
  EXPECT_NE(result.explanation[1].find("k.cu:3"), std::string::npos);
}

TEST(Unrepairable, AnAssertionIsNoMatterOfBarriers) {
  const RepairResult result = repaired("assert tid == 0bv32;" + write + read);
  EXPECT_EQ(result.status, RepairStatus::NotApplicable);
  EXPECT_EQ(result.explanation,
            std::vector<std::string>{"the finding 'assertion may fail' is no matter of barriers"});
}

TEST(Unrepairable, AnAssertionBehindADivergentBarrierIsNoMatterOfBarriers) {
  const RepairResult result =
      repaired("x := tid; if (x == 0bv32) { @4; sync; assert $n == 0bv32; }");
  EXPECT_EQ(result.status, RepairStatus::NotApplicable);
  ASSERT_EQ(result.explanation.size(), 1U);
  EXPECT_NE(result.explanation[0].find("stays: it is no matter of barriers"), std::string::npos);
}

//--- Findings that stay -------------------------------------------------------------------------

Finding raceOf(bool wraps, Confirmation confirmation) {
  Finding race;
  race.message = "race";
  race.confirmation = std::move(confirmation);
  if (wraps) race.overflow = Overflow{"the index", true};
  return race;
}

TEST(OtherFindings, WhatOnlyWrapsAroundStaysBesideOtherRaces) {
  VerificationResult found;
  found.findings = {raceOf(true, Confirmation::possible("no run"))};
  EXPECT_FALSE(leavesOverflow(found));
  found.findings.push_back(raceOf(false, Confirmation::byRun()));
  EXPECT_TRUE(leavesOverflow(found));
  VerifyOptions options;
  EXPECT_TRUE(remainingFindings(found, options).empty());
  options.ignoreOverflow = true;
  EXPECT_EQ(remainingFindings(found, options),
            std::vector<std::string>{"'race' stays, where the index wraps around: no barrier is "
                                     "placed for that"});
}

TEST(OtherFindings, WhatWrapsAroundWhateverTheSizesIsRepaired) {
  VerificationResult found;
  found.findings = {raceOf(true, Confirmation::byRun()), raceOf(false, Confirmation::byRun())};
  EXPECT_FALSE(leavesOverflow(found));
}

//--- Objectives and options ---------------------------------------------------------------------

TEST(Objectives, ChangesKeepsWhatStandsCostMovesIt) {
  const std::string reduce =
      "@3; $$s[tid] := tid; @4; sync; i := 0bv32; while (ult(i, $n)) { "
      "@5; x := $$s[add(tid, 1bv32)]; @6; sync; @7; $$s[tid] := x; @8; sync; " +
      next + "}";
  const RepairResult kept = repaired(reduce);
  EXPECT_EQ(kept.status, RepairStatus::Unchanged);
  EXPECT_EQ(kept.costAfter, 21);
  const RepairResult moved = repaired(reduce, byCost());
  EXPECT_EQ(moved.costAfter, 20);
  EXPECT_EQ(moved.lowerBound, 20);
}

TEST(Objectives, WeightsDecideWhereABarrierStands) {
  RepairOptions cheapLoops;
  cheapLoops.loopWeight = 0.5;
  EXPECT_EQ(repaired(loop(write) + read).costAfter, 1);                // after the loop
  EXPECT_EQ(repaired(loop(write) + read, cheapLoops).costAfter, 0.5);  // at the end of its body
  EXPECT_EQ(repaired(loop(write + read)).costAfter, 20);
  EXPECT_EQ(repaired(loop(write + read), cheapLoops).costAfter, 1);
}

TEST(Objectives, EnginesAgree) {
  for (RepairEngine engine : {RepairEngine::Mhs, RepairEngine::MaxSat}) {
    RepairOptions options;
    options.engine = engine;
    EXPECT_EQ(repaired(loop(write + read), options).costAfter, 20);
  }
}

TEST(RepairOptions, StripBarriersIsNoCostlierThanThePlacementGiven) {
  RepairOptions options;
  options.stripBarriers = true;
  const RepairResult result = repaired(loop(write + "sync; sync;" + read + "sync;"), options);
  EXPECT_EQ(result.costBefore, 0);
  EXPECT_EQ(result.costAfter, 20);
}

TEST(RepairOptions, WithoutInspectionExistingBarriersStay) {
  RepairOptions options;
  options.disableInspect = true;
  const RepairResult result =
      repaired("@4; $$s[tid] := tid; @5; sync; @6; x := $$s[tid];", options);
  EXPECT_EQ(result.status, RepairStatus::Unchanged);
}

TEST(RepairOptions, WhereRacesAreNotLookedForBarriersStayUnlessTheyDiverge) {
  VerifyOptions options;
  options.checks.races = false;
  const auto racy = parse(kernelText(write + read + "@7; sync;"));
  EXPECT_EQ(repair(*racy, options, {}).status, RepairStatus::Unchanged);
  const auto divergent =
      parse(kernelText(write + "@5; sync; if (ult(tid, 32bv32)) { @6; sync; } " + read));
  EXPECT_EQ(summary(repair(*divergent, options, {})), "-at 6 2 -> 1");
}

TEST(RepairOptions, AtMostSoManyEdits) {
  RepairOptions options;
  options.maxEdits = 1;
  EXPECT_EQ(repairOf(loop(write + read), options), "unrepairable");
}

TEST(RepairOptions, ClausesAndCertificate) {
  RepairOptions options;
  options.logClauses = true;
  options.certificate = true;
  const RepairResult result = repaired(write + read, options);
  ASSERT_EQ(result.clauses.size(), 1U);
  EXPECT_NE(result.clauses[0].find("race on s: write at k.cu:4:3, read at k.cu:6:3"),
            std::string::npos);
  EXPECT_NE(result.certificate.find("race on s"), std::string::npos);
}

// Only the iterations in between have the barrier that is there already.
TEST(Repair, ABarrierOfSkippedIterationsCounts) {
  EXPECT_EQ(
      repairOf(write + "i := 0bv32; while (ult(i, 9bv32)) { @5; sync; " + next + " } " + read),
      "10 -> 10");
}

// A barrier in every other iteration would do, which is more than the clauses can tell: those of
// skipped iterations take for granted that all go the other way.
TEST(Repair, AWayAroundASiteIsNoProof) {
  const std::string body = loop(
      "@4; $$s[add(tid, mul(64bv32, i))] := i;"
      "if (and(i, 1bv32) == 1bv32) { @5; $$g[tid] := i; }"
      "if (uge(i, 2bv32)) "
      "{ @6; x := $$s[add(xor(tid, 1bv32), mul(64bv32, sub(i, 2bv32)))]; }");
  RepairOptions options;
  EXPECT_TRUE(repaired(body, options).optimal);
  options.branchWeight = 0.1;
  const RepairResult result = repaired(body, options);
  EXPECT_EQ(result.status, RepairStatus::Repaired);
  EXPECT_TRUE(result.costAfter == 1 || !result.optimal);
  EXPECT_LE(result.lowerBound, 1);
}

}  // namespace
}  // namespace barricade::test
