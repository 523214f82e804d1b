// Which memory the barriers order that a repair adds: OpenCL says it at each.
#include "repair/repair.h"
#include "verifier/test_kernel.h"

namespace barricade::test {
namespace {

// "6 local, 8 global".
std::string fencesOf(const std::string& body, const std::string& declared) {
  const auto program = parse(kernelText(body, {}, declared));
  const RepairResult result = repair(*program, {}, {});
  EXPECT_EQ(verify(*parse(result.fixedProgram), {}).verdict, Verdict::Verified);
  std::string text;
  for (const RepairEdit& edit : result.edits)
    text += (text.empty() ? "" : ", ") + std::to_string(edit.location.front().line) +
            (edit.fencesLocal ? " local" : "") + (edit.fencesGlobal ? " global" : "");
  return text;
}

const std::string openCl = "const {:work_dim} work_dim : bv32;\naxiom work_dim == 1bv32;\n";
const std::string throughShared = "@4; $$s[tid] := tid; @6; x := $$s[add(tid, 1bv32)];";
const std::string throughGlobal = "@8; $$g[tid] := tid; @9; x := $$g[add(tid, 1bv32)];";

TEST(WeakestFences, OneKindOfMemory) {
  EXPECT_EQ(fencesOf(throughShared, openCl), "6 local");
  EXPECT_EQ(fencesOf(throughGlobal, openCl), "9 global");
}

TEST(WeakestFences, EachBarrierHasItsOwn) {
  EXPECT_EQ(fencesOf(throughShared + throughGlobal, openCl), "6 local, 9 global");
}

// Conflicting accesses of global memory lie on both sides, but the barrier behind orders them.
TEST(WeakestFences, WhatAnotherBarrierOrdersIsLeftToIt) {
  EXPECT_EQ(fencesOf("@3; $$g[tid] := tid;" + throughShared +
                         "@7; sync; @9; $$s[tid] := $$g[add(tid, 1bv32)];",
                     openCl),
            "6 local");
}

TEST(WeakestFences, BothWhereBothRace) {
  EXPECT_EQ(fencesOf("@4; $$s[tid] := tid; @5; $$g[tid] := tid; @6; x := add($$s[add(tid, 1bv32)], "
                     "$$g[add(tid, 1bv32)]);",
                     openCl),
            "6 local global");
}

TEST(WeakestFences, SplitBranch) {
  EXPECT_EQ(fencesOf("if (ult(tid, 3bv32)) {" + throughShared + "}", openCl), "6 local");
}

}  // namespace
}  // namespace barricade::test
