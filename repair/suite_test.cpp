// Laws over every kernel of the suite's samples and traps; what comes out of each stands in the
// kernels' heads (testsuite/README.md). What a repair returns is read again and verified from
// nothing, repaired again without change, and needs every barrier.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "frontend/frontend.h"
#include "instrument/guarded_barrier.h"
#include "repair/repair.h"
#include "verifier/verify.h"

namespace barricade {
namespace {

const std::filesystem::path suite = BARRICADE_TESTSUITE;

// The folders of kernels in IR: "samples/ping_pong".
std::vector<std::string> kernels() {
  std::vector<std::string> found;
  for (const char* folder : {"samples", "traps"})
    for (const auto& entry : std::filesystem::directory_iterator(suite / folder))
      if (std::filesystem::exists(entry.path() / "kernel.gbpl"))
        found.push_back(entry.path().lexically_relative(suite).generic_string());
  std::sort(found.begin(), found.end());
  return found;
}

std::unique_ptr<Program> read(const std::string& name) {
  Diagnostics diagnostics;
  auto program = readProgram((suite / name / "kernel.gbpl").string(), {}, diagnostics);
  EXPECT_TRUE(program) << diagnostics.toString();
  return program;
}

std::unique_ptr<Program> reread(const std::string& text) {
  Diagnostics diagnostics;
  auto program = parseProgram({"repaired.gbpl", text}, {}, std::nullopt, diagnostics);
  EXPECT_TRUE(program) << diagnostics.toString();
  return program;
}

// `text` without its barrier number `index`, as a program; null when there are not so many.
std::unique_ptr<Program> without(const std::string& text, unsigned index) {
  auto program = reread(text);
  for (auto& block : program->kernels().front()->blocks)
    for (auto it = block->statements.begin(); it != block->statements.end(); ++it)
      if (isBarrier(*it) && index-- == 0) {
        block->statements.erase(it);
        return program;
      }
  return nullptr;
}

// Of fences no minimality is claimed (docs/repair.md).
bool addsFences(const RepairResult& result) {
  return std::any_of(result.edits.begin(), result.edits.end(), [](const RepairEdit& edit) {
    return edit.action == RepairEdit::Action::Fence;
  });
}

// Where the mixtures with barriers of warps were not decided in time, what is minimal is so among
// barriers of the block and the grid.
RepairResult amongBlocks(RepairResult result, const std::string& kernel, RepairOptions options) {
  if (result.optimal || result.fixedProgram.empty()) return result;
  options.disableWarp = true;
  return repair(*read(kernel), {}, options);
}

class Repaired : public testing::TestWithParam<std::string> {};

TEST_P(Repaired, VerifiesStaysAndNeedsEveryBarrier) {
  const RepairResult result = repair(*read(GetParam()), {}, {});
  EXPECT_NE(result.status, RepairStatus::Undecided);
  if (result.fixedProgram.empty()) return;
  EXPECT_TRUE(addsFences(result) || amongBlocks(result, GetParam(), {}).optimal);
  EXPECT_EQ(verify(*reread(result.fixedProgram), {}).verdict, Verdict::Verified);
  const RepairResult again = repair(*reread(result.fixedProgram), {}, {});
  EXPECT_EQ(again.status, RepairStatus::Unchanged);
  EXPECT_EQ(again.costAfter, result.costAfter);
  for (unsigned barrier = 0; const auto weaker = without(result.fixedProgram, barrier); ++barrier)
    EXPECT_EQ(verify(*weaker, {}).verdict, Verdict::Refuted) << "without barrier " << barrier;
}

TEST_P(Repaired, IsNoDearerWhereCostDecides) {
  RepairOptions options;
  options.objective = RepairObjective::Cost;
  const RepairResult byCost = repair(*read(GetParam()), {}, options);
  const RepairResult byChanges = repair(*read(GetParam()), {}, {});
  ASSERT_EQ(byCost.fixedProgram.empty(), byChanges.fixedProgram.empty());
  if (byCost.fixedProgram.empty()) return;
  EXPECT_LE(byCost.costAfter, byChanges.costAfter);
  if (addsFences(byCost)) return;
  const RepairResult proven = amongBlocks(byCost, GetParam(), options);
  EXPECT_EQ(proven.lowerBound, proven.costAfter);
}

auto nameOf = [](const testing::TestParamInfo<std::string>& kernel) {
  std::string name = kernel.param;
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
};
INSTANTIATE_TEST_SUITE_P(Suite, Repaired, testing::ValuesIn(kernels()), nameOf);

}  // namespace
}  // namespace barricade
