// Where sites stand, which of them go, and what they weigh.
#include "instrument/test_kernel.h"

namespace barricade {
namespace {

//--- Straight lines -------------------------------------------------------------------------

TEST(Sites, StandBetweenAccessesOfArraysThatCanRace) {
  // Nothing is before the first access; h is only read, p private, c constant.
  EXPECT_EQ(sitesOf("e: @1.1\n R s @2.1\n R h @3.1\n R p @4.1\n R c @5.1\n W s @6.1\n return\n"),
            Lines{"before 6.1 w1"});
}

TEST(Sites, NeedAConflictAcrossThem) {
  EXPECT_EQ(sitesOf("e:\n W g @2.1\n W s @3.1\n R s @4.1\n return\n"), Lines{"before 4.1 w1"});
  EXPECT_EQ(sitesOf("e:\n A g @2.1\n A g @3.1\n return\n"), Lines{});
  EXPECT_EQ(sitesOf("e:\n A g @2.1\n R g @3.1\n return\n"), Lines{"before 3.1 w1"});
}

TEST(Sites, BetweenLoadAndStoreOfOneStatementAreInsideIt) {
  EXPECT_EQ(sitesOf("e:\n R g @2.9\n W g @2.5\n return\n"), Lines{"before 2.5 w1 inside"});
}

TEST(Sites, StandBeforeTheMarkerOfTheAccess) {
  const auto program = parse(kernelText("e: @1.1\n R s @2.1\n x\n W s @3.1\n return\n"));
  Procedure& kernel = *program->kernels().front();
  instrument(*program, kernel, {});
  const auto& statements = kernel.entry()->statements;
  const auto site = std::find_if(statements.begin(), statements.end(),
                                 [](const Statement& s) { return s.as<Call>() != nullptr; });
  ASSERT_NE(site, statements.end());
  EXPECT_EQ(site->as<Call>()->site, SiteId{"b1"});
  EXPECT_EQ(site->as<Call>()->callee->role, Procedure::Role::Barrier);
  ASSERT_NE((site + 1)->as<Assert>(), nullptr);
  EXPECT_EQ((site + 1)->as<Assert>()->kind, Assert::Kind::Marker);
}

//--- Existing barriers ----------------------------------------------------------------------

TEST(Sites, AFullBarrierReplacesTheNewSiteBesideIt) {
  EXPECT_EQ(sitesOf("e:\n W s @2.1\n B 1 1 @3.1\n R s @4.1\n return\n"),
            Lines{"at 3.1 w1 existing"});
}

TEST(Sites, ExistingBarriersAreNeverPruned) {
  EXPECT_EQ(sitesOf("e:\n B 1 1 @2.1\n B 1 1 @3.1\n R s @4.1\n return\n"),
            (Lines{"at 2.1 w1 existing", "at 3.1 w1 existing"}));
}

TEST(Sites, ExistingBarriersCanBeFixed) {
  SiteOptions options;
  options.inspectExisting = false;
  EXPECT_EQ(sitesOf("e:\n W s @2.1\n B 1 1 @3.1\n R s @4.1\n W s @5.1\n return\n", options),
            Lines{"before 5.1 w1"});
}

TEST(Sites, AFullSiteStandsBesideAPartialFence) {
  EXPECT_EQ(sitesOf("e:\n W g @2.1\n B 1 0 @3.1\n R g @4.1\n return\n"),
            (Lines{"at 3.1 w1 existing partial", "before 3.1 w1"}));
  // The fence that is missing would order nothing.
  EXPECT_EQ(sitesOf("e:\n W s @2.1\n B 1 0 @3.1\n R s @4.1\n W g @5.1\n return\n"),
            Lines{"at 3.1 w1 existing"});
}

TEST(Sites, GridSitesOrderGlobalMemoryOnly) {
  SiteOptions options;
  options.gridBarriers = true;
  EXPECT_EQ(sitesOf("e:\n W g @2.1\n R g @3.1\n W s @4.1\n R s @5.1\n return\n", options),
            (Lines{"before 3.1 w1", "before 3.1 w13 grid", "before 5.1 w1"}));
  // A block barrier does not replace a grid site, nor the other way round.
  EXPECT_EQ(sitesOf("e:\n W g @2.1\n B 1 1 @3.1\n R g @4.1\n return\n", options),
            (Lines{"at 3.1 w1 existing", "before 4.1 w13 grid"}));
  EXPECT_EQ(sitesOf("e:\n W g @2.1\n G 1 1 @3.1\n R g @4.1\n return\n", options),
            (Lines{"at 3.1 w13 grid existing", "before 4.1 w1"}));
}

//--- Branches -------------------------------------------------------------------------------

constexpr const char* branch =
    "e: @1.1\n W s @2.1\n goto t f\n"
    "t: @3.1\n if c\n goto then\n"
    "f: @3.1\n if !c\n goto end\n"
    "then: @4.1\n R s @4.5\n W s @5.5\n goto end\n"
    "end: @7.1\n R s @8.1\n return\n";

TEST(Sites, OfABranchAreBeforeItInItAndAfterIt) {
  EXPECT_EQ(sitesOf(branch),
            (Lines{"before-branch 3.1 w1", "before 4.5 w1", "before 5.5 w1", "before 8.1 w1"}));
}

TEST(Sites, WeighTheBranchesAroundThem) {
  SiteOptions options;
  options.branchWeight = 0.5;
  EXPECT_EQ(sitesOf(branch, options),
            (Lines{"before-branch 3.1 w1", "before 4.5 w0.5", "before 5.5 w0.5", "before 8.1 w1"}));
}

TEST(Sites, AfterTheAccessInAConditionAreInsideTheStatement) {
  EXPECT_EQ(sitesOf("e: @1.1\n R s @3.9\n goto t f\n"
                    "t: @3.5\n if c\n goto then\n"
                    "f: @3.5\n if !c\n goto end\n"
                    "then: @4.1\n goto deep\n"
                    "deep: @4.1\n W s @4.5\n goto end\n"
                    "end: @7.1\n return\n"),
            (Lines{"before-branch 3.5 w1 inside", "before 4.5 w1"}));
}

TEST(Sites, AreInEachArmOfASwitch) {
  EXPECT_EQ(sitesOf("e: @1.1\n goto a b\n"
                    "a: @2.1\n if c\n goto first\n"
                    "b: @2.1\n if !c\n goto second\n"
                    "first: @3.1\n R g @3.5\n W g @3.1\n goto end\n"
                    "second: @4.1\n R g @4.5\n W g @4.1\n goto end\n"
                    "end: @5.1\n return\n"),
            (Lines{"before 3.1 w1 inside", "before 4.1 w1 inside"}));
}

TEST(Sites, KnowAnArmByItsPlaceNotByTheOrderOfTheWays) {
  // `if (!(c)) { line 4 } else { line 6 }`, with the two arms exchanged.
  EXPECT_EQ(
      sitesOf("e: @1.1\n W s @2.1\n goto t f\n"
              "t: @3.1\n if c\n goto second\n"
              "f: @3.1\n if !c\n goto first\n"
              "first: @4.1\n goto deep1\n"
              "second: @6.1\n goto deep2\n"
              "deep1:\n R s\n goto end\n"
              "deep2:\n R s\n goto end\n"
              "end: @7.1\n return\n"),
      (Lines{"before-branch 3.1 w1", "branch-start 3.1 else w1", "branch-start 3.1 then w1"}));
}

TEST(Sites, RememberWhatABarrierWouldOrder) {
  const auto program =
      parse(kernelText("e:\n W g @2.1\n R g @3.1\n W s @4.1\n R s @5.1\n"
                       " W g @6.1\n return\n"));
  const auto found = instrument(*program, *program->kernels().front(), {});
  std::string orders;
  for (const Site& site : found.sites)
    orders += std::string(site.ordersLocal ? "l" : "") + (site.ordersGlobal ? "g " : " ");
  EXPECT_EQ(orders, "g g lg g ");
}

TEST(Sites, StandAfterTheMergeWhereNothingElseDoes) {
  // The inner branch ends where the outer arm does.
  EXPECT_EQ(sitesOf("e: @1.1\n goto t f\n"
                    "t: @3.1\n if c\n goto then\n"
                    "f: @3.1\n if !c\n goto end\n"
                    "then: @4.1\n goto u v\n"
                    "u: @4.2\n if d\n goto inner\n"
                    "v: @4.2\n if !d\n goto join\n"
                    "inner: @5.1\n W s @5.5\n goto join\n"
                    "join: @6.1\n goto end\n"
                    "end: @7.1\n R s @8.1\n return\n"),
            (Lines{"merge 4.2 w1", "before 8.1 w1"}));
}

//--- Loops ----------------------------------------------------------------------------------

std::string loop(const std::string& body, const std::string& after = "") {
  return "e: @1.1\n goto head\n"
         "head: @0.0\n x\n goto t f\n"
         "t: @3.1\n if c\n goto body\n"
         "f: @3.1\n if !c\n goto end\n"
         "body: @4.1\n" +
         body +
         " goto inc\n"
         "inc: @3.9\n x\n goto head\n"
         "end: @9.1\n" +
         after + " return\n";
}

TEST(Sites, OfALoopAreAtTheStartInTheMiddleAndAtTheEnd) {
  EXPECT_EQ(sitesOf(loop(" R s @4.5\n W s @5.5\n")),
            (Lines{"before 4.5 w10", "before 5.5 w10", "loop-end 3.1 w10"}));
}

TEST(Sites, KnowTheLoopAroundThem) {
  const auto program = parse(kernelText(loop(" R s @4.5\n W s @5.5\n")));
  const Instrumentation found = instrument(*program, *program->kernels().front(), {});
  ASSERT_EQ(found.sites.size(), 3u);
  for (const Site& site : found.sites) {
    EXPECT_EQ(site.loopDepth, 1u);
    ASSERT_TRUE(site.insideLoop);
    EXPECT_EQ(site.insideLoop->line, 3u);
  }
}

TEST(Sites, StandBeforeAndAfterALoop) {
  EXPECT_EQ(sitesOf("start: @1.1\n W s @1.5\n goto e\n" + loop(" R s @4.5\n", " W s @9.5\n")),
            (Lines{"before-loop 3.1 w1", "before 4.5 w10", "loop-end 3.1 w10", "before 9.5 w1"}));
}

TEST(Sites, AreNotInLoopsWithoutAccesses) {
  EXPECT_EQ(sitesOf("start: @1.1\n W s @1.5\n goto e\n" + loop(" x\n", " R s @9.5\n")),
            Lines{"before 9.5 w1"});
}

TEST(Sites, OfTheBodyAreAfterTheTest) {
  // The read in the condition runs in the last iteration too; it has its own site.
  const std::string kernel =
      "e: @1.1\n goto head\n"
      "head: @3.8\n R s @3.8\n goto t f\n"
      "t: @3.1\n if c\n goto body\n"
      "f: @3.1\n if !c\n goto end\n"
      "body: @4.1\n W s @4.5\n goto head\n"
      "end: @9.1\n return\n";
  EXPECT_EQ(sitesOf(kernel), (Lines{"before 3.8 w10", "before 4.5 w10", "loop-end 3.1 w10"}));
}

TEST(Sites, OfADoLoopAreInItsHeaderAndBeforeItsTest) {
  const std::string kernel =
      "e: @1.1\n W s @1.5\n goto body\n"
      "body: @4.1\n R s @4.5\n W s @5.5\n x\n goto t f\n"
      "t: @6.1\n if c\n goto body\n"
      "f: @6.1\n if !c\n goto end\n"
      "end: @9.1\n return\n";
  EXPECT_EQ(sitesOf(kernel),
            (Lines{"before-loop 4.1 w1", "before 4.5 w10", "before 5.5 w10", "loop-end 4.1 w10"}));
  const auto program = parse(kernelText(kernel));
  Procedure& procedure = *program->kernels().front();
  instrument(*program, procedure, {});
  // In the body's last block: the barrier runs in the last iteration too.
  const Call* last = procedure.blocks[1]->statements.back().as<Call>();
  ASSERT_NE(last, nullptr);
  EXPECT_EQ(last->site, SiteId{"b4"});
}

TEST(Sites, StartAfterInvariantsOfTheHeader) {
  const auto program = parse(
      kernelText("e: @1.1\n goto body\n"
                 "body: @4.1\n assert {:originated_from_invariant} $c ==> $c\n goto arm other\n"
                 "arm: @5.1\n if c\n W s @5.5\n goto last\n"
                 "other: @5.1\n if !c\n R s @6.5\n goto last\n"
                 "last: @7.1\n x\n goto t f\n"
                 "t: @8.1\n if d\n goto body\n"
                 "f: @8.1\n if !d\n goto end\n"
                 "end: @9.1\n return\n"));
  Procedure& kernel = *program->kernels().front();
  instrument(*program, kernel, {});
  const auto& header = kernel.blocks[1]->statements;
  ASSERT_EQ(header.size(), 3u);
  ASSERT_NE(header[1].as<Assert>(), nullptr);
  EXPECT_EQ(header[1].as<Assert>()->kind, Assert::Kind::Invariant);
  EXPECT_NE(header[2].as<Call>(), nullptr);
}

TEST(Sites, WeighTheLoopsAroundThem) {
  SiteOptions options;
  options.loopWeight = 7;
  const std::string nest =
      "e: @1.1\n goto outer\n"
      "outer: @0.0\n goto t f\n"
      "t: @3.1\n if c\n goto start\n"
      "f: @3.1\n if !c\n goto end\n"
      "start: @3.5\n goto inner\n"
      "inner: @0.0\n goto u v\n"
      "u: @4.1\n if d\n goto body\n"
      "v: @4.1\n if !d\n goto after\n"
      "body: @5.1\n R s @5.5\n goto inner\n"
      "after: @6.1\n W s @6.5\n goto outer\n"
      "end: @9.1\n return\n";
  EXPECT_EQ(sitesOf(nest, options),
            (Lines{"loop-start 3.1 w7", "before 5.5 w49", "loop-end 4.1 w49", "before 6.5 w7",
                   "loop-end 3.1 w7"}));
}

TEST(Sites, CanBeMeasured) {
  SiteOptions options;
  options.measuredWeight = [](const SourcePosition& position) -> std::optional<double> {
    if (position.line == 4) return 42;
    return std::nullopt;
  };
  EXPECT_EQ(sitesOf(loop(" R s @4.5\n W s @5.5\n"), options),
            (Lines{"before 4.5 w42", "before 5.5 w10", "loop-end 3.1 w10"}));
}

TEST(Sites, OfLoopsEnteredInSeveralWaysShareOnePreheader) {
  const std::string kernel =
      "e: @1.1\n W s @1.5\n goto t f\n"
      "t: @2.1\n if c\n goto a\n"
      "f: @2.1\n if !c\n goto b\n"
      "a: @2.5\n x\n goto head\n"
      "b: @2.8\n x\n goto head\n"
      "head: @0.0\n goto u v\n"
      "u: @3.1\n if d\n goto body\n"
      "v: @3.1\n if !d\n goto end\n"
      "body: @4.1\n R s @4.5\n goto head\n"
      "end: @9.1\n return\n";
  // The point before the loop is as good as the one before the branch.
  EXPECT_EQ(sitesOf(kernel), (Lines{"before-loop 3.1 w1", "before 4.5 w10", "loop-end 3.1 w10"}));
}

TEST(Sites, OfLoopsWithSeveralLatchesShareOneEnd) {
  const std::string kernel =
      "e: @1.1\n goto head\n"
      "head: @0.0\n goto t f\n"
      "t: @3.1\n if c\n goto body\n"
      "f: @3.1\n if !c\n goto end\n"
      "body: @4.1\n R s @4.5\n goto u v\n"
      "u: @5.1\n if d\n goto head\n"
      "v: @5.1\n if !d\n goto rest\n"
      "rest: @6.1\n W s @6.5\n goto head\n"
      "end: @9.1\n return\n";
  EXPECT_EQ(sitesOf(kernel), (Lines{"before 4.5 w10", "before-branch 5.1 w10", "before 6.5 w10",
                                    "loop-end 3.1 w10"}));
}

// As restructure/uniform_loop.h makes them: the branch behind has the place of the loop.
TEST(Sites, AfterLoopsThatAreLeftTogether) {
  const std::string kernel =
      "e: @1.1\n goto head\n"
      "head: @3.1\n goto t f\n"
      "t: @3.1\n if c\n goto body\n"
      "f: @3.1\n if !c\n goto last\n"
      "body: @4.1\n R s @4.5\n goto head\n"
      "last: @3.1\n goto u v\n"
      "u: @3.1\n if d\n goto some\n"
      "v: @3.1\n if !d\n goto end\n"
      "some: @5.1\n W s @5.5\n goto end\n"
      "end: @9.1\n return\n";
  EXPECT_EQ(sitesOf(kernel),
            (Lines{"before 4.5 w10", "loop-end 3.1 w10", "after-loop 3.1 w1", "before 5.5 w1"}));
}

//--- Inlined functions ----------------------------------------------------------------------

TEST(Sites, InAFunctionInlinedTwiceAreOne) {
  EXPECT_EQ(sitesOf("e: @1.1\n R s @7.3<12.5\n W s @8.3<12.5\n R s @7.3<13.5\n W s @8.3<13.5\n"
                    " return\n"),
            (Lines{"before 8.3<12.5 w2 x2", "before 13.5 w1"}));
}

TEST(Sites, BetweenCallsAreInTheCaller) {
  EXPECT_EQ(sitesOf("e: @1.1\n R s @6.3<11.5\n W s @7.3<12.5\n return\n"), Lines{"before 12.5 w1"});
}

TEST(Sites, CopiesOfOneBarrierAreOne) {
  EXPECT_EQ(sitesOf("e: @1.1\n R s @6.3<11.5\n B 1 1 @7.3<11.5\n W s @6.3<12.5\n"
                    " B 1 1 @7.3<12.5\n return\n")[0],
            "at 7.3<11.5 w2 x2 existing");
}

TEST(Sites, AvoidTheNamesOfTheProgram) {
  auto source = kernelText("e:\n W s @2.1\n R s @3.1\n return\n");
  source.replace(source.find("var y"), 5, "var b1:bool;\n  var y");
  const auto program = parse(source);
  const Instrumentation found = instrument(*program, *program->kernels().front(), {});
  ASSERT_EQ(found.sites.size(), 1u);
  EXPECT_EQ(found.sites.front().id.name, "b_1");
}

TEST(Sites, AreFoundInKernelsOfAnySize) {
  std::string body = "e:\n";
  for (int i = 0; i < 3000; ++i)
    body += (i % 2 ? " W s @" : " R s @") + std::to_string(i + 2) + ".1\n";
  EXPECT_EQ(sitesOf(body + " return\n").size(), 2999u);
}

}  // namespace
}  // namespace barricade
