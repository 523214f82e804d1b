// Every kernel of the test suite's samples and traps against what was worked out by hand: the
// verdict, and the edits and costs of its repair under both objectives. What a repair returns is
// read again and verified from nothing, repaired again without change, and needs every barrier.
#include <gtest/gtest.h>

#include <fstream>

#include "frontend/frontend.h"
#include "repair/repair.h"
#include "verifier/verify.h"

namespace barricade {
namespace {

struct Expected {
  const char* name;
  const char* verdict;  // "verified", "race", "divergence", "assertion"
  RepairStatus status;
  unsigned edits;
  double before, after;
  unsigned editsByCost;  // under --objective=cost
  double afterByCost;
};

constexpr auto unchanged = RepairStatus::Unchanged;
constexpr auto mended = RepairStatus::Repaired;
constexpr auto improved = RepairStatus::Improved;
constexpr auto impossible = RepairStatus::Unrepairable;

constexpr Expected samples[] = {
    {"async_not_waited", "race", impossible, 0, 0, 0, 0, 0},
    {"async_tile", "verified", unchanged, 0, 0, 0, 0, 0},
    {"barrier_in_branch", "divergence", mended, 2, 1, 1, 2, 1},
    {"benign_flag", "verified", unchanged, 0, 0, 0, 0, 0},
    {"block_reduce", "verified", unchanged, 0, 11, 11, 3, 10},
    {"block_reduce_broken", "race", mended, 1, 0, 10, 1, 10},
    {"block_sync_not_enough", "race", mended, 2, 1, 13, 2, 13},
    {"byte_views", "race", mended, 1, 0, 1, 1, 1},
    {"early_return", "divergence", impossible, 0, 0, 0, 0, 0},
    {"failing_assert", "assertion", RepairStatus::NotApplicable, 0, 0, 0, 0, 0},
    {"grid_jacobi", "race", mended, 1, 22, 44, 1, 44},
    {"grid_stride", "verified", unchanged, 0, 0, 0, 0, 0},
    {"groups_2d", "verified", unchanged, 0, 0, 0, 0, 0},
    {"halo_stencil", "race", mended, 1, 0, 1, 1, 1},
    {"helper_functions", "race", mended, 1, 0, 1, 1, 1},
    {"index_array", "race", impossible, 0, 0, 0, 0, 0},
    {"invariant_given", "verified", unchanged, 0, 0, 0, 0, 0},
    {"last_block_sum", "race", impossible, 0, 0, 0, 0, 0},
    {"local_reduce", "verified", unchanged, 0, 11, 11, 3, 10},
    {"local_scan_broken", "race", mended, 1, 11, 21, 4, 20},
    {"loop_needs_two", "race", mended, 2, 0, 20, 2, 20},
    {"loop_then_use", "race", mended, 1, 0, 1, 1, 1},
    {"needless_barriers", "verified", improved, 2, 2, 0, 2, 0},
    {"nested_loops", "race", mended, 2, 0, 20, 2, 20},
    {"ping_pong", "verified", unchanged, 0, 10, 10, 0, 10},
    {"race_inside_branch", "race", impossible, 0, 0, 0, 0, 0},
    {"requires_size", "verified", unchanged, 0, 0, 0, 0, 0},
    {"same_cell_writes", "race", impossible, 0, 0, 0, 0, 0},
    {"shared_histogram", "race", mended, 2, 0, 2, 2, 2},
    {"shift_across_blocks", "race", mended, 1, 0, 13, 1, 13},
    {"shift_fixed", "verified", unchanged, 0, 1, 1, 0, 1},
    {"shift_in_place", "race", mended, 1, 0, 1, 1, 1},
    {"shift_one_line", "race", mended, 1, 0, 1, 1, 1},
    {"struct_fields", "verified", unchanged, 0, 0, 0, 0, 0},
    {"switch_paths", "race", mended, 2, 0, 2, 2, 2},
    {"thread_dependent_loop", "divergence", impossible, 0, 0, 0, 0, 0},
    {"tile_transpose", "race", mended, 1, 0, 1, 1, 1},
    {"tiled_matmul", "verified", unchanged, 0, 20, 20, 0, 20},
    {"tiled_matmul_missing", "race", mended, 1, 10, 20, 1, 20},
    {"two_races_one_barrier", "race", mended, 1, 0, 1, 1, 1},
    {"vector_loads", "verified", unchanged, 0, 0, 0, 0, 0},
    {"while_break", "race", mended, 1, 10, 20, 1, 20},
};

std::unique_ptr<Program> read(const std::string& folder, const std::string& name) {
  Diagnostics diagnostics;
  auto program =
      readProgram(std::string(BARRICADE_TESTSUITE) + "/" + folder + "/" + name + "/kernel.gbpl", {},
                  diagnostics);
  EXPECT_TRUE(program) << diagnostics.toString();
  return program;
}

std::unique_ptr<Program> reread(const std::string& text) {
  Diagnostics diagnostics;
  auto program = parseProgram({"repaired.gbpl", text}, {}, std::nullopt, diagnostics);
  EXPECT_TRUE(program) << diagnostics.toString();
  return program;
}

bool isBarrier(const Statement& statement) {
  const Call* call = statement.as<Call>();
  return call && call->callee->isBarrier();
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

// The kinds of findings in the order of the program's sections: what makes a kernel wrong.
std::string verdictOf(const VerificationResult& result) {
  if (result.verdict != Verdict::Refuted) return std::string(toString(result.verdict));
  for (FindingKind kind : {FindingKind::Divergence, FindingKind::Race})
    for (const Finding& finding : result.findings)
      if (finding.kind == kind) return std::string(toString(kind));
  return std::string(toString(result.findings.front().kind));
}

void expectSound(const RepairResult& result, const RepairOptions& options) {
  const auto program = reread(result.fixedProgram);
  EXPECT_EQ(verify(*program, {}).verdict, Verdict::Verified);
  const RepairResult again = repair(*reread(result.fixedProgram), {}, options);
  EXPECT_EQ(again.status, RepairStatus::Unchanged);
  EXPECT_EQ(again.costAfter, result.costAfter);
  for (unsigned barrier = 0; const auto weaker = without(result.fixedProgram, barrier); ++barrier)
    EXPECT_EQ(verify(*weaker, {}).verdict, Verdict::Refuted) << "without barrier " << barrier;
}

class Sample : public testing::TestWithParam<Expected> {};

TEST_P(Sample, Verdict) {
  const auto program = read("samples", GetParam().name);
  EXPECT_EQ(verdictOf(verify(*program, {})), GetParam().verdict);
}

TEST_P(Sample, RepairWithFewestChanges) {
  const RepairResult result = repair(*read("samples", GetParam().name), {}, {});
  ASSERT_EQ(toString(result.status), toString(GetParam().status));
  if (result.fixedProgram.empty()) return;
  EXPECT_EQ(result.edits.size(), GetParam().edits);
  EXPECT_EQ(result.costBefore, GetParam().before);
  EXPECT_EQ(result.costAfter, GetParam().after);
  EXPECT_TRUE(result.optimal);
  expectSound(result, {});
}

TEST_P(Sample, RepairOfLeastCost) {
  RepairOptions options;
  options.objective = RepairObjective::Cost;
  const RepairResult result = repair(*read("samples", GetParam().name), {}, options);
  if (result.fixedProgram.empty()) {
    EXPECT_EQ(toString(result.status), toString(GetParam().status));
    return;
  }
  EXPECT_EQ(result.edits.size(), GetParam().editsByCost);
  EXPECT_EQ(result.costAfter, GetParam().afterByCost);
  EXPECT_EQ(result.lowerBound, GetParam().afterByCost);
}

auto nameOf = [](const auto& info) { return std::string(info.param.name); };
INSTANTIATE_TEST_SUITE_P(Suite, Sample, testing::ValuesIn(samples), nameOf);

//--- Traps --------------------------------------------------------------------------------------

struct Trap {
  const char* name;
  const char* verdict;
};

constexpr Trap traps[] = {
    {"alternate_buffers", "verified"},
    {"alternate_buffers3", "race"},
    {"atomic_slots", "verified"},
    {"barrier_every_fourth", "verified"},
    {"barrier_every_third", "verified"},
    {"barrier_in_divergent_loop", "divergence"},
    {"barrier_in_uniform_if_after", "verified"},
    {"barrier_one_arm", "race"},
    {"break_after_barrier", "verified"},
    {"break_before_barrier", "race"},
    {"cond_barrier_odd", "race"},
    {"cond_barrier_parity", "verified"},
    {"const_loop_barrier", "verified"},
    {"continue_skip", "verified"},
    {"continue_skip_race", "race"},
    {"dist2_barrier", "verified"},
    {"dist2_race", "race"},
    {"dist5_sometimes_barrier", "race"},
    {"dowhile_loop_barrier", "verified"},
    {"dowhile_one", "race"},
    {"dowhile_two", "verified"},
    {"endless", "race"},
    {"exit_value", "verified"},
    {"exit_value_race", "race"},
    {"exit_value_two", "verified"},
    {"flag_all", "verified"},
    {"flag_all_tail", "verified"},
    {"flag_barrier", "race"},
    {"guard_reads_shared", "verified"},
    {"guard_reads_shared_race", "race"},
    {"inter_group_loop", "race"},
    {"late_increment", "verified"},
    {"loop_local_fence_only", "race"},
    {"nest_inner_const", "verified"},
    {"nest_inner_dowhile", "verified"},
    {"nest_inner_zero_trip", "race"},
    {"nested_return", "verified"},
    {"nested_return_race", "race"},
    {"nonuniform_break", "verified"},
    {"nonuniform_break_race", "race"},
    {"nonuniform_exit_barrier", "divergence"},
    {"outer_write_inner_read", "race"},
    {"outer_write_inner_read_ok", "verified"},
    {"parity_inner_barrier", "verified"},
    {"parity_one_inner_barrier", "verified"},
    {"reduce_last_warp", "race"},
    {"reduce_ok", "verified"},
    {"stride_barrier_even", "verified"},
    {"stride_barrier_uneven", "divergence"},
    {"stride_no_barrier", "race"},
    {"stride_then_barrier", "verified"},
    {"swap_loop", "verified"},
    {"three_level", "race"},
    {"three_level_ok", "verified"},
    {"three_level_outer_only", "race"},
    {"tid_start_equal_trips", "verified"},
    {"two_exits", "race"},
    {"two_exits_ok", "verified"},
    {"two_iterations_apart_cond", "race"},
    {"wrap_char", "race"},
    {"zero_trip_loop_barrier", "race"},
};

class TrapTest : public testing::TestWithParam<Trap> {};

TEST_P(TrapTest, Verdict) {
  const auto program = read("traps", GetParam().name);
  EXPECT_EQ(verdictOf(verify(*program, {})), GetParam().verdict);
}

class TrapRepair : public testing::TestWithParam<Trap> {};

// A racy trap that barriers can repair is repaired, soundly.
TEST_P(TrapRepair, IsSound) {
  const RepairResult result = repair(*read("traps", GetParam().name), {}, {});
  EXPECT_NE(result.status, RepairStatus::Undecided);
  if (!result.fixedProgram.empty()) expectSound(result, {});
}

INSTANTIATE_TEST_SUITE_P(Suite, TrapTest, testing::ValuesIn(traps), nameOf);
INSTANTIATE_TEST_SUITE_P(Suite, TrapRepair, testing::ValuesIn(traps), nameOf);

}  // namespace
}  // namespace barricade
