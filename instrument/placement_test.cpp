// What becomes of instrumented kernels: placements, explicit guards, the kernels of the suite.
#include <filesystem>
#include <fstream>

#include "instrument/loop_shape.h"
#include "instrument/test_kernel.h"
#include "ir/inline.h"

namespace barricade {
namespace {

constexpr const char* twoLoads = "e: @1.1\n W s @2.1\n B 1 1 @3.1\n R s @4.1\n W s @5.1\n return\n";

TEST(Placement, KeepsWhatIsEnabledAndNothingElse) {
  const auto program = parse(kernelText(twoLoads));
  Procedure& kernel = *program->kernels().front();
  const Instrumentation found = instrument(*program, kernel, {});
  ASSERT_EQ(summaryOf(found), (Lines{"at 3.1 w1 existing", "before 5.1 w1"}));
  applyPlacement(kernel, {SiteId{"b2"}});
  const auto again = parse(toString(*program));
  const auto expected =
      parse(kernelText("e: @1.1\n W s @2.1\n R s @4.1\n B 1 1 @5.1\n W s @5.1\n return\n"));
  EXPECT_EQ(text(*again, *again->kernels().front()), text(*expected, *expected->kernels().front()));
}

TEST(Placement, GuardsBecomeBranchesOnConstants) {
  const auto program = parse(kernelText(twoLoads));
  Procedure& kernel = *program->kernels().front();
  instrument(*program, kernel, {});
  makeGuardsExplicit(*program, kernel);
  const std::string printed = toString(*program);
  EXPECT_NE(printed.find("const b2: bool;"), std::string::npos) << printed;
  EXPECT_NE(printed.find("goto b2_on, b2_off;"), std::string::npos) << printed;
  EXPECT_NE(printed.find(" !b2;"), std::string::npos) << printed;
  EXPECT_NE(printed.find("{:barrier_variable \"b2\"} {:weight 1} {:scope \"block\"}"),
            std::string::npos);
  const auto again = parse(printed);
  EXPECT_EQ(toString(*again), printed);
}

TEST(Placement, StrippingDropsAllBarriers) {
  const auto program = parse(kernelText(twoLoads));
  Procedure& kernel = *program->kernels().front();
  stripBarriers(*program, kernel);
  EXPECT_EQ(text(*program, kernel).find("call"), std::string::npos);
}

//--- The suite's kernels --------------------------------------------------------------------

// Whether the kernel's head says that it is refused.
bool isRefused(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::string line;
  while (std::getline(in, line) && line.starts_with("//"))
    if (line.starts_with("// expect: rejected")) return true;
  return false;
}

std::vector<std::string> kernelsOfTheSuite() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(BARRICADE_TESTSUITE))
    if (entry.path().filename() == "kernel.gbpl" && !isRefused(entry.path()))
      paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::unique_ptr<Program> read(const std::string& path) {
  Diagnostics diagnostics;
  auto program = readProgram(path, {}, diagnostics);
  EXPECT_TRUE(program) << diagnostics.toString();
  if (program) inlineCalls(*program, *program->kernels().front());
  return program;
}

// A barrier that was tried in a block that held nothing takes the block with it.
void dropEmptyBlocks(Procedure& kernel) {
  std::vector<Block*> empty;
  for (const auto& block : kernel.blocks)
    if (block->statements.empty() && block->successors.size() == 1 && block.get() != kernel.entry())
      empty.push_back(block.get());
  removeEmptyBlocks(kernel, empty);
}

// With the barriers that were there before, an instrumented kernel is what it was.
TEST(Suite, TheGivenBarriersGiveTheKernelBack) {
  ASSERT_GT(kernelsOfTheSuite().size(), 40u);
  for (const std::string& path : kernelsOfTheSuite()) {
    const auto program = read(path);
    ASSERT_TRUE(program) << path;
    Procedure& kernel = *program->kernels().front();
    dropEmptyBlocks(kernel);
    const std::string before = text(*program, kernel);
    SiteOptions options;
    options.gridBarriers = true;
    const Instrumentation found = instrument(*program, kernel, options);
    Placement given;
    for (const Site& site : found.sites)
      if (site.existing) given.insert(site.id);
    applyPlacement(kernel, given);
    EXPECT_EQ(text(*program, kernel), before) << path;
  }
}

TEST(Suite, GuardedKernelsAreReadable) {
  for (const std::string& path : kernelsOfTheSuite()) {
    const auto program = read(path);
    ASSERT_TRUE(program) << path;
    Procedure& kernel = *program->kernels().front();
    SiteOptions options;
    options.gridBarriers = true;
    instrument(*program, kernel, options);
    makeGuardsExplicit(*program, kernel);
    const std::string printed = toString(*program);
    const auto again = parse(printed);
    ASSERT_TRUE(again) << path;
    EXPECT_EQ(toString(*again), printed) << path;
  }
}

Lines sitesOfSample(const std::string& name, bool grid = false) {
  const auto program = read(std::string(BARRICADE_TESTSUITE) + "/samples/" + name + "/kernel.gbpl");
  if (!program) return {};
  SiteOptions options;
  options.gridBarriers = grid;
  return summaryOf(instrument(*program, *program->kernels().front(), options));
}

TEST(Suite, SitesOfSamples) {
  EXPECT_EQ(sitesOfSample("loop_needs_two"),
            (Lines{"before 10.17 w10", "before 11.14 w10", "loop-end 9.5 w10"}));
  EXPECT_EQ(sitesOfSample("nested_loops"),
            (Lines{"loop-start 9.5 w10", "before 12.20 w100", "loop-end 11.9 w100",
                   "before 14.26 w10", "loop-end 9.5 w10"}));
  EXPECT_EQ(sitesOfSample("block_reduce_broken"),
            (Lines{"before-loop 11.5 w1", "loop-start 11.5 w10", "before 12.31 w10",
                   "before 12.28 w10 inside", "before 12.28 w10 inside", "loop-end 11.5 w10",
                   "before-branch 14.9 w1", "before 14.35 w1"}));
  EXPECT_EQ(sitesOfSample("barrier_in_branch"),
            (Lines{"before-branch 11.9 w1", "at 12.9 w1 existing"}));
  EXPECT_EQ(sitesOfSample("halo_stencil"),
            (Lines{"before-branch 13.9 w1", "before 14.21 w1", "before 15.23 w1",
                   "before-loop 18.5 w1", "before 18.42 w10", "loop-end 18.5 w10"}));
  EXPECT_EQ(sitesOfSample("helper_functions"), Lines{"before 12.5 w1"});
  EXPECT_EQ(sitesOfSample("block_sync_not_enough", true),
            (Lines{"at 10.5 w1 existing", "before 11.10 w13 grid"}));
}

}  // namespace
}  // namespace barricade
