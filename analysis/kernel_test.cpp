// What is known of a kernel before any pair of threads is looked at: regions and control
// equivalence, branches, temporaries, relevance, arrays.
#include "analysis/kernel.h"

#include "analysis/test_kernel.h"

namespace barricade::test {
namespace {

// "entry=if.end, if.then" : items of a region with the item that has the same control.
std::string regionOf(const Kernel& kernel, int loop) {
  const Region& region = kernel.region(loop);
  auto nameOf = [&](const Region::Item& item) {
    const unsigned block = item.isLoop ? kernel.flow().loops()[item.index].header : item.index;
    return (item.isLoop ? "loop " : "") + kernel.procedure().blocks[block]->label;
  };
  std::string text;
  for (const Region::Item& item : region.items) {
    text += (text.empty() ? "" : ", ") + nameOf(item);
    if (item.controlEquivalent >= 0)
      text += "=" + nameOf(region.items[static_cast<unsigned>(item.controlEquivalent)]);
  }
  return text;
}

TEST(Regions, TheBlockAfterABranchRunsWhenTheOneBeforeDoes) {
  const Analysed a(kernelText("$start: if ($c) { x := 1bv32; } else { x := 2bv32; } return;"));
  EXPECT_EQ(regionOf(a.kernel(), -1), "$start, $if.then, $if.else, $if.end=$start");
}

TEST(Regions, ALoopIsOneItem) {
  const Analysed a(
      kernelText("$start: i := 0bv32; while (ult(i, $n)) { if ($c) { x := i; } i := add(i, 1bv32); "
                 "} return;"));
  EXPECT_EQ(regionOf(a.kernel(), -1),
            "$start, loop $while.head=$start, $while.end=loop $while.head");
  EXPECT_EQ(regionOf(a.kernel(), 0),
            "$while.head, $while.body, $if.then, $if.else, $if.end=$while.body");
}

TEST(Regions, ABlockThatSomeReturnsMissIsNotEquivalent) {
  const Analysed a(kernelText("$start: if ($c) { return; } x := 1bv32; return;"));
  EXPECT_EQ(regionOf(a.kernel(), -1).find("$if.end=$start"), std::string::npos);
}

TEST(Branches, PartitionsAndSwitchesAreGuardedOthersAreChoices) {
  const Analysed a(kernelText(R"(
    $start: goto $a, $b, $d;
    $a: assume {:partition} $n == 1bv32; goto $e;
    $b: assume {:partition} $n == 2bv32; goto $e;
    $d: assume {:partition} $n != 1bv32 && $n != 2bv32; goto $e;
    $e: goto $f, $g;
    $f: assume {:partition} ult($n, 4bv32); return;
    $g: assume {:partition} ult($n, 8bv32); return;
  )"));
  EXPECT_EQ(a.kernel().branch(a.block("$start")).kind, Branch::Kind::Guarded);
  EXPECT_EQ(a.kernel().branch(a.block("$e")).kind, Branch::Kind::Choice);
  EXPECT_EQ(a.kernel().branch(a.block("$a")).kind, Branch::Kind::Always);
}

TEST(KernelFacts, TemporariesNeedNoMerge) {
  const Analysed a(kernelText(R"(
    x := tid;
    if ($c) { y := add(x, 1bv32); $$s[y] := 0bv32; }
    i := 0bv32;
    if (ult(tid, $n)) { i := 1bv32; }
    $$s[i] := x;
  )"));
  auto temporary = [&](const char* name) {
    return a.kernel().isTemporary(a.kernel().variable(a.variable(name)));
  };
  EXPECT_TRUE(temporary("x"));
  EXPECT_TRUE(temporary("y"));   // used where it is set only
  EXPECT_FALSE(temporary("i"));  // set twice
}

TEST(KernelFacts, AVariableUsedInTheNextIterationIsNoTemporary) {
  const Analysed a(
      kernelText("i := 0bv32; while (ult(i, $n)) { $$s[x] := tid; x := i; i := add(i, 1bv32); }"));
  EXPECT_FALSE(a.kernel().isTemporary(a.kernel().variable(a.variable("x"))));
  EXPECT_TRUE(a.kernel().maybeUninitialized(a.variable("x")));
  EXPECT_FALSE(a.kernel().maybeUninitialized(a.variable("i")));
}

TEST(KernelFacts, AVariableSetOnOneWayOnlyMayBeUninitialized) {
  const Analysed a(kernelText("if ($c) { x := 1bv32; } $$s[x] := 0bv32;"));
  EXPECT_TRUE(a.kernel().maybeUninitialized(a.variable("x")));
  const Analysed b(kernelText("if ($c) { x := 1bv32; } else { x := 2bv32; } $$s[x] := 0bv32;"));
  EXPECT_FALSE(b.kernel().maybeUninitialized(b.variable("x")));
}

TEST(KernelFacts, WhatNoIndexOrConditionNeedsIsIrrelevant) {
  const std::string text =
      kernelText("x := $$g[tid]; y := mul(x, x); i := add(tid, $n); $$s[i] := y;");
  const Analysed without(text);
  auto inSlice = [](const Analysed& a, const char* name) {
    return a.kernel().inSlice(a.kernel().variable(a.variable(name)));
  };
  EXPECT_TRUE(inSlice(without, "i"));
  EXPECT_FALSE(inSlice(without, "y"));
  const Analysed with(text,
                      {.writtenValues = true});  // written values decide whether a race is benign
  EXPECT_TRUE(inSlice(with, "y"));
  EXPECT_TRUE(inSlice(with, "x"));
  EXPECT_FALSE(with.kernel().inControlSlice(with.kernel().variable(with.variable("y"))));
}

TEST(KernelFacts, ArraysAreClassified) {
  const Analysed a(kernelText(R"(
    x := $$g[tid];
    $$s[x] := $$h[tid];
    call {:atomic} {:atomic_function "_atomicAdd"} {:parts 1} {:part 1} {:arg1 1bv32}
      y, $$t := _ATOMIC_OP32($$t, 0bv32);
  )"));
  auto array = [&](const char* name) {
    for (const KernelArray& candidate : a.kernel().arrays())
      if (candidate.array->sourceName == name) return candidate;
    throw std::out_of_range(name);
  };
  EXPECT_TRUE(array("g").readOnly());
  EXPECT_TRUE(array("g").influences);  // it holds indices
  EXPECT_FALSE(array("h").influences);
  EXPECT_TRUE(array("s").written);
  EXPECT_TRUE(array("t").atomic);
  EXPECT_FALSE(array("t").written);
}

TEST(KernelFacts, ABarrierThatSomeIterationsMissIsConditional) {
  EXPECT_TRUE(Analysed(kernelText("while (ult(i, $n)) { if ($c) { sync; } i := add(i, 1bv32); }"))
                  .kernel()
                  .hasConditionalBarrier());
  EXPECT_FALSE(Analysed(kernelText("while (ult(i, $n)) { sync; i := add(i, 1bv32); }"))
                   .kernel()
                   .hasConditionalBarrier());
}

}  // namespace
}  // namespace barricade::test
