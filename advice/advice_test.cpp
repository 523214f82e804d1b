// Advice on whole kernels: which lanes belong together, and what is said of them.
#include "advice/advice.h"

#include "interpreter/test_program.h"

namespace barricade {
namespace {

AdviceResult adviseOn(TestKernel& kernel, std::uint64_t threads,
                      const AdviceOptions& options = {}) {
  kernel.launch.groupSize = {threads, 1, 1};
  return advise(kernel.program(), kernel.kernel(), kernel.launch, options);
}

Lines headlines(const AdviceResult& result) {
  Lines lines;
  for (const Advice& advice : result.advice) lines.push_back(headline(advice));
  return lines;
}

constexpr const char* byStride = "  $$s[BV32_MUL(local_id_x, $n)] := 1bv32;\n  return;\n";

TEST(Advise, TheDegreeIsThatOfTheWorstWarp) {
  TestKernel kernel(byStride);
  kernel.set("$n", 2);
  AdviceResult result = adviseOn(kernel, 64);
  ASSERT_EQ(headlines(result), Lines{"bank conflict of degree 2: write of s"});
  EXPECT_EQ(result.advice[0].executions, 2u);
  EXPECT_EQ(result.advice[0].taken, 4u);
  EXPECT_EQ(result.advice[0].best, 2u);
  kernel.set("$n", 32);
  EXPECT_EQ(headlines(adviseOn(kernel, 64)), Lines{"bank conflict of degree 32: write of s"});
  kernel.set("$n", 33);
  EXPECT_EQ(headlines(adviseOn(kernel, 64)), Lines{});
  // The second warp has 8 lanes.
  kernel.set("$n", 32);
  result = adviseOn(kernel, 40);
  EXPECT_EQ(result.advice[0].executions, 2u);
  EXPECT_EQ(result.advice[0].taken, 40u);
}

TEST(Advise, LanesAreCountedAlongXFirst) {
  TestKernel kernel(
      "  $$s[BV32_ADD(BV32_MUL(local_id_x, 32bv32), local_id_y)] := 1bv32;\n"
      "  $$s[BV32_ADD(BV32_MUL(local_id_y, 32bv32), local_id_x)] := 1bv32;\n  return;\n");
  kernel.launch.groupSize = {32, 32, 1};
  AdviceResult result = advise(kernel.program(), kernel.kernel(), kernel.launch, {});
  ASSERT_EQ(headlines(result), Lines{"bank conflict of degree 32: write of s"});
  EXPECT_EQ(result.advice[0].executions, 32u);
  EXPECT_EQ(result.bankPasses.executions, 64u);
  EXPECT_EQ(result.bankPasses.taken, 32u * 32u + 32u);
  // With 16 threads along x a warp has two rows: lanes 0 and 16 are neighbours.
  kernel.launch.groupSize = {16, 16, 1};
  result = advise(kernel.program(), kernel.kernel(), kernel.launch, {});
  EXPECT_EQ(headlines(result), (Lines{"bank conflict of degree 16: write of s",
                                      "bank conflict of degree 2: write of s"}));
}

// `$$s[local_id_x * stride]` in each of $n iterations; the stride doubles from 1.
constexpr const char* reduction =
    "  $i.0, $j.0 := 1bv32, 0bv32;\n  goto $head;\n"
    "$head:\n  q0 := BV32_ULT($j.0, $n);\n  goto $body, $done;\n"
    "$body:\n  assume {:partition} q0;\n"
    "  $$s[BV32_MUL(local_id_x, $i.0)] := 1bv32;\n"
    "  $i.0, $j.0 := BV32_ADD($i.0, $i.0), BV32_ADD($j.0, 1bv32);\n  goto $head;\n"
    "$done:\n  assume {:partition} !q0;\n  return;\n";

TEST(Advise, EachIterationIsAnExecution) {
  TestKernel kernel(reduction);
  kernel.set("$n", 4);
  const AdviceResult result = adviseOn(kernel, 32);
  ASSERT_EQ(headlines(result), Lines{"bank conflict of degree 8: write of s"});
  EXPECT_EQ(result.advice[0].executions, 4u);
  EXPECT_EQ(result.advice[0].affected, 3u);
  EXPECT_EQ(result.advice[0].taken, 1u + 2u + 4u + 8u);
  EXPECT_EQ(result.branches.executions, 5u);
}

TEST(Advise, NeighboursOfOnePlaceAreOneAccess) {
  const std::string at =
      "  assert {:sourceloc} {:line 7} {:col 3} {:fname \"v.cu\"} {:dir \"\"} true;\n";
  std::string text;
  for (const char* part : {"0bv32", "1bv32", "2bv32", "3bv32"})
    text += at + "  $$s[BV32_ADD(BV32_MUL(local_id_x, 4bv32), " + part + ")] := 1bv32;\n";
  TestKernel vector(text + "  return;\n");
  AdviceResult result = adviseOn(vector, 32);
  EXPECT_EQ(headlines(result), Lines{});
  EXPECT_EQ(result.bankPasses.executions, 1u);
  EXPECT_EQ(result.bankPasses.taken, 4u);
  // At places of their own they are four accesses with a stride of 4.
  std::string apart = text;
  for (std::size_t line = 0, found = 0; (found = apart.find(":line 7", found)) != std::string::npos;
       ++line)
    apart[found + 6] = static_cast<char>('1' + line);
  TestKernel scalars(apart + "  return;\n");
  result = adviseOn(scalars, 32);
  EXPECT_EQ(result.advice.size(), 4u);
  EXPECT_EQ(result.bankPasses.executions, 4u);
  EXPECT_EQ(result.bankPasses.taken, 16u);
}

TEST(Advise, SectorsAgainstTheMinimum) {
  TestKernel kernel("  v0 := $$g[BV32_MUL(local_id_x, $n)];\n  return;\n");
  kernel.set("$n", 1);
  EXPECT_EQ(headlines(adviseOn(kernel, 64)), Lines{});
  kernel.set("$n", 2);
  const AdviceResult result = adviseOn(kernel, 64);
  EXPECT_EQ(headlines(result),
            Lines{"uncoalesced read of g: 8 sectors for a warp where 4 would do"});
  EXPECT_EQ(result.sectors.taken, 16u);
  kernel.set("$n", 100);
  EXPECT_EQ(headlines(adviseOn(kernel, 64)),
            Lines{"uncoalesced read of g: 32 sectors for a warp where 4 would do"});
  // A start within a sector is no reason for advice.
  TestKernel shifted("  v0 := $$g[BV32_ADD(local_id_x, 1bv32)];\n  return;\n");
  EXPECT_EQ(headlines(adviseOn(shifted, 64)), Lines{});
}

TEST(Advise, BytesAreAddressesOfBytes) {
  TestKernel kernel("  v0 := 0bv32;\n  $$b[BV32_MUL(local_id_x, $n)] := 1bv8;\n  return;\n");
  kernel.set("$n", 1);
  EXPECT_EQ(adviseOn(kernel, 32).sectors.taken, 1u);
  kernel.set("$n", 4);
  EXPECT_EQ(headlines(adviseOn(kernel, 32)),
            Lines{"uncoalesced write of b: 4 sectors for a warp where 1 would do"});
}

TEST(Advise, WarpsDivergeWhereLanesDiffer) {
  const char* const body =
      "  q0 := BV32_ULT(local_id_x, $n);\n  goto $t, $f;\n"
      "$t:\n  assume {:partition} q0;\n  $$s[local_id_x] := 1bv32;\n  return;\n"
      "$f:\n  assume {:partition} !q0;\n  return;\n";
  TestKernel kernel(body);
  kernel.set("$n", 32);
  EXPECT_EQ(headlines(adviseOn(kernel, 96)), Lines{});
  kernel.set("$n", 40);
  const AdviceResult result = adviseOn(kernel, 96);
  ASSERT_EQ(headlines(result), Lines{"warps diverge: lanes take both paths here"});
  EXPECT_EQ(result.advice[0].executions, 3u);
  EXPECT_EQ(result.advice[0].affected, 1u);
  // The lanes that come to the write are an execution without the others.
  EXPECT_EQ(result.bankPasses.executions, 2u);
}

TEST(Advise, WhatIsOpenIsChosenAndTold) {
  TestKernel kernel("  v0 := $$g[BV32_MUL(local_id_x, $n)];\n  return;\n");
  kernel.launch.groupSize = {};
  kernel.launch.numGroups = {};
  const AdviceResult result = advise(kernel.program(), kernel.kernel(), kernel.launch, {});
  EXPECT_EQ(result.groupSize[0], 256u);
  EXPECT_EQ(result.numGroups[0], 2u);
  ASSERT_EQ(result.values.size(), 2u);
  EXPECT_EQ(result.values[0], (std::pair<std::string, std::string>{"n", "512"}));
  EXPECT_EQ(result.sectors.executions, 16u);
  TestKernel small("  v0 := $$g[local_id_x];\n  return;\n",
                   "requires BV32_ULT(group_size_x, 10bv32);\nrequires BV32_ULT($n, 5bv32);\n");
  small.launch.groupSize = {};
  const AdviceResult fitting = advise(small.program(), small.kernel(), small.launch, {});
  EXPECT_EQ(fitting.status, RunStatus::Finished) << fitting.message;
  EXPECT_EQ(fitting.groupSize[0], 8u);
  EXPECT_EQ(fitting.values[0].second, "0");
}

TEST(Advise, ThreadsThatTakeTurnsAreMeasuredAlike) {
  TestKernel kernel(byStride);
  kernel.set("$n", 4);
  AdviceOptions options;
  const AdviceResult first = adviseOn(kernel, 64, options);
  options.run.takeTurns = true;
  options.run.schedule.order = Schedule::Order::Random;
  const AdviceResult second = adviseOn(kernel, 64, options);
  EXPECT_EQ(headlines(first), headlines(second));
  EXPECT_EQ(first.bankPasses.taken, second.bankPasses.taken);
}

}  // namespace
}  // namespace barricade
