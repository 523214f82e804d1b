// Which accesses of shared memory every execution makes, and from which block on.
#include "analysis/sure_writes.h"

#include "analysis/test_kernel.h"

namespace barricade::test {
namespace {

class Accesses : public Analysed {
 public:
  explicit Accesses(const std::string& body, const Launch& launch = {})
      : Analysed(kernelText(body, launch)),
        terms(*program),
        facts(findLaunchFacts(terms, {})),
        launchOnly(kernel(), facts, fixedParameters(terms, *procedure, facts, {})),
        all(findSharedAccesses(kernel(), launchOnly)) {}

  // "read", "write", "atomic", each with "?" where it is not sure, in the order of the blocks.
  std::string inWords() const {
    std::string text;
    for (const SharedAccess& access : all)
      text +=
          (text.empty() ? "" : " ") + std::string(toString(access.kind)) + (access.sure ? "" : "?");
    return text;
  }

  Terms terms;
  LaunchFacts facts;
  LaunchOnly launchOnly;
  std::vector<SharedAccess> all;
};

TEST(SureWrites, AtElementsThatTheLaunchDecides) {
  EXPECT_EQ(Accesses("$$s[tid] := $n;").inWords(), "write");
  EXPECT_EQ(Accesses("$$s[add(tid, $n)] := 0bv32;").inWords(), "write?");
  EXPECT_EQ(Accesses("$$s[$$h[tid]] := 0bv32;").inWords(), "write?");
  EXPECT_EQ(Accesses("$$s[tid] := 0bv32;", {.size = "*"}).inWords(), "write?");
}

TEST(SureWrites, OnlySharedMemoryCounts) {
  EXPECT_EQ(Accesses("$$g[tid] := $$h[tid]; $$p[0bv32] := 1bv32;").inWords(), "");
}

TEST(SureWrites, BelowBranchesOfTheLaunchAndNotBelowOthers) {
  const Accesses a("if (ult(tid, 32bv32)) { $$s[tid] := 0bv32; }");
  EXPECT_EQ(a.inWords(), "write");
  EXPECT_EQ(a.all.front().anchor, 0U);
  // Who comes there depends on data; where only some do, it is not sure.
  EXPECT_EQ(Accesses("if ($$h[tid] == 0bv32) { $$s[tid] := 0bv32; }").inWords(), "write?");
}

TEST(SureWrites, AnUndecidedBranchOfAllThreadsIsTheAnchor) {
  const Accesses a("if ($n == 0bv32) { $$s[tid] := 0bv32; }");
  EXPECT_EQ(a.inWords(), "write");
  EXPECT_NE(a.all.front().anchor, 0U);
}

TEST(SureWrites, InLoopsOverTheLaunch) {
  EXPECT_EQ(Accesses("i := tid; while (ult(i, 256bv32)) { $$s[i] := 0bv32; i := add(i, size); }")
                .inWords(),
            "write");
}

TEST(SureWrites, OtherMeansAreCopies) {
  EXPECT_FALSE(hasOtherSharedAccesses(Accesses("$$s[tid] := 0bv32;").kernel()));
  EXPECT_TRUE(hasOtherSharedAccesses(Accesses("$$s := $$t;").kernel()));
}

}  // namespace
}  // namespace barricade::test
