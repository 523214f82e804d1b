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

TEST(BarrierIntervals, HaveNoArraysThatAtomicsUpdate) {
  EXPECT_FALSE(isReadApart(
      "call {:atomic} {:atomic_function \"__atomicAdd_int\"} {:arg1 1bv32} {:parts 1} {:part 1} "
      "x, $$s := _ATOMIC_OP32($$s, 0bv32); $$g[x] := 1bv32;"));
}

}  // namespace
}  // namespace barricade::test
