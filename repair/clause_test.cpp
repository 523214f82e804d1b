// Clauses: one test for each rule of docs/repair.md, "Clauses, and why each holds for all
// placements". Literals are named by where their site stands: "before 6", "grid before 6".
#include "repair/clause.h"

#include "repair/checker.h"
#include "repair/site_options.h"
#include "verifier/test_kernel.h"

namespace barricade::test {
namespace {

using Words = std::set<std::string>;

class Clauses {
 public:
  explicit Clauses(const std::string& body, const Launch& launch = {}) {
    program_ = parse(kernelText(body, launch));
    Procedure* kernel = prepare(*program_, options_).procedure;
    before_.verdict = Verdict::Refuted;
    repair_.disableWarp = true;
    sites_ = instrument(*program_, *kernel, siteOptions(*program_, options_, repair_)).sites;
    encoding_ = std::make_unique<Encoding>(*program_, *kernel, sites_, options_, true, unlimited_,
                                           before_, Precision{});
    placements_ = std::make_unique<PlacementProblem>(sites_, repair_);
    checker_ = std::make_unique<PlacementChecker>(*encoding_, *placements_, false, unlimited_);
    checker_->findIllegalSites();
  }

  // What is wrong where exactly these sites are enabled.
  Words learnedFrom(const Words& enabled) {
    Placement placement;
    for (const Site& site : sites_)
      if (enabled.contains(nameOf(site.id))) placement.insert(site.id);
    EXPECT_EQ(placement.size(), enabled.size());
    const std::size_t known = placements_->clauses().size();
    checker_->check(placement);
    return clausesFrom(known);
  }
  // Sites that diverge by themselves.
  Words illegal() const {
    Words names;
    for (const SiteId& id : checker_->illegalSites()) names.insert(nameOf(id));
    return names;
  }
  Words alternatives() const { return named(placements_->clauses().back().alternatives); }

 private:
  std::string nameOf(const SiteId& id) const {
    for (const Site& site : sites_)
      if (site.id == id)
        return (site.scope == BarrierScope::Grid ? "grid " : "") +
               std::string(toString(site.where)) + " " + std::to_string(site.location.front().line);
    return id.name;
  }
  Words named(const std::set<SiteId>& sites) const {
    Words names;
    for (const SiteId& id : sites) names.insert(nameOf(id));
    return names;
  }
  Words clausesFrom(std::size_t first) const {
    Words texts;
    for (std::size_t i = first; i < placements_->clauses().size(); ++i) {
      const RepairClause& clause = placements_->clauses()[i];
      std::string text;
      for (const std::string& name : named(clause.enable))
        text += (text.empty() ? "" : " or ") + name;
      for (const std::string& name : named(clause.disable))
        text += (text.empty() ? "not " : " or not ") + name;
      texts.insert(text);
    }
    return texts;
  }

  VerifyOptions options_;
  RepairOptions repair_;
  Deadline unlimited_{0};
  VerificationResult before_;
  std::unique_ptr<Program> program_;
  std::vector<Site> sites_;
  std::unique_ptr<Encoding> encoding_;
  std::unique_ptr<PlacementProblem> placements_;
  std::unique_ptr<PlacementChecker> checker_;
};

const std::string writeOwn = "@4; $$s[tid] := tid; ";
const std::string readNext = "@6; x := $$s[add(tid, 1bv32)]; ";

//--- Races ----------------------------------------------------------------------------------

TEST(RaceClauses, HaveTheSitesBetweenTheAccesses) {
  Clauses clauses(writeOwn + readNext + "@8; $$t[tid] := x; @9; y := $$t[add(tid, 1bv32)];");
  EXPECT_EQ(clauses.learnedFrom({}), (Words{"before 6", "before 9"}));
}

TEST(RaceClauses, LeaveEnabledSitesOut) {
  Clauses clauses(writeOwn + readNext + "@8; $$t[tid] := x; @9; y := $$t[add(tid, 1bv32)];");
  EXPECT_EQ(clauses.learnedFrom({"before 9"}), Words{"before 6"});
  EXPECT_EQ(clauses.learnedFrom({"before 6", "before 9"}), Words{});
}

TEST(RaceClauses, BetweenGroupsHaveGridSitesOnly) {
  Clauses clauses(
      "@4; $$g[add(mul(gid, size), tid)] := tid; "
      "@6; x := $$g[add(mul(gid, size), add(tid, 64bv32))];",
      {.groups = "2"});
  EXPECT_EQ(clauses.learnedFrom({}), Words{"grid before 6"});
}

TEST(RaceClauses, NeedAFenceForTheArray) {
  // A barrier with a fence for global memory only does not order accesses of shared memory.
  Clauses clauses(writeOwn + "@5; call $sync(0bv1, 1bv1); " + readNext);
  const Words learned = clauses.learnedFrom({});
  ASSERT_EQ(learned.size(), 1U);
  EXPECT_EQ(learned.begin()->find("at 5"), std::string::npos);
}

//--- Skipped iterations ---------------------------------------------------------------------

TEST(SkippedIterations, TakeThePathWithTheFewestSites) {
  // The race of line 4 with line 9 can skip the loop, or take the arm without accesses.
  Clauses clauses(writeOwn +
                  "i := 0bv32; while (ult(i, $n)) { "
                  "if ($$h[i] == 0bv32) { @5; $$t[tid] := i; @7; y := $$t[add(tid, 1bv32)]; } "
                  "i := add(i, 1bv32); } @9; x := $$s[add(tid, 1bv32)];");
  for (const std::string& clause : clauses.learnedFrom({})) {
    if (clause.find("9") == std::string::npos) continue;
    EXPECT_EQ(clause.find("before 7"), std::string::npos) << clause;
  }
}

//--- Contents -------------------------------------------------------------------------------

TEST(Contents, EnabledBarriersThatMadeAValueVisibleAreNegated) {
  // Whether the accesses of line 7 and 9 are made depends on what the barrier reveals.
  Clauses clauses(
      "@4; $$t[tid] := 1bv32; @5; x := $$t[sub(63bv32, tid)]; "
      "if (x == 7bv32) { @7; $$s[tid] := 1bv32; @9; y := $$s[add(tid, 1bv32)]; }");
  bool negated = false;
  for (const std::string& clause : clauses.learnedFrom({"before 5"}))
    negated = negated || clause.find("not before 5") != std::string::npos;
  EXPECT_TRUE(negated);
}

//--- Divergence -----------------------------------------------------------------------------

TEST(DivergenceClauses, ForbidSitesThatSomeThreadsMiss) {
  Clauses clauses(writeOwn + "if (ult(tid, 32bv32)) { " + readNext + " }");
  EXPECT_TRUE(clauses.illegal().contains("branch-start 6") ||
              clauses.illegal().contains("before 6"));
  for (const std::string& clause : clauses.learnedFrom({}))
    for (const std::string& site : clauses.illegal())
      EXPECT_EQ(clause.find(site), std::string::npos) << clause;
}

TEST(DivergenceClauses, LeaveUniformBranchesAlone) {
  Clauses clauses(writeOwn + "if ($c) { " + readNext + " }");
  EXPECT_EQ(clauses.illegal(), Words{});
}

}  // namespace
}  // namespace barricade::test
