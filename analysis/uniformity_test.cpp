// Which variables and blocks are the same for both threads of a pair.
#include "analysis/uniformity.h"

#include "analysis/test_kernel.h"

namespace barricade::test {
namespace {

class Uniform : public Analysed {
 public:
  explicit Uniform(const std::string& body, Mode mode = Mode::Intra)
      : Analysed(kernelText(body, {.groups = "4"})), uniformity(kernel(), mode) {}
  bool variable(const std::string& name) const {
    return uniformity.variable(Analysed::variable(name));
  }
  bool block(const std::string& label) const { return uniformity.block(Analysed::block(label)); }

  Uniformity uniformity;
};

TEST(Uniformity, FollowsData) {
  const Uniform a("x := add($n, size); y := tid; i := add(y, 1bv32); j := mul(x, $m);");
  EXPECT_TRUE(a.variable("x"));
  EXPECT_FALSE(a.variable("y"));
  EXPECT_FALSE(a.variable("i"));
  EXPECT_TRUE(a.variable("j"));
}

TEST(Uniformity, GroupIdsAreEqualWithinAGroupOnly) {
  const std::string body = "x := gid;";
  EXPECT_TRUE(Uniform(body, Mode::Intra).variable("x"));
  EXPECT_FALSE(Uniform(body, Mode::Inter).variable("x"));
}

TEST(Uniformity, ReadOnlyArraysAreFunctionsOfTheIndex) {
  const Uniform a("x := $$g[$n]; y := $$h[$n]; i := $$g[tid]; $$h[tid] := x;");
  EXPECT_TRUE(a.variable("x"));
  EXPECT_FALSE(a.variable("y"));  // written
  EXPECT_FALSE(a.variable("i"));
}

TEST(Uniformity, FollowsControl) {
  const Uniform a(R"(
    x := 0bv32; y := 0bv32;
    if (ult(tid, $n)) { x := 1bv32; }
    if (ult(4bv32, $n)) { y := 1bv32; }
  )");
  EXPECT_FALSE(a.variable("x"));
  EXPECT_TRUE(a.variable("y"));
  EXPECT_FALSE(a.block("$if.then"));
  EXPECT_TRUE(a.block("$if.end"));  // both are there again
}

TEST(Uniformity, ALoopThatThreadsLeaveAtDifferentTimesIsNot) {
  const Uniform a("i := 0bv32; while (ult(i, tid)) { i := add(i, 1bv32); } x := $n;");
  EXPECT_FALSE(a.uniformity.loop(0));
  EXPECT_FALSE(a.variable("i"));
  EXPECT_TRUE(a.variable("x"));
  const Uniform b("i := 0bv32; while (ult(i, $n)) { i := add(i, 1bv32); }");
  EXPECT_TRUE(b.uniformity.loop(0));
  EXPECT_TRUE(b.variable("i"));
}

TEST(Uniformity, AThreadDependentBreakSpoilsTheLoop) {
  const Uniform a(R"(
    i := 0bv32;
    while (ult(i, $n)) { if ($$g[tid] == i) { goto $out; } i := add(i, 1bv32); }
    $out: x := i;
  )");
  EXPECT_FALSE(a.uniformity.loop(0));
  EXPECT_FALSE(a.variable("x"));
}

TEST(Uniformity, AnEarlyReturnSpoilsWhatFollows) {
  const Uniform a("x := 0bv32; if (ult(tid, $n)) { return; } x := 1bv32;");
  EXPECT_FALSE(a.variable("x"));
}

TEST(Uniformity, HavocAndAtomicsAreNotUniform) {
  const Uniform a(R"(
    havoc x;
    call {:atomic} {:atomic_function "_atomicAdd"} {:parts 1} {:part 1} {:arg1 1bv32}
      y, $$g := _ATOMIC_OP32($$g, 0bv32);
  )");
  EXPECT_FALSE(a.variable("x"));
  EXPECT_FALSE(a.variable("y"));
}

}  // namespace
}  // namespace barricade::test
