// Which prefix sums of a block are found. What they are good for is in testsuite/scans.
#include "analysis/block_scans.h"

#include <set>

#include "analysis/test_kernel.h"

namespace barricade::test {
namespace {

const std::string shuffleUp =
    "procedure {:exchange \"shfl_up\"} $up(mask : bv32, value : bv32, lane : bv32) "
    "returns (result : bv32);\n";

// The sums as "[first, end)" of the thread's number t, each once: "[0, t)"; all of them are of x.
std::string sumsOf(const std::string& body, const Launch& launch = {}) {
  const Analysed a(kernelText(body + " if (x == 7bv32) { $$g[tid] := 1bv32; }", launch, shuffleUp));
  Terms terms(*a.program);
  const LaunchFacts facts = findLaunchFacts(terms, {});
  const BlockScans scans =
      findBlockScans(a.kernel(), facts, fixedParameters(terms, *a.procedure, facts, {}));
  auto inWords = [](const OfThread& form) {
    const std::string thread = form.per == 1 ? "t" : "t/" + std::to_string(form.per);
    std::string text = form.slope == 0 ? "" : form.slope == 1 ? thread : form.slope.str() + thread;
    if (form.offset != 0 || text.empty())
      text += (text.empty() || form.offset < 0 ? "" : "+") + form.offset.str();
    return text;
  };
  std::set<std::string> all;
  for (const auto& [statement, sum] : scans.sums)
    if (sum.variable->name == "x")
      all.insert("[" + inWords(sum.first) + ", " + inWords(sum.end) + ")");
  for (const auto& [loop, sums] : scans.sumsAfter)
    for (const auto& sum : sums)
      if (sum.variable->name == "x")
        all.insert((sum.isAdded ? "+[" : "[") + inWords(sum.first) + ", " + inWords(sum.end) + ")");
  std::string text;
  for (const std::string& sum : all) text += (text.empty() ? "" : " ") + sum;
  return text;
}

const std::string flag = "j := (if $$h[tid] == 0bv32 then 1bv32 else 0bv32); $$s[tid] := j; sync; ";

std::string doubling(const std::string& from, const std::string& to) {
  return flag + "i := " + from + "; while (ult(i, " + to +
         ")) { y := 0bv32; if (ule(i, tid)) { y := $$s[sub(tid, i)]; } sync; "
         "j := $$s[tid]; $$s[tid] := add(j, y); sync; i := add(i, i); } ";
}

TEST(BlockScans, OnTopOfWhatThreadsHave) {
  const std::string added =
      "i := 0bv32; while (ult(i, tid)) { j := $$s[i]; x := add(x, j); i := add(i, 1bv32); }";
  EXPECT_EQ(sumsOf(flag + "x := $n; " + added), "+[0, t)");
  EXPECT_EQ(sumsOf(flag + "x := $$h[tid]; " + added), "+[0, t)");
  // neither twice, nor of what another thread has
  EXPECT_EQ(sumsOf(flag + "y := $n; " +
                   replaced(added, "x := add\\(x, j\\)", "x := add(y, y); y := add(y, j)")),
            "");
  EXPECT_EQ(sumsOf(flag + "y := $$h[tid]; " +
                   replaced(added, "x := add\\(x, j\\)", "y := add(y, j); $$$$t[tid] := y") +
                   " sync; x := $$t[sub(63bv32, tid)];"),
            "");
}

TEST(BlockScans, HoweverTheyAreComputed) {
  const std::string scan = doubling("1bv32", "64bv32");
  EXPECT_EQ(sumsOf(scan + "x := $$s[tid];"), "[0, t+1)");
  EXPECT_EQ(sumsOf(scan + "x := $$s[63bv32];"), "[0, 64)");
  EXPECT_EQ(sumsOf(scan + "x := 0bv32; if (ult(0bv32, tid)) { x := $$s[sub(tid, 1bv32)]; }"),
            "[0, t)");
  EXPECT_EQ(sumsOf(flag + "if (tid == 0bv32) { i := 0bv32; y := 0bv32; while (ult(i, 64bv32)) { "
                          "$$t[i] := y; j := $$s[i]; y := add(y, j); i := add(i, 1bv32); } } "
                          "sync; x := $$t[tid];"),
            "[0, t)");
}

TEST(BlockScans, ByShuffles) {
  auto warps = [](const std::string& lanes, const std::string& least) {
    return "x := (if $$h[tid] == 0bv32 then 1bv32 else 0bv32); i := 1bv32; while (ult(i, " + lanes +
           ")) { call y := $up(4294967295bv32, x, i); if (" + least +
           "(and(tid, 31bv32), i)) { x := add(x, y); } i := add(i, i); } ";
  };
  EXPECT_EQ(sumsOf(warps("32bv32", "uge")), "[32t/32, t+1)");
  EXPECT_EQ(sumsOf(warps("32bv32", "uge") +
                   "if (and(tid, 31bv32) == 31bv32) { $$s[lshr(tid, 5bv32)] := x; } sync; "
                   "if (uge(tid, 32bv32)) { y := $$s[0bv32]; x := add(x, y); }"),
            "[0, t+1) [32t/32, t+1)");
  EXPECT_EQ(sumsOf(warps("16bv32", "uge")), "");
  EXPECT_EQ(sumsOf(warps("32bv32", "ugt")), "");
}

TEST(BlockScans, InEachIterationOfALoop) {
  const std::string scan = doubling("1bv32", "64bv32") + "x := $$s[tid]; sync; ";
  EXPECT_EQ(sumsOf("while ($c) { " + scan + "}"), "[0, t+1)");
  // Not all threads need be in there.
  EXPECT_EQ(sumsOf("if ($$h[tid] == 1bv32) { " + scan + "}"), "");
}

TEST(BlockScans, InOneOfTwoBuffersByTurns) {
  auto rounds = [](const std::string& stored, const std::string& read) {
    return "i := 0bv32; while (ult(i, $n)) { $$s[add(mul(" + stored +
           ", 64bv32), tid)] := (if $$h[tid] == i then 1bv32 else 0bv32); sync; x := 0bv32; "
           "j := 0bv32; while (ult(j, tid)) { y := $$s[add(mul(" +
           read + ", 64bv32), j)]; x := add(x, y); j := add(j, 1bv32); } i := add(i, 1bv32); }";
  };
  EXPECT_EQ(sumsOf(rounds("and(i, 1bv32)", "and(i, 1bv32)")), "[0, t)");
  EXPECT_EQ(sumsOf(rounds("urem(i, 3bv32)", "urem(i, 3bv32)")), "[0, t)");
  EXPECT_EQ(sumsOf(rounds("and(i, 1bv32)", "and(add(i, 1bv32), 1bv32)")), "");
  EXPECT_EQ(sumsOf(rounds("and(i, 63bv32)", "and(i, 63bv32)")), "");
}

TEST(BlockScans, WhatIsNone) {
  EXPECT_EQ(sumsOf(doubling("2bv32", "64bv32") + "x := $$s[tid];"), "");
  EXPECT_EQ(sumsOf(doubling("1bv32", "32bv32") + "x := $$s[tid];"), "");
  EXPECT_EQ(sumsOf(doubling("1bv32", "64bv32") + "x := $$s[$$h[tid]];"), "");
  EXPECT_EQ(sumsOf(doubling("1bv32", "64bv32") + "if ($c) { $$s[3bv32] := 0bv32; } x := $$s[tid];"),
            "");
  EXPECT_EQ(sumsOf(doubling("1bv32", "64bv32") + "x := $$s[tid];", {.size = "*"}), "");
  // Numbers that may be large.
  EXPECT_EQ(
      sumsOf(replaced(doubling("1bv32", "64bv32"), "1bv32 else", "$n else") + "x := $$s[tid];"),
      "");
}

}  // namespace
}  // namespace barricade::test
