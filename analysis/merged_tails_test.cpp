// Which loops draw at their head only, and what is left of a kernel then.
#include "analysis/merged_tails.h"

#include <set>

#include "analysis/test_kernel.h"
#include "ir/cfg.h"

namespace barricade::test {
namespace {

std::string counting(const std::string& result, const std::string& by = "1bv32") {
  return "call {:atomic} {:atomic_function \"__atomicAdd_unsigned_int\"} {:arg1 " + by +
         "} {:parts 1} {:part 1} " + result + ", $$s := _ATOMIC_OP32($$s, 0bv32);";
}

// How many atomic operations are left, -1: nothing is merged.
int operationsAfter(const std::string& body) {
  const Analysed a(kernelText(body));
  const auto merged = withMergedTails(*a.program, a.kernel().procedure());
  if (!merged) return -1;
  const ControlFlow flow(*merged);
  std::set<std::string> labels;
  for (const auto& block : merged->blocks) EXPECT_TRUE(labels.insert(block->label).second);
  int operations = 0;
  for (unsigned b : flow.order())
    for (const Statement& statement : merged->blocks[b]->statements)
      if (const Call* call = statement.as<Call>())
        operations += call->callee->role == Procedure::Role::AtomicOp ? 1 : 0;
  return operations;
}

std::string loopOf(const std::string& first, const std::string& next) {
  return first + " while (ult(x, 96bv32)) { $$g[x] := 1bv32; " + next + " }";
}

TEST(MergedTails, AreDrawsWithOtherVariables) {
  EXPECT_EQ(operationsAfter(loopOf(counting("i") + " x := i;", counting("j") + " x := j;")), 1);
  EXPECT_EQ(operationsAfter(loopOf(counting("x"), counting("x"))), 1);
}

TEST(MergedTails, MayHaveBranches) {
  const std::string one = "i := 0bv32; if (tid == 0bv32) { " + counting("i") + " } x := i;";
  const std::string other = "j := 0bv32; if (tid == 0bv32) { " + counting("j") + " } x := j;";
  EXPECT_EQ(operationsAfter(loopOf(one, other)), 1);
  EXPECT_EQ(operationsAfter(
                loopOf(one, "j := 0bv32; if (tid == 1bv32) { " + counting("j") + " } x := j;")),
            -1);
}

// Each in a block of its own, of which one goes.
TEST(MergedTails, MayBeOfSeveralLoops) {
  std::string body;
  for (const std::string n : {"1", "2", "3"}) {
    auto draw = [&](const std::string& place) {
      return counting("x") + " goto " + place + n + "; " + place + n + ": x := add(x, 1bv32); ";
    };
    body += draw("ahead") + "goto head" + n + "; head" + n + ": goto body" + n + ", done" + n +
            "; body" + n + ": assume {:partition} ult(x, 96bv32); $$g[x] := 1bv32; " +
            draw("again") + "goto head" + n + "; done" + n +
            ": assume {:partition} !ult(x, 96bv32); ";
  }
  EXPECT_EQ(operationsAfter(body), 3);
}

TEST(MergedTails, AreTheSame) {
  EXPECT_EQ(operationsAfter(loopOf(counting("x"), counting("x", "2bv32"))), -1);
  EXPECT_EQ(operationsAfter(loopOf("x := 0bv32;", counting("x"))), -1);
}

// What the first draw gave is read in the loop, what the last one gave in the next iteration.
TEST(MergedTails, HaveNamesOfTheirOwn) {
  EXPECT_EQ(operationsAfter(loopOf(counting("i") + " x := i;",
                                   "$$g[i] := 2bv32; " + counting("j") + " x := j;")),
            -1);
  EXPECT_EQ(operationsAfter(
                loopOf(counting("i") + " x := add(x, i);", counting("j") + " x := add(y, j);")),
            -1);
}

}  // namespace
}  // namespace barricade::test
