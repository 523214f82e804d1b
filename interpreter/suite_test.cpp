// The kernels of the test suite, run on a handful of inputs: where the truth is a race or a
// divergence some input must show it, where it is "safe" no input may show anything.
#include <filesystem>
#include <fstream>
#include <map>

#include "interpreter/test_program.h"
#include "ir/inline.h"

namespace barricade {
namespace {

namespace fs = std::filesystem;

enum class Truth { Safe, Race, Divergence, Assertion };

const std::map<std::string, Truth> samples = {
    {"async_not_waited", Truth::Race},
    {"async_tile", Truth::Safe},
    {"barrier_in_branch", Truth::Divergence},
    {"benign_flag", Truth::Safe},
    {"bitonic_step", Truth::Safe},
    {"block_reduce", Truth::Safe},
    {"block_reduce_broken", Truth::Race},
    {"block_sync_not_enough", Truth::Race},
    {"byte_views", Truth::Race},
    {"early_return", Truth::Divergence},
    {"failing_assert", Truth::Assertion},
    {"grid_jacobi", Truth::Race},
    {"grid_stride", Truth::Safe},
    {"groups_2d", Truth::Safe},
    {"halo_stencil", Truth::Race},
    {"helper_functions", Truth::Race},
    {"index_array", Truth::Race},
    {"invariant_given", Truth::Safe},
    {"last_block_sum", Truth::Race},
    {"local_reduce", Truth::Safe},
    {"local_scan_broken", Truth::Race},
    {"loop_needs_two", Truth::Race},
    {"loop_then_use", Truth::Race},
    {"needless_barriers", Truth::Safe},
    {"nested_loops", Truth::Race},
    {"ping_pong", Truth::Safe},
    {"race_inside_branch", Truth::Race},
    {"requires_size", Truth::Safe},
    {"same_cell_writes", Truth::Race},
    {"shared_histogram", Truth::Race},
    {"shift_across_blocks", Truth::Race},
    {"shift_fixed", Truth::Safe},
    {"shift_in_place", Truth::Race},
    {"shift_one_line", Truth::Race},
    {"struct_fields", Truth::Safe},
    {"switch_paths", Truth::Race},
    {"thread_dependent_loop", Truth::Divergence},
    {"tile_transpose", Truth::Race},
    {"tiled_matmul", Truth::Safe},
    {"tiled_matmul_missing", Truth::Race},
    {"two_races_one_barrier", Truth::Race},
    {"vector_loads", Truth::Safe},
    {"while_break", Truth::Race},
};

// The third line of a trap's source says what is true of it.
std::optional<Truth> truthOf(const fs::path& folder) {
  if (auto known = samples.find(folder.filename().string()); known != samples.end()) {
    return known->second;
  }
  for (const char* name : {"kernel.cl", "kernel.cu"}) {
    std::ifstream source(folder / name);
    for (std::string line; std::getline(source, line);) {
      if (line == "// truth: safe") return Truth::Safe;
      if (line == "// truth: race") return Truth::Race;
      if (line == "// truth: divergence") return Truth::Divergence;
    }
  }
  return std::nullopt;
}

// Eight launches: contents of several kinds, parameters that the preconditions leave open from
// small lists.
std::map<FindingKind, std::string> findingsOf(const Program& program, const Procedure& kernel) {
  static constexpr int first[] = {0, 8, 4, 1, 40, 5, 64, 2};
  static constexpr int second[] = {0, 8, 1, 1, 0, 3, 100, 4};
  std::map<FindingKind, std::string> found;
  for (unsigned trial = 0; trial < 8; ++trial) {
    LaunchConfiguration launch;
    launch.otherContents = trial == 0   ? ArrayContents::zeros()
                           : trial == 1 ? ArrayContents::iota()
                                        : ArrayContents::random(trial, trial < 5 ? 64 : 4);
    RunOptions options;
    options.seed = trial;
    options.stepLimit = 300'000;
    const RunResult plain = run(program, kernel, launch, options);
    unsigned position = 0;
    for (const Variable* v : kernel.parameters) {
      const std::string open = "the parameter " + v->name + " is not given: 0";
      if (std::find(plain.notes.begin(), plain.notes.end(), open) == plain.notes.end()) continue;
      launch.values[v] = position++ % 2 == 0 ? first[trial] : second[trial];
    }
    const RunResult result = run(program, kernel, launch, options);
    EXPECT_TRUE(result.status == RunStatus::Finished || result.status == RunStatus::StepLimit)
        << result.message;
    for (const RunFinding& finding : result.findings) {
      found.try_emplace(finding.kind, finding.message);
    }
  }
  return found;
}

void checkFolder(const fs::path& root, unsigned atLeast) {
  unsigned kernels = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(root)) {
    const fs::path file = entry.path() / "kernel.gbpl";
    const auto truth = truthOf(entry.path());
    if (!fs::exists(file) || !truth) continue;
    SCOPED_TRACE(entry.path().filename().string());
    ++kernels;
    Diagnostics diagnostics;
    const auto program = readProgram(file.string(), {}, diagnostics);
    ASSERT_NE(program, nullptr) << diagnostics.toString();
    Procedure& kernel = *program->kernels().front();
    const auto found = findingsOf(*program, kernel);
    inlineCalls(*program, kernel);
    EXPECT_EQ(findingsOf(*program, kernel), found) << "after inlining";
    switch (*truth) {
      case Truth::Safe: EXPECT_TRUE(found.empty()) << found.begin()->second; break;
      case Truth::Race: EXPECT_TRUE(found.contains(FindingKind::Race)); break;
      case Truth::Divergence: EXPECT_TRUE(found.contains(FindingKind::Divergence)); break;
      case Truth::Assertion: EXPECT_TRUE(found.contains(FindingKind::Assertion)); break;
    }
  }
  EXPECT_GE(kernels, atLeast);
}

TEST(TestSuite, Samples) {
  checkFolder(fs::path(BARRICADE_TESTSUITE) / "samples", 43);
}

TEST(TestSuite, Traps) {
  checkFolder(fs::path(BARRICADE_TESTSUITE) / "traps", 61);
}

}  // namespace
}  // namespace barricade
