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

// Data decide in which round of how many it is.
TEST(SureWrites, NotBelowDataInLoopsOverTheLaunch) {
  const std::string rounds = "i := 0bv32; while (ult(i, 4bv32)) { ";
  EXPECT_EQ(Accesses(rounds + "$$s[tid] := 0bv32; i := add(i, 1bv32); }").inWords(), "write");
  EXPECT_EQ(
      Accesses(rounds + "if ($n == i) { $$s[tid] := 0bv32; } i := add(i, 1bv32); }").inWords(),
      "write?");
}

// Whether the first access, a write, is done before the second.
TEST(SureWrites, AreDoneWherePathsMeetAgain) {
  auto isDone = [](const std::string& body) {
    const Accesses a(body);
    const auto* write = &a.all[0];
    const auto* read = &a.all[1];
    if (write->kind == AccessKind::Read) std::swap(write, read);
    return isDoneBefore(a.kernel().flow(), *write, *read);
  };
  EXPECT_TRUE(isDone("$$s[tid] := 0bv32; $$g[tid] := $$s[tid];"));
  EXPECT_FALSE(isDone("$$g[tid] := $$s[tid]; $$s[tid] := 0bv32;"));
  EXPECT_TRUE(isDone("if (ult(tid, 32bv32)) { $$s[tid] := 0bv32; } $$g[tid] := $$s[tid];"));
  const std::string rounds = "i := 0bv32; while (ult(i, $n)) { ";
  EXPECT_TRUE(isDone(rounds + "$$s[tid] := 0bv32; $$g[tid] := $$s[tid]; i := add(i, 1bv32); }"));
  EXPECT_FALSE(isDone(rounds + "$$g[tid] := $$s[tid]; $$s[tid] := 0bv32; i := add(i, 1bv32); }"));
  // What the fourth round writes is not there after the first.
  const std::string fixed = "i := 0bv32; while (ult(i, 4bv32)) { $$s[i] := 0bv32; ";
  EXPECT_FALSE(isDone(fixed + "$$g[tid] := $$s[tid]; i := add(i, 1bv32); }"));
  EXPECT_TRUE(isDone(fixed + "i := add(i, 1bv32); } $$g[tid] := $$s[tid];"));
}

TEST(SureWrites, OtherMeansAreCopies) {
  EXPECT_FALSE(hasOtherSharedAccesses(Accesses("$$s[tid] := 0bv32;").kernel()));
  EXPECT_TRUE(hasOtherSharedAccesses(Accesses("$$s := $$t;").kernel()));
}

}  // namespace
}  // namespace barricade::test
