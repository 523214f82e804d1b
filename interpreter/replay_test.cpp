// Counterexamples replayed, thread orders compared, and launches from the strings of a user.
#include "interpreter/replay.h"

#include <cstdio>
#include <fstream>

#include <unistd.h>

#include "interpreter/run_request.h"
#include "interpreter/schedules.h"
#include "interpreter/test_program.h"

namespace barricade {
namespace {

Finding raceOn(const TestKernel& kernel, const std::string& array, const std::string& first,
               const std::string& second) {
  Finding finding;
  finding.kind = FindingKind::Race;
  finding.array = kernel.global(array)->array;
  FindingPlace place;
  place.kind = first;
  finding.places.push_back(place);
  place.kind = second;
  finding.places.push_back(place);
  return finding;
}

// Races when $n is above 2 and the element of $$g read is 3.
constexpr const char* guarded =
    "  v0 := $$g[local_id_x];\n  q0 := v0 == 3bv32 && BV32_UGT($n, 2bv32);\n  goto $t, $f;\n"
    "$t:\n  assume {:partition} q0;\n  $$h[0bv32] := local_id_x;\n  return;\n"
    "$f:\n  assume {:partition} !q0;\n  return;\n";

TEST(Replay, TakesContentsAndParametersFromTheWitness) {
  TestKernel kernel(guarded);
  Finding finding = raceOn(kernel, "$$h", "write", "write");
  finding.witness.parameters[kernel.kernel().parameters[0]] = 1000;
  for (const char* name : {"group_size_x", "num_groups_x"}) {
    finding.witness.constants[kernel.global(name)] = 4;
  }
  finding.witness.contents[kernel.global("$$g")] = {{0, 3}, {2, 3}};
  const ReplayOutcome outcome = replay(kernel.program(), kernel.kernel(), finding, {});
  EXPECT_TRUE(outcome.confirmed) << outcome.reason;
  EXPECT_EQ(outcome.runs, 1u);
}

TEST(Replay, SearchesForWhatTheWitnessLeavesOpen) {
  TestKernel kernel(guarded);
  const ReplayOutcome outcome =
      replay(kernel.program(), kernel.kernel(), raceOn(kernel, "$$h", "write", "write"), {});
  EXPECT_TRUE(outcome.confirmed) << outcome.reason;
  EXPECT_GT(outcome.runs, 1u);
}

// A loop over the row of a thread, as in a graph: arbitrary offsets would let some thread run on.
TEST(Replay, RowsAreShort) {
  TestKernel kernel(
      "  v0 := $$g[local_id_x];\n  v1 := $$g[BV32_ADD(local_id_x, 1bv32)];\n  goto $head;\n"
      "$head:\n  q0 := BV32_SLT(v0, v1);\n  goto $body, $end;\n"
      "$body:\n  assume {:partition} q0;\n  $$h[0bv32] := local_id_x;\n"
      "  v0 := BV32_ADD(v0, 1bv32);\n  goto $head;\n"
      "$end:\n  assume {:partition} !q0;\n  return;\n");
  Finding finding = raceOn(kernel, "$$h", "write", "write");
  finding.witness.contents[kernel.global("$$g")] = {{0, 0}, {1, 0x70000000}, {2, 0x70000000}};
  ReplayOptions options;
  options.stepLimit = 1000;
  const ReplayOutcome outcome = replay(kernel.program(), kernel.kernel(), finding, options);
  EXPECT_TRUE(outcome.confirmed) << outcome.reason;
}

TEST(Replay, ACopyOfOneArrayToAnotherChangesIt) {
  TestKernel kernel(
      "  v0 := $$g[local_id_x];\n  $$h[local_id_x] := v0;\n"
      "  v0 := $$h[BV32_ADD(local_id_x, 1bv32)];\n  return;\n");
  const ReplayOutcome outcome =
      replay(kernel.program(), kernel.kernel(), raceOn(kernel, "$$h", "write", "read"), {});
  EXPECT_TRUE(outcome.confirmed) << outcome.reason;
}

TEST(Replay, WhatDoesNotHappenIsPossibleOnly) {
  TestKernel kernel("  $$h[local_id_x] := 1bv32;\n  return;\n");
  const ReplayOutcome outcome =
      replay(kernel.program(), kernel.kernel(), raceOn(kernel, "$$h", "write", "write"), {});
  EXPECT_FALSE(outcome.confirmed);
  EXPECT_NE(outcome.reason.find("not seen in"), std::string::npos) << outcome.reason;
  TestKernel other("  $$h[0bv32] := local_id_x;\n  return;\n");
  const ReplayOutcome elsewhere =
      replay(other.program(), other.kernel(), raceOn(other, "$$h", "read", "write"), {});
  EXPECT_FALSE(elsewhere.confirmed);
  EXPECT_NE(elsewhere.reason.find("at another place"), std::string::npos) << elsewhere.reason;
}

TEST(Replay, AThreadThatEndsLaterIsLetOff) {
  TestKernel kernel(
      "  q0 := BV32_ULT(local_id_x, 2bv32);\n  goto $t, $f;\n"
      "$t:\n  assume {:partition} q0;\n  call $barrier(1bv1, 1bv1);\n  goto $end;\n"
      "$f:\n  assume {:partition} !q0;\n  goto $end;\n"
      "$end:\n  $$h[local_id_x] := 1bv32;\n  return;\n");
  Finding finding;
  finding.kind = FindingKind::Divergence;
  EXPECT_TRUE(replay(kernel.program(), kernel.kernel(), finding, {}).confirmed);
  kernel.program().kernels().front()->excusesExited = true;
  const ReplayOutcome outcome = replay(kernel.program(), kernel.kernel(), finding, {});
  EXPECT_FALSE(outcome.confirmed);
  EXPECT_NE(outcome.reason.find("devices let pass"), std::string::npos) << outcome.reason;
}

TEST(Replay, HugeLaunchesRunInPart) {
  TestKernel kernel("  $$h[0bv32] := local_id_x;\n  return;\n");
  Finding finding = raceOn(kernel, "$$h", "write", "write");
  finding.witness.constants[kernel.global("group_size_x")] = 1 << 20;
  finding.witness.constants[kernel.global("num_groups_x")] = 1 << 8;
  finding.witness.threadIds[0][kernel.global("local_id_x")] = 999;
  finding.witness.threadIds[1][kernel.global("local_id_x")] = 1001;
  const ReplayOutcome outcome = replay(kernel.program(), kernel.kernel(), finding, {});
  ASSERT_TRUE(outcome.confirmed) << outcome.reason;
  EXPECT_EQ(outcome.finding->places[0].thread.local[0], 999u);
  // After a barrier of all groups those that are missing may have a say.
  TestKernel later("  call $grid(1bv1, 1bv1);\n  $$h[0bv32] := local_id_x;\n  return;\n");
  finding = raceOn(later, "$$h", "write", "write");
  finding.witness.constants[later.global("group_size_x")] = 1 << 20;
  finding.witness.constants[later.global("num_groups_x")] = 1 << 8;
  finding.witness.threadIds[0][later.global("local_id_x")] = 999;
  finding.witness.threadIds[1][later.global("local_id_x")] = 1001;
  const ReplayOutcome other = replay(later.program(), later.kernel(), finding, {});
  EXPECT_FALSE(other.confirmed);
  EXPECT_NE(other.reason.find("too large to run"), std::string::npos) << other.reason;
}

TEST(Schedules, ARaceThatMattersChangesTheResult) {
  TestKernel racing(
      "  v0 := $$g[BV32_ADD(local_id_x, 1bv32)];\n  $$g[local_id_x] := v0;\n"
      "  return;\n");
  racing.launch.otherContents = ArrayContents::iota();
  const ScheduleComparison comparison =
      compareSchedules(racing.program(), racing.kernel(), racing.launch, {});
  EXPECT_TRUE(comparison.differ);
  ASSERT_NE(comparison.array, nullptr);
  EXPECT_EQ(comparison.array->sourceName, "g");
  TestKernel ordered(
      "  v0 := $$g[BV32_ADD(local_id_x, 1bv32)];\n  call $barrier(1bv1, 1bv1);\n"
      "  $$g[local_id_x] := v0;\n  return;\n");
  ordered.launch.otherContents = ArrayContents::iota();
  const ScheduleComparison same =
      compareSchedules(ordered.program(), ordered.kernel(), ordered.launch, {});
  EXPECT_FALSE(same.differ);
  EXPECT_EQ(same.runs, 5u);
  EXPECT_EQ(same.problem, "");
}

class Requests : public ::testing::Test {
 protected:
  TestKernel kernel{"  return;\n"};
  LaunchConfiguration launch;

  std::string argument(const std::string& text) {
    return applyArgument(kernel.program(), kernel.kernel(), text, launch).value_or("");
  }
  std::string array(const std::string& text) {
    return applyArray(kernel.program(), text, launch).value_or("");
  }
  BigInt valueOf(unsigned parameter) {
    return launch.values.at(kernel.kernel().parameters[parameter]);
  }
};

TEST_F(Requests, Arguments) {
  EXPECT_EQ(argument("n=100"), "");
  EXPECT_EQ(valueOf(0), 100);
  EXPECT_EQ(argument("$m = -1"), "");
  EXPECT_EQ(valueOf(1), BigInt(0xffffffffu));
  EXPECT_EQ(argument("n=0x1F"), "");
  EXPECT_EQ(valueOf(0), 31);
  EXPECT_EQ(argument("n=1.5f"), "");
  EXPECT_EQ(valueOf(0), BigInt(0x3fc00000u));
  EXPECT_EQ(argument("n"), "--arg takes NAME=VALUE, not 'n'");
  EXPECT_EQ(argument("n=4294967296"), "'4294967296' is no value of n, which is a bv32");
  EXPECT_EQ(argument("n="), "'' is no value of n, which is a bv32");
  EXPECT_EQ(argument("size=1"), "k has no parameter 'size'; it has n, m");
  EXPECT_EQ(argument("g=1"), "'g' is an array; give it by --array");
}

TEST_F(Requests, Arrays) {
  const Variable* g = kernel.global("$$g");
  EXPECT_EQ(array("g=iota"), "");
  EXPECT_EQ(launch.contents.at(g).element(17, 32), 17);
  EXPECT_EQ(array("$$g=random:7:4"), "");
  EXPECT_LT(launch.contents.at(g).element(17, 32), 4);
  EXPECT_EQ(array("g=[3, 0x10 -1]"), "");
  EXPECT_EQ(launch.contents.at(g).element(1, 32), 16);
  EXPECT_EQ(launch.contents.at(g).element(2, 32), BigInt(0xffffffffu));
  EXPECT_EQ(launch.contents.at(g).element(3, 32), 0);
  EXPECT_EQ(array("g=random:x"), "'random:x' is not of the form random:SEED or random:SEED:BELOW");
  EXPECT_EQ(array("z=zeros"), "there is no array 'z'; there are s, g, h, r, b, c, p");
  EXPECT_NE(array("g=/nowhere/file").find("cannot read '/nowhere/file'"), std::string::npos);

  const std::string path = ::testing::TempDir() + "barricade_words" + std::to_string(getpid());
  std::ofstream(path) << "1, 2 # two words\n0x1e\n";
  EXPECT_EQ(array("g=" + path), "");
  EXPECT_EQ(launch.contents.at(g).element(2, 32), 30);
  std::ofstream(path) << "1\n2 seven\n";
  EXPECT_EQ(array("g=" + path), path + ":2: 'seven' is no value of bv32");
  std::remove(path.c_str());
}

}  // namespace
}  // namespace barricade
