// What the interpreter reports of small kernels, and what it does not.
#include "interpreter/test_program.h"

namespace barricade {
namespace {

constexpr const char* neighbour =
    "  v0 := $$s[BV32_ADD(local_id_x, 1bv32)];\n"
    "  $$g[local_id_x] := v0;\n"
    "  return;\n";

std::string writeThenRead(const std::string& between) {
  return "  $$s[local_id_x] := BV32_ADD(local_id_x, 1bv32);\n" + between + neighbour;
}

TEST(Races, WriteThenReadOfANeighbour) {
  TestKernel kernel(writeThenRead(""));
  const RunResult result = kernel.run();
  EXPECT_EQ(result.status, RunStatus::Finished);
  // In ascending order a thread reads before the neighbour writes.
  EXPECT_EQ(summaryOf(result), Lines{"race read-write s"});
  ASSERT_EQ(result.findings.size(), 1u);
  const RunFinding& race = result.findings.front();
  EXPECT_EQ(*race.offset, 1);
  EXPECT_EQ(race.places[0].thread, (ThreadIndex{{0, 0, 0}, {0, 0, 0}}));
  EXPECT_EQ(race.places[1].thread, (ThreadIndex{{1, 0, 0}, {0, 0, 0}}));
  EXPECT_EQ(*race.places[0].value, 0);
  EXPECT_EQ(*race.places[1].value, 2);
}

TEST(Races, ABarrierOrdersAndMakesVisible) {
  TestKernel kernel(writeThenRead("  call $barrier(1bv1, 0bv1);\n"));
  const RunResult result = kernel.run();
  EXPECT_EQ(summaryOf(result), Lines{});
  EXPECT_EQ(elementAfter(result, "g", 0), 2);
  EXPECT_EQ(elementAfter(result, "g", 2), 4);
}

TEST(Races, TheFenceOfTheOtherMemoryDoesNotOrder) {
  TestKernel shared(writeThenRead("  call $barrier(0bv1, 1bv1);\n"));
  const RunResult result = shared.run();
  EXPECT_EQ(summaryOf(result), Lines{"race write-read s"});
  EXPECT_EQ(elementAfter(result, "g", 0), 0);  // nor make visible
  const std::string body =
      "  $$g[local_id_x] := 7bv32;\n  call $barrier(1bv1, 0bv1);\n"
      "  v0 := $$g[BV32_ADD(local_id_x, 1bv32)];\n  $$h[local_id_x] := v0;\n  return;\n";
  EXPECT_EQ(summaryOf(TestKernel(body).run()), Lines{"race write-read g"});
}

// The loop writes one element again and again, and no barrier in it shows that to others.
TEST(Races, WhatALoopWritesIsSeenAfterTheFirstFence) {
  const std::string loop =
      "  $i.0 := 0bv32;\n  goto $head;\n$head:\n  goto $body, $end;\n"
      "$body:\n  assume {:partition} BV32_ULT($i.0, 300bv32);\n"
      "  $$s[local_id_x] := BV32_ADD($i.0, local_id_x);\n  call $barrier(0bv1, 1bv1);\n"
      "  $i.0 := BV32_ADD($i.0, 1bv32);\n  goto $head;\n"
      "$end:\n  assume {:partition} !BV32_ULT($i.0, 300bv32);\n  call $barrier(1bv1, 1bv1);\n";
  const RunResult result = TestKernel(loop + neighbour).run();
  EXPECT_EQ(summaryOf(result), Lines{});
  EXPECT_EQ(elementAfter(result, "g", 0), 300);
  EXPECT_EQ(elementAfter(result, "g", 2), 302);
}

// Only thread 0 asks for a fence: what it did before is ordered, what others did is not.
TEST(Races, AFenceOrdersWhatItsThreadHasDone) {
  auto kernel = [](const std::string& writer) {
    const std::string fence = "(if local_id_x == 0bv32 then 1bv1 else 0bv1)";
    return summaryOf(TestKernel("  q0 := local_id_x == " + writer +
                                ";\n  goto $t, $f;\n$t:\n  assume {:partition} q0;\n"
                                "  $$s[0bv32] := 1bv32;\n  goto $f2;\n$f:\n"
                                "  assume {:partition} !q0;\n  goto $f2;\n$f2:\n"
                                "  call $barrier(" +
                                fence +
                                ", 0bv1);\n"
                                "  v0 := $$s[0bv32];\n  return;\n")
                         .run());
  };
  EXPECT_EQ(kernel("0bv32"), Lines{});
  EXPECT_EQ(kernel("1bv32"), Lines{"race write-read s"});
}

TEST(Races, OwnWritesAreSeenAtOnce) {
  TestKernel kernel(
      "  $$s[local_id_x] := 5bv32;\n  v0 := $$s[local_id_x];\n"
      "  $$g[local_id_x] := v0;\n  return;\n");
  const RunResult result = kernel.run();
  EXPECT_EQ(summaryOf(result), Lines{});
  EXPECT_EQ(elementAfter(result, "g", 3), 5);
}

TEST(Races, EqualValuesAreBenignUnlessAskedFor) {
  const std::string same = "  $$g[0bv32] := 1bv32;\n  return;\n";
  TestKernel equal(same);
  EXPECT_EQ(summaryOf(equal.run()), Lines{});
  equal.options.benignTolerance = false;
  EXPECT_EQ(summaryOf(equal.run()), Lines{"race write-write g"});
  EXPECT_EQ(summaryOf(TestKernel("  $$g[0bv32] := local_id_x;\n  return;\n").run()),
            Lines{"race write-write g"});
  // The value that is already there, read by others.
  const std::string unchanged =
      "  v0 := $$g[0bv32];\n  $$g[0bv32] := v0;\n  $$h[local_id_x] := v0;\n  return;\n";
  EXPECT_EQ(summaryOf(TestKernel(unchanged).run()), Lines{});
}

// Every block writes the same value in every iteration, and reads what it wrote in the first. The
// machine where threads take turns once remembered the last of these writes only, which the read
// does not come after.
TEST(Races, WhatWasWrittenBeforeIsWrittenAgain) {
  auto kernel = [](const std::string& value) {
    TestKernel test(
        "  $i.0 := 0bv32;\n  goto $head;\n$head:\n  goto $body, $out;\n"
        "$body:\n  assume {:partition} BV32_ULT($i.0, 2bv32);\n"
        "  $$g[local_id_x] := " +
        value +
        ";\n  goto $read, $next;\n"
        "$read:\n  assume {:partition} $i.0 == 1bv32;\n"
        "  v0 := $$g[BV32_UREM(BV32_ADD(local_id_x, 1bv32), 4bv32)];\n  goto $end;\n"
        "$next:\n  assume {:partition} !($i.0 == 1bv32);\n"
        "  call $barrier(1bv1, 1bv1);\n  goto $end;\n"
        "$end:\n  $i.0 := BV32_ADD($i.0, 1bv32);\n  goto $head;\n"
        "$out:\n  assume {:partition} !BV32_ULT($i.0, 2bv32);\n  return;\n");
    test.options.takeTurns = true;
    test.launch.numGroups[0] = 2;
    return summaryOf(test.run());
  };
  EXPECT_EQ(kernel("7bv32"), Lines{});
  EXPECT_NE(kernel("$i.0"), Lines{});
  EXPECT_NE(kernel("group_id_x"), Lines{});
}

// Of four threads that have added the last one has not fenced.
TEST(Races, WhatOneOfManyHasNotFencedStaysPending) {
  auto kernel = [](const std::string& fence) {
    return TestKernel(
        "  call {:atomic} {:atomic_function \"__atomicAdd_int\"} {:arg1 2bv32}"
        " {:parts 1} {:part 1} v0, $$s := _ATOMIC_OP32($$s, 0bv32);\n"
        "  call $barrier(" +
        fence + ", 1bv1);\n  v0 := $$s[0bv32];\n  return;\n");
  };
  const std::string ofAllButOne = "(if BV32_ULT(local_id_x, 3bv32) then 1bv1 else 0bv1)";
  EXPECT_EQ(summaryOf(kernel("1bv1").run()), Lines{});
  EXPECT_EQ(summaryOf(kernel(ofAllButOne).run()), Lines{"race atomic-read s"});
}

TEST(Races, AWriteThatIsUndoneIsStillAWrite) {
  const std::string body =
      "  v0 := $$g[0bv32];\n  q0 := local_id_x == 0bv32;\n  goto $t, $f;\n"
      "$t:\n  assume {:partition} q0;\n  $$g[0bv32] := 9bv32;\n  $$g[0bv32] := v0;\n  goto $f2;\n"
      "$f:\n  assume {:partition} !q0;\n  goto $f2;\n$f2:\n  return;\n";
  EXPECT_EQ(summaryOf(TestKernel(body).run()), Lines{"race write-read g"});
}

// Threads are numbered as their groups begin to run, which may be in any order.
TEST(Races, AGridBarrierOrdersThoseWhoFenceInEveryOrderOfGroups) {
  for (const Schedule::Order order : {Schedule::Order::Ascending, Schedule::Order::Descending}) {
    TestKernel kernel(
        "  q0 := local_id_x == 0bv32;\n  goto $t, $f;\n"
        "$t:\n  assume {:partition} q0;\n  $$g[group_id_x] := BV32_ADD(group_id_x, 1bv32);\n"
        "  goto $f2;\n$f:\n  assume {:partition} !q0;\n  goto $f2;\n$f2:\n"
        "  call $grid(1bv1, (if local_id_x == 0bv32 then 1bv1 else 0bv1));\n"
        "  v0 := $$g[0bv32];\n"
        "  $$h[BV32_ADD(BV32_MUL(group_id_x, group_size_x), local_id_x)] := v0;\n  return;\n");
    kernel.launch.numGroups[0] = 3;
    kernel.options.schedule.order = order;
    EXPECT_EQ(summaryOf(kernel.run()), Lines{});
  }
}

TEST(Races, BetweenGroupsOnlyGridBarriersOrder) {
  auto body = [](const std::string& barrier) {
    return "  $$g[group_id_x] := BV32_ADD(group_id_x, 1bv32);\n" + barrier +
           "  v0 := $$g[0bv32];\n"
           "  $$h[BV32_ADD(BV32_MUL(group_id_x, group_size_x), local_id_x)] := v0;\n  return;\n";
  };
  TestKernel block(body("  call $barrier(1bv1, 1bv1);\n"));
  block.launch.numGroups[0] = 3;
  EXPECT_EQ(summaryOf(block.run()), Lines{"race write-read g between groups"});
  TestKernel grid(body("  call $grid(1bv1, 1bv1);\n"));
  grid.launch.numGroups[0] = 3;
  const RunResult result = grid.run();
  EXPECT_EQ(summaryOf(result), Lines{});
  EXPECT_EQ(elementAfter(result, "h", 11), 1);
  TestKernel localOnly(body("  call $grid(1bv1, 0bv1);\n"));
  localOnly.launch.numGroups[0] = 2;
  const Lines found = summaryOf(localOnly.run());
  EXPECT_NE(std::find(found.begin(), found.end(), "race write-read g between groups"), found.end());
}

TEST(Races, GroupsHaveSharedMemoryOfTheirOwn) {
  TestKernel kernel(
      "  $$s[local_id_x] := group_id_x;\n  call $barrier(1bv1, 1bv1);\n"
      "  v0 := $$s[0bv32];\n"
      "  $$g[BV32_ADD(BV32_MUL(group_id_x, group_size_x), local_id_x)] := v0;\n"
      "  return;\n");
  kernel.launch.numGroups[0] = 3;
  const RunResult result = kernel.run();
  EXPECT_EQ(summaryOf(result), Lines{});
  EXPECT_EQ(elementAfter(result, "g", 9), 2);
}

TEST(Races, AtomicsRaceWithPlainAccessesOnly) {
  const std::string add =
      "  call {:atomic} {:atomic_function \"__atomicAdd_unsigned_int\"} "
      "{:arg1 2bv32} {:parts 1} {:part 1} v0, $$g := "
      "_ATOMIC_OP32($$g, 0bv32);\n";
  TestKernel atomics(add + "  return;\n");
  atomics.launch.numGroups[0] = 2;
  const RunResult result = atomics.run();
  EXPECT_EQ(summaryOf(result), Lines{});
  EXPECT_EQ(elementAfter(result, "g", 0), 16);
  TestKernel read(add + "  v1 := $$g[0bv32];\n  $$h[local_id_x] := v1;\n  return;\n");
  EXPECT_EQ(summaryOf(read.run()), Lines{"race read-atomic g"});
  TestKernel write("  $$g[0bv32] := 0bv32;\n" + add + "  return;\n");
  EXPECT_EQ(summaryOf(write.run()), Lines{"race atomic-write g"});
}

// Who has read from an atomic operation comes after it on the element, and after no other one.
TEST(Races, WhatFollowsAnAtomicReadComesAfterItsChain) {
  auto racesOfReset = [](const std::string& whenItRead) {
    TestKernel kernel(
        "  call {:atomic} {:atomic_function \"__atomicAdd_unsigned_int\"} {:arg1 1bv32} {:parts 1} "
        "{:part 1} v0, $$g := _ATOMIC_OP32($$g, 0bv32);\n  q0 := v0 == " +
        whenItRead +
        ";\n  goto $t, $f;\n$t:\n  assume {:partition} q0;\n  $$g[0bv32] := 0bv32;\n  return;\n"
        "$f:\n  assume {:partition} !q0;\n  return;\n");
    return summaryOf(kernel.run());
  };
  EXPECT_EQ(racesOfReset("3bv32"), Lines{});
  EXPECT_EQ(racesOfReset("2bv32"), Lines{"race write-atomic g"});
}

// Of what follows from a race of atomic operations that race is the cause: it stays ahead.
TEST(Races, ARaceOfAtomicsStaysAheadOfWhatFollowsFromIt) {
  TestKernel kernel(
      "  $$g[0bv32] := 0bv32;\n  call {:atomic} {:atomic_function \"__atomicAdd_unsigned_int\"} "
      "{:arg1 1bv32} {:parts 1} {:part 1} v0, $$g := _ATOMIC_OP32($$g, 0bv32);\n"
      "  $$h[v0] := local_id_x;\n  return;\n");
  const Lines lines = summaryOf(kernel.run());
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines.back(), "race write-write h");
  unsigned steps = 0;
  kernel.options.trace = [&](const TraceStep&) { ++steps; };  // of the run itself
  EXPECT_EQ(summaryOf(kernel.run()), lines);
  EXPECT_EQ(steps, 16u);
}

TEST(Races, AtomicsRaceBeyondTheirScope) {
  auto raceOf = [](const std::string& array, const std::string& scope, unsigned groups) {
    TestKernel kernel("  call {:atomic} {:atomic_function \"__atomicAdd_int\"} {:scope \"" + scope +
                      "\"} {:arg1 2bv32} v0, $$" + array + " := _ATOMIC_OP32($$" + array +
                      ", 0bv32);\n  return;\n");
    kernel.launch.numGroups[0] = groups;
    return summaryOf(kernel.run());
  };
  for (const char* scope : {"block", "cluster", "device", "system"}) {
    EXPECT_EQ(raceOf("g", scope, 1), Lines{}) << scope;
    EXPECT_EQ(raceOf("s", scope, 2), Lines{}) << scope;
  }
  for (const char* scope : {"device", "system"}) EXPECT_EQ(raceOf("g", scope, 2), Lines{}) << scope;
  for (const char* scope : {"block", "cluster"})
    EXPECT_EQ(raceOf("g", scope, 2), Lines{"race atomic-atomic g between groups"}) << scope;
  EXPECT_EQ(raceOf("s", "thread", 1), Lines{"race atomic-atomic s"});
}

TEST(Races, ThePlacesThatRaceAreAllFound) {
  // Thread 0 writes the element at two places, thread 1 reads it.
  TestKernel kernel(
      "  q0 := local_id_x == 0bv32;\n  goto $t, $f;\n"
      "$t:\n  assume {:partition} q0;\n  $$s[0bv32] := 1bv32;\n"
      "  $$s[0bv32] := 2bv32;\n  return;\n"
      "$f:\n  assume {:partition} !q0;\n  v0 := $$s[0bv32];\n"
      "  $$g[local_id_x] := v0;\n  return;\n");
  EXPECT_EQ(summaryOf(kernel.run()), (Lines{"race write-read s", "race write-read s"}));
}

TEST(Races, LoopIterationsAreNamed) {
  // Thread t writes element i + t in iteration i.
  TestKernel kernel(
      "  $i.0 := 0bv32;\n  goto $head;\n"
      "$head:\n  q0 := BV32_ULT($i.0, 3bv32);\n  goto $body, $out;\n"
      "$body:\n  assume {:partition} q0;\n"
      "  $$g[BV32_ADD($i.0, local_id_x)] := local_id_x;\n"
      "  $i.0 := BV32_ADD($i.0, 1bv32);\n  goto $head;\n"
      "$out:\n  assume {:partition} !q0;\n  return;\n");
  kernel.launch.groupSize[0] = 2;
  const RunResult result = kernel.run();
  ASSERT_EQ(summaryOf(result), Lines{"race write-write g"});
  const RunFinding& race = result.findings.front();
  ASSERT_EQ(race.places[0].iterations.size(), 1u);
  EXPECT_EQ(race.places[0].iterations[0].iteration, 1u);
  EXPECT_EQ(race.places[1].iterations[0].iteration, 0u);
}

std::string oneSided(const std::string& condition, const std::string& then) {
  return "  q0 := " + condition + ";\n  goto $t, $f;\n$t:\n  assume {:partition} q0;\n" + then +
         "  goto $end;\n$f:\n  assume {:partition} !q0;\n  goto $end;\n$end:\n  return;\n";
}

TEST(Divergence, ABarrierThatSomeThreadsMiss) {
  const std::string body =
      oneSided("BV32_ULT(local_id_x, 2bv32)", "  call $barrier(1bv1, 1bv1);\n");
  const RunResult result = TestKernel(body).run();
  ASSERT_EQ(summaryOf(result), Lines{"divergence barrier"});
  EXPECT_EQ(result.findings[0].places[0].thread.local[0], 0u);
  EXPECT_EQ(result.findings[0].places[1].kind, "end");
  EXPECT_EQ(
      summaryOf(
          TestKernel(oneSided("BV32_ULT($n, 2bv32)", "  call $barrier(1bv1, 1bv1);\n")).run()),
      Lines{});
}

TEST(Divergence, DifferentBarriersAndDifferentIterations) {
  TestKernel two(
      "  q0 := local_id_x == 0bv32;\n  goto $t, $f;\n"
      "$t:\n  assume {:partition} q0;\n  call $barrier(1bv1, 1bv1);\n  return;\n"
      "$f:\n  assume {:partition} !q0;\n  call $barrier(1bv1, 1bv1);\n  return;\n");
  EXPECT_EQ(summaryOf(two.run()), Lines{"divergence barrier"});
  // Thread 0 skips the barrier in the first iteration, the others in the last: equally often.
  TestKernel shifted(
      "  $i.0 := 0bv32;\n  goto $head;\n"
      "$head:\n  q0 := BV32_ULT($i.0, 2bv32);\n  goto $body, $out;\n"
      "$body:\n  assume {:partition} q0;\n"
      "  q1 := ($i.0 == 0bv32) == (local_id_x == 0bv32);\n  goto $skip, $wait;\n"
      "$skip:\n  assume {:partition} q1;\n  goto $next;\n"
      "$wait:\n  assume {:partition} !q1;\n  call $barrier(1bv1, 1bv1);\n"
      "  goto $next;\n"
      "$next:\n  $i.0 := BV32_ADD($i.0, 1bv32);\n  goto $head;\n"
      "$out:\n  assume {:partition} !q0;\n  return;\n");
  EXPECT_EQ(summaryOf(shifted.run()), Lines{"divergence barrier"});
}

TEST(Divergence, CopiesOfACalledBarrierAreDifferentBarriers) {
  const std::string helper =
      "procedure {:source_name \"sync\"} $sync()\n{\n$entry:\n"
      "  call $barrier(1bv1, 1bv1);\n  return;\n}\n";
  TestKernel kernel(
      "  q0 := local_id_x == 0bv32;\n  goto $t, $f;\n"
      "$t:\n  assume {:partition} q0;\n  call $sync();\n  return;\n"
      "$f:\n  assume {:partition} !q0;\n  call $sync();\n  return;\n",
      "", helper);
  EXPECT_EQ(summaryOf(kernel.run()), Lines{"divergence barrier"});
  EXPECT_EQ(summaryOf(TestKernel("  call $sync();\n  return;\n", "", helper).run()), Lines{});
}

TEST(Divergence, AGroupThatMissesAGridBarrier) {
  TestKernel kernel(oneSided("group_id_x == 0bv32", "  call $grid(1bv1, 1bv1);\n"));
  kernel.launch.numGroups[0] = 2;
  EXPECT_EQ(summaryOf(kernel.run()), Lines{"divergence grid barrier between groups"});
}

class AsyncCopies : public ::testing::Test {
 protected:
  static constexpr const char* declarations =
      "procedure {:async_work_group_copy} _ASYNC_WORK_GROUP_COPY_32(dstOffset : bv32, src : "
      "[bv32]bv32, srcOffset : bv32, size : bv32, handle : bv32) returns (handle' : bv32, dst : "
      "[bv32]bv32);\nprocedure {:wait_group_events} _WAIT_GROUP_EVENTS(handle : bv32);\n";
  static std::string body(const std::string& between, const std::string& after) {
    return "  call {:async_work_group_copy} v0, $$s := _ASYNC_WORK_GROUP_COPY_32(0bv32, $$g, "
           "0bv32, 8bv32, 0bv32);\n" +
           between + "  call {:wait_group_events} _WAIT_GROUP_EVENTS(v0);\n" + after +
           "  return;\n";
  }
  static constexpr const char* read =
      "  v1 := $$s[BV32_ADD(local_id_x, 4bv32)];\n  $$h[local_id_x] := v1;\n";
};

TEST_F(AsyncCopies, CompleteWhenWaitedFor) {
  TestKernel kernel(body("", read), "", declarations);
  kernel.launch.contents[kernel.global("$$g")] = ArrayContents::iota();
  const RunResult result = kernel.run();
  EXPECT_EQ(summaryOf(result), Lines{});
  EXPECT_EQ(elementAfter(result, "h", 2), 6);
  kernel.options.waitCompletesCopy = false;
  EXPECT_EQ(summaryOf(kernel.run()), Lines{"race write-read s"});
}

TEST_F(AsyncCopies, ABarrierDoesNotEndThem) {
  TestKernel kernel(body(std::string("  call $barrier(1bv1, 1bv1);\n") + read, ""), "",
                    declarations);
  EXPECT_EQ(summaryOf(kernel.run()), Lines{"race write-read s"});
  // The source is being read all the while.
  TestKernel source(body("  $$g[local_id_x] := 1bv32;\n", ""), "", declarations);
  EXPECT_EQ(summaryOf(source.run()), Lines{"race read-write g"});
  // And what came before is not ordered either.
  TestKernel before("  $$s[local_id_x] := 1bv32;\n" + body("", ""), "", declarations);
  EXPECT_EQ(summaryOf(before.run()), Lines{"race write-write s"});
}

TEST_F(AsyncCopies, AllThreadsStartThemAlike) {
  TestKernel kernel(
      "  call {:async_work_group_copy} v0, $$s := _ASYNC_WORK_GROUP_COPY_32("
      "local_id_x, $$g, 0bv32, 8bv32, 0bv32);\n"
      "  call {:wait_group_events} _WAIT_GROUP_EVENTS(v0);\n  return;\n",
      "", declarations);
  EXPECT_EQ(summaryOf(kernel.run()), Lines{"async"});
}

TEST(Checks, AssertionsBoundsConstantsAndPointers) {
  TestKernel assertion("  assert BV32_ULT(local_id_x, 3bv32);\n  return;\n");
  const RunResult result = assertion.run();
  ASSERT_EQ(summaryOf(result), Lines{"assertion"});
  EXPECT_EQ(result.findings[0].places[0].thread.local[0], 3u);
  TestKernel bounds("  $$s[BV32_ADD(local_id_x, 61bv32)] := 1bv32;\n  return;\n");
  EXPECT_EQ(summaryOf(bounds.run()), Lines{});
  bounds.options.checkBounds = true;
  EXPECT_EQ(summaryOf(bounds.run()), Lines{"bounds s"});
  TestKernel constant("  $$c[0bv32] := 1bv32;\n  return;\n");
  EXPECT_EQ(summaryOf(constant.run()), Lines{"constant-write c"});
  TestKernel pointer("  assert {:bad_pointer_access} false;\n  return;\n");
  EXPECT_EQ(summaryOf(pointer.run()), Lines{"null-pointer"});
}

}  // namespace
}  // namespace barricade
