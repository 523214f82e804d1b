// Reads of shared memory that nobody has written.
#include "interpreter/test_program.h"

namespace barricade {
namespace {

Lines uninitialized(const std::string& body, bool takeTurns = false) {
  TestKernel kernel(body);
  kernel.options.checkInitialization = true;
  kernel.options.takeTurns = takeTurns;
  return summaryOf(kernel.run());
}

constexpr const char* readsNext = "  v0 := $$s[BV32_ADD(local_id_x, 1bv32)];\n";
constexpr const char* writesOwn = "  $$s[local_id_x] := 1bv32;\n";
constexpr const char* waitsForAll = "  call $barrier(1bv1, 1bv1);\n";

TEST(Initialization, AnElementBeyondTheOnesWritten) {
  const std::string body = std::string(writesOwn) + waitsForAll + readsNext + "  return;\n";
  EXPECT_EQ(uninitialized(body), Lines{"uninitialized s"});
  EXPECT_EQ(uninitialized(body, true), Lines{"uninitialized s"});
}

TEST(Initialization, OnlyWhenAskedFor) {
  TestKernel kernel(std::string(readsNext) + "  return;\n");
  EXPECT_EQ(summaryOf(kernel.run()), Lines{});
}

TEST(Initialization, OnesOwnWriteAndThoseBeforeABarrierCount) {
  EXPECT_EQ(uninitialized(std::string(writesOwn) + "  v0 := $$s[local_id_x];\n  return;\n"),
            Lines{});
  const std::string all = "  $$s[BV32_ADD(local_id_x, 1bv32)] := 2bv32;\n";
  EXPECT_EQ(uninitialized(std::string(writesOwn) + waitsForAll + all + waitsForAll + readsNext +
                          "  return;\n"),
            Lines{});
}

TEST(Initialization, AReadBeforeOnesOwnWriteDoesNot) {
  EXPECT_EQ(uninitialized("  v0 := $$s[local_id_x];\n" + std::string(writesOwn) + "  return;\n"),
            Lines{"uninitialized s"});
}

TEST(Initialization, WhatAnotherThreadWritesMeanwhileIsARace) {
  const Lines seen = uninitialized("  v0 := $$s[BV32_AND(BV32_ADD(local_id_x, 1bv32), 3bv32)];\n" +
                                   std::string(writesOwn) + "  return;\n");
  EXPECT_EQ(std::count(seen.begin(), seen.end(), "uninitialized s"), 0);
  EXPECT_FALSE(seen.empty());
}

TEST(Initialization, AnAtomicOperationReads) {
  EXPECT_EQ(uninitialized("  call {:atomic} {:atomic_function \"_atomicAdd\"} {:parts 1} {:part 1} "
                          "{:arg1 1bv32} v0, $$s := _ATOMIC_OP32($$s, 0bv32);\n  return;\n"),
            Lines{"uninitialized s"});
}

}  // namespace
}  // namespace barricade
