// What parameters and data have no say in.
#include "analysis/launch_only.h"

#include "analysis/test_kernel.h"

namespace barricade::test {
namespace {

class Decided : public Analysed {
 public:
  explicit Decided(const std::string& body, const Launch& launch = {})
      : Analysed(kernelText(body, launch)),
        terms(*program),
        facts(findLaunchFacts(terms, {})),
        launchOnly(kernel(), facts, fixedParameters(terms, *procedure, facts, {})) {}
  bool variable(const std::string& name) const {
    Variable* v = kernel().variable(Analysed::variable(name));
    return launchOnly.decides(program->pool().variable(v));
  }
  bool block(const std::string& label) const {
    return launchOnly.decidesBlock(Analysed::block(label));
  }

  Terms terms;
  LaunchFacts facts;
  LaunchOnly launchOnly;
};

TEST(LaunchOnly, FollowsData) {
  const Decided a("x := add(tid, size); y := add(x, $n); i := $$g[tid]; j := gid;");
  EXPECT_TRUE(a.variable("x"));
  EXPECT_FALSE(a.variable("y"));
  EXPECT_FALSE(a.variable("i"));
  EXPECT_TRUE(a.variable("j"));
}

TEST(LaunchOnly, SizesThatMayBeAnyAreOpen) {
  const Decided a("x := tid; y := gid; i := size;", {.size = "*"});
  EXPECT_FALSE(a.variable("x"));
  EXPECT_TRUE(a.variable("y"));
  EXPECT_FALSE(a.variable("i"));
}

TEST(LaunchOnly, AnOpenBranchChoosesBetweenValues) {
  const Decided a(R"(
    x := 0bv32; y := tid;
    if (ult(tid, $n)) { x := 1bv32; i := add(y, 1bv32); $$g[i] := x; }
    j := x;
  )");
  EXPECT_FALSE(a.variable("x"));
  EXPECT_FALSE(a.variable("j"));
  EXPECT_TRUE(a.variable("i"));  // the same for all who come there
  EXPECT_FALSE(a.block("$if.then"));
  EXPECT_TRUE(a.block("$if.end"));
}

TEST(LaunchOnly, CountersOfLoops) {
  const Decided a("i := tid; while (ult(i, 256bv32)) { x := i; i := add(i, size); }");
  EXPECT_TRUE(a.variable("i"));
  EXPECT_TRUE(a.variable("x"));
  const Decided b("i := tid; while (ult(i, $n)) { x := i; i := add(i, size); } y := tid;");
  EXPECT_FALSE(b.variable("i"));
  EXPECT_FALSE(b.variable("x"));
  EXPECT_TRUE(b.variable("y"));
}

TEST(LaunchOnly, ACountOfDataIsOpen) {
  const Decided a(R"(
    i := 0bv32; j := 0bv32;
    while (ult(i, 4bv32)) { if ($$g[i] == 0bv32) { j := add(j, 1bv32); } i := add(i, 1bv32); }
  )");
  EXPECT_TRUE(a.variable("i"));
  EXPECT_FALSE(a.variable("j"));
}

TEST(LaunchOnly, WhatFollowsAnEarlyReturnIsTheSameForAllWhoGoOn) {
  const Decided a(R"(
    if (ult($n, tid)) { return; }
    i := 0bv32; while (ult(i, 4bv32)) { x := i; i := add(i, 1bv32); }
  )");
  EXPECT_TRUE(a.variable("i"));
  EXPECT_TRUE(a.variable("x"));
}

}  // namespace
}  // namespace barricade::test
