// What is said of stores that meet, by what their index is made of.
#include "repair/meeting_stores.h"

#include "repair/repair.h"
#include "verifier/test_kernel.h"

namespace barricade::test {
namespace {

std::string lastReason(const std::string& body, const Launch& launch = {}) {
  const auto program = parse(kernelText(body, launch));
  const RepairResult result = repair(*program, {}, {});
  EXPECT_EQ(result.status, RepairStatus::Unrepairable);
  return result.explanation.empty() ? "" : result.explanation.back();
}

const Launch severalBlocks{.size = "64", .groups = "4"};
const std::string at5 = "the index at k.cu:5:3";
const std::string ticket =
    "@4; call {:atomic} {:atomic_function \"__atomicMax_int\"} {:arg1 tid} {:parts 1} {:part 1} "
    "{:line 4} {:col 3} {:fname \"k.cu\"} {:dir \"\"} x, $$h := _ATOMIC_OP32($$h, 0bv32); ";

TEST(MeetingStores, AllThreadsInOneElement) {
  const std::string all = at5 +
                          " is the same for all threads that come there: one of them has to store, "
                          "or each in an element of its own";
  EXPECT_EQ(lastReason("@5; $$g[0bv32] := tid;"), all);
  EXPECT_EQ(lastReason("@4; if (sgt($$h[tid], 0bv32)) { @5; $$g[$n] := tid; }"), all);
}

TEST(MeetingStores, AnIdIsMissing) {
  EXPECT_EQ(lastReason("x := add(tid, 1bv32); @5; $$g[x] := gid;", severalBlocks),
            at5 +
                " does not depend on 'blockIdx.x': threads that differ in nothing else store in "
                "one element");
  EXPECT_EQ(lastReason("@5; $$s[tid] := tidy;", {.size = "16", .groups = "4", .sizeY = "2"}),
            at5 +
                " does not depend on 'threadIdx.y': threads that differ in nothing else store in "
                "one element");
}

TEST(MeetingStores, ABranchThatPicksThreadsIsAReason) {
  EXPECT_EQ(lastReason("if (tidy == 0bv32) { @5; $$g[lshr(tid, 1bv32)] := tid; }",
                       {.size = "16", .groups = "1", .sizeY = "2"}),
            at5 + " is the same for several threads");
  EXPECT_EQ(lastReason("if (ult(tid, 9bv32)) { x := 1bv32; } else { x := 0bv32; } @5; $$g[x] := "
                       "tid;"),
            at5 + " is the same for several threads");
}

TEST(MeetingStores, ReadFromAnArray) {
  EXPECT_EQ(lastReason("@5; $$g[$$h[tid]] := tid;"),
            at5 +
                " comes from what is read from 'h': nothing keeps threads from finding the same "
                "there");
}

TEST(MeetingStores, ReturnedByAnAtomicOperation) {
  EXPECT_EQ(lastReason(ticket + "@5; $$g[x] := tid;"),
            at5 +
                " comes from the atomic operation at k.cu:4:3: nothing keeps threads from coming "
                "to one element with what it returns");
  EXPECT_EQ(lastReason(ticket + "if (x == 0bv32) { @5; $$g[0bv32] := tid; }"),
            at5 +
                " is the same for several threads that come there: the atomic operation at "
                "k.cu:4:3 does not pick one of them");
}

}  // namespace
}  // namespace barricade::test
