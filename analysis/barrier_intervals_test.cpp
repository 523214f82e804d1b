// Whether shared arrays are read in intervals in which they may be written.
#include "analysis/barrier_intervals.h"

#include "analysis/test_kernel.h"

namespace barricade::test {
namespace {

bool isReadApart(const std::string& body) {
  const Analysed a(kernelText(body));
  for (const KernelArray& array : a.kernel().arrays())
    if (array.array->variable->name == "$$s")
      return BarrierIntervals(a.kernel()).isReadApart(array.array->variable);
  return false;
}

TEST(BarrierIntervals, TellReadsFromWrites) {
  EXPECT_TRUE(isReadApart("$$s[tid] := 1bv32; sync; x := $$s[0bv32]; $$g[x] := 1bv32;"));
  EXPECT_FALSE(isReadApart("$$s[tid] := 1bv32; x := $$s[0bv32]; $$g[x] := 1bv32;"));
  EXPECT_FALSE(isReadApart(
      "$$s[tid] := 1bv32; if (ult(0bv32, $n)) { sync; } x := $$s[0bv32]; $$g[x] := 1bv32;"));
}

// The barrier at the end is the last before the next iteration's write, and the other one before
// the read.
TEST(BarrierIntervals, GoOnInTheNextIteration) {
  const std::string half =
      "i := 0bv32; while (ult(i, $n)) { $$s[tid] := i; sync; x := $$s[i]; "
      "$$g[x] := 1bv32; i := add(i, 1bv32); ";
  EXPECT_TRUE(isReadApart(half + "sync; }"));
  EXPECT_FALSE(isReadApart(half + "}"));
}

// At which of the barriers, by number, what the array holds may change.
std::vector<int> changesAt(const std::string& body) {
  const Analysed a(kernelText(body));
  std::vector<int> found;
  for (const KernelArray& array : a.kernel().arrays()) {
    if (array.array->variable->name != "$$s") continue;
    const BarrierIntervals intervals(a.kernel());
    int number = 0;
    for (unsigned b : a.kernel().flow().order())
      for (const Statement& statement : a.kernel().procedure().blocks[b]->statements)
        if (const Call* call = statement.as<Call>(); call && call->callee->isBarrier()) {
          if (intervals.mayChangeAt(array.array->variable, statement)) found.push_back(number);
          ++number;
        }
  }
  return found;
}

TEST(BarrierIntervals, TellAtWhichBarriersArraysChange) {
  EXPECT_EQ(changesAt("$$s[tid] := 1bv32; sync; x := $$s[0bv32]; sync; $$g[x] := 1bv32; sync;"),
            std::vector{0});
  EXPECT_EQ(changesAt("sync; if (ult(tid, 3bv32)) { $$s[tid] := 1bv32; } sync; x := $$s[0bv32];"),
            std::vector{1});
  // The loop's barrier ends the interval before it as well.
  EXPECT_EQ(changesAt("$$s[tid] := 1bv32; i := 0bv32; while (ult(i, $n)) { sync; "
                      "i := add(i, 1bv32); } sync; x := $$s[0bv32];"),
            (std::vector{0, 1}));
}

TEST(BarrierIntervals, HaveNoArraysThatAtomicsUpdate) {
  EXPECT_FALSE(isReadApart(
      "call {:atomic} {:atomic_function \"__atomicAdd_int\"} {:arg1 1bv32} {:parts 1} {:part 1} "
      "x, $$s := _ATOMIC_OP32($$s, 0bv32); $$g[x] := 1bv32;"));
}

}  // namespace
}  // namespace barricade::test
