// Which loops are left out, and what becomes of their results.
#include "analysis/inert_loops.h"

#include "analysis/test_kernel.h"
#include "ir/printer.h"

namespace barricade::test {
namespace {

class InertLoops : public ::testing::Test {
 protected:
  // How many loops are left; none where the kernel has no inert one.
  std::optional<std::size_t> loopsLeft(const std::string& body, Interest interest = {},
                                       const Checks& checks = {}) {
    program_ = parse(kernelText(body));
    Prepared prepared = prepare(*program_, {});
    const Kernel kernel(*program_, *prepared.procedure, interest);
    copy_ = withoutInertLoops(kernel, mode_, checks);
    if (!copy_) return std::nullopt;
    return ControlFlow(*copy_).loops().size();
  }

  Mode mode_ = Mode::Intra;
  std::unique_ptr<Program> program_;
  std::unique_ptr<Procedure> copy_;
};

// Sums up what nobody writes, from 0 to n.
const char* const sum =
    "x := 0bv32; i := 0bv32;"
    "while (slt(i, $n)) { x := add(x, $$h[add(tid, i)]); i := add(i, 1bv32); }";

TEST_F(InertLoops, ASumOverWhatNobodyWritesIsArbitrary) {
  ASSERT_EQ(loopsLeft(std::string(sum) + "$$g[tid] := x;"), 0U);
  bool havocs = false;
  for (const auto& block : copy_->blocks)
    for (const Statement& statement : block->statements)
      if (const Havoc* havoc = statement.as<Havoc>()) {
        havocs = true;
        ASSERT_EQ(havoc->targets.size(), 1U);
        EXPECT_EQ(havoc->targets.front()->name, "x");
      }
  EXPECT_TRUE(havocs);
}

TEST_F(InertLoops, InnerLoopsAreLeftOutWhereTheOuterOneIsNeeded) {
  EXPECT_EQ(loopsLeft("j := 0bv32; while (slt(j, $m)) {" + std::string(sum) +
                      "sync; $$s[tid] := x; j := add(j, 1bv32); }"),
            1U);
}

TEST_F(InertLoops, WhatIndicesDependOnIsKept) {
  EXPECT_EQ(loopsLeft(std::string(sum) + "$$g[x] := 1bv32;"), std::nullopt);
  EXPECT_EQ(loopsLeft(std::string(sum) + "$$g[i] := 1bv32;"), std::nullopt);
  EXPECT_EQ(loopsLeft(std::string(sum) + "$$g[tid] := 1bv32; if (x == 0bv32) { sync; }"),
            std::nullopt);
  EXPECT_EQ(loopsLeft(std::string(sum) + "$$p[0bv32] := x; $$g[$$p[0bv32]] := 1bv32;"),
            std::nullopt);
}

TEST_F(InertLoops, WhatThreadsCouldMeetOnIsKept) {
  EXPECT_EQ(loopsLeft("$$h[tid] := 1bv32;" + std::string(sum) + "$$g[tid] := x;"), std::nullopt);
  EXPECT_EQ(loopsLeft("i := 0bv32; while (slt(i, $n)) { sync; i := add(i, 1bv32); }"),
            std::nullopt);
  EXPECT_EQ(loopsLeft("i := 0bv32; while (slt(i, $n)) { assert slt(i, 7bv32);"
                      "i := add(i, 1bv32); }"),
            std::nullopt);
}

TEST_F(InertLoops, IdsThatOnlyALoopReadsTellThreadsApart) {
  EXPECT_EQ(loopsLeft("x := 0bv32; i := 0bv32;"
                      "while (slt(i, $n)) { x := add(x, $$h[tidy]); i := add(i, 1bv32); }"
                      "$$g[tid] := x;"),
            std::nullopt);
}

// All threads may store the same sum: that is no race.
TEST_F(InertLoops, EqualResultsAreKeptWhereWrittenValuesAreOfInterest) {
  const std::string equal =
      "x := 0bv32; i := 0bv32;"
      "while (slt(i, $n)) { x := add(x, $$h[i]); i := add(i, 1bv32); }"
      "$$g[0bv32] := x;";
  EXPECT_EQ(loopsLeft(equal), 0U);
  EXPECT_EQ(loopsLeft(equal, {.writtenValues = true}), std::nullopt);
  EXPECT_EQ(loopsLeft(std::string(sum) + "$$g[tid] := x;", {.writtenValues = true}), 0U);
}

// What a block does in its shared memory, with barriers of its own.
TEST_F(InertLoops, BetweenBlocksSharedMemoryIsOfNoInterest) {
  const std::string sorts =
      "$$s[tid] := $$h[tid]; i := 0bv32;"
      "while (slt(i, $n)) { sync; if (slt($$s[tid], $$s[i])) { $$s[tid] := $$s[i]; }"
      "i := add(i, 1bv32); } sync;";
  const std::string stores = sorts + "$$g[tid] := $$s[tid];";
  EXPECT_EQ(loopsLeft(stores), std::nullopt);
  mode_ = Mode::Inter;
  EXPECT_EQ(loopsLeft(stores), 0U);
  EXPECT_EQ(loopsLeft(stores, {.writtenValues = true}), 0U);
  EXPECT_EQ(loopsLeft(sorts + "$$g[$$s[tid]] := 1bv32;"), std::nullopt);
  EXPECT_EQ(loopsLeft("i := 0bv32; while (slt(i, $n)) { gsync; i := add(i, 1bv32); }"),
            std::nullopt);
}

// All blocks may store what all have stored in shared memory.
TEST_F(InertLoops, EqualElementsAreKeptWhereWrittenValuesAreOfInterest) {
  const std::string equal =
      "i := 0bv32; while (slt(i, $n)) { $$s[i] := $n; i := add(i, 1bv32); }"
      "sync; $$g[0bv32] := $$s[0bv32];";
  mode_ = Mode::Inter;
  EXPECT_EQ(loopsLeft(equal), 0U);
  EXPECT_EQ(loopsLeft(equal, {.writtenValues = true}), std::nullopt);
}

TEST_F(InertLoops, AReadThatMayLeaveItsArrayIsKept) {
  const std::string reads =
      "x := 0bv32; i := 0bv32;"
      "while (slt(i, $n)) { x := add(x, $$p[i]); i := add(i, 1bv32); }"
      "$$g[tid] := x;";
  EXPECT_EQ(loopsLeft(reads), 0U);
  EXPECT_EQ(loopsLeft(reads, {.privateIndices = true}, {.bounds = CheckDepth::Full}), std::nullopt);
}

}  // namespace
}  // namespace barricade::test
