// Fences that are missing: what is added is enough, and none of it can be left out.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "repair/repair.h"
#include "verifier/test_kernel.h"

namespace barricade::test {
namespace {

const std::string fences = R"(
procedure {:fence} {:source_name "__threadfence"} $fence();
procedure {:fence} {:scope "block"} {:source_name "__threadfence_block"} $narrow();
)";
const std::string fence = "call $fence(); ";
const std::string narrow = "call $narrow(); ";
const Launch fourBlocks{.size = "1", .groups = "4"};
const Launch largeBlocks{.size = "64", .groups = "4"};

bool isFence(const Statement& statement) {
  const Call* call = statement.as<Call>();
  return call && call->callee->isFence();
}

// Whether the kernel verifies without its fence number `index`; nothing when there is none.
std::optional<bool> verifiesWithout(const std::string& text, unsigned index) {
  const auto program = parse(text);
  for (auto& block : program->kernels().front()->blocks)
    for (auto it = block->statements.begin(); it != block->statements.end(); ++it)
      if (isFence(*it) && index-- == 0) {
        block->statements.erase(it);
        return verify(*program, {}).verdict == Verdict::Verified;
      }
  return std::nullopt;
}

// "fence __threadfence 5, strengthen atomicAdd 6".
std::string changes(const std::string& body, const Launch& launch = fourBlocks) {
  const auto program = parse(kernelText(body, launch, fences));
  const RepairResult result = repair(*program, {}, {});
  if (result.fixedProgram.empty()) return std::string(toString(result.status));
  EXPECT_EQ(verify(*parse(result.fixedProgram), {}).verdict, Verdict::Verified);
  for (unsigned i = 0; const auto verifies = verifiesWithout(result.fixedProgram, i); ++i)
    EXPECT_FALSE(*verifies) << "without fence " << i << " of\n" << result.fixedProgram;
  std::string text;
  for (const RepairEdit& edit : result.edits) {
    text += (text.empty() ? "" : ", ") + std::string(toString(edit.action)) + " " +
            (edit.operation.empty() ? std::string(toString(edit.scope)) : edit.operation) + " " +
            std::to_string(edit.location.empty() ? 0 : edit.location.front().line);
    EXPECT_FALSE(edit.reason.empty());
  }
  return text;
}

// Of $$h[0], into x.
std::string atomic(const std::string& function, const std::string& operands,
                   const std::string& attributes = "") {
  return "call {:atomic} {:atomic_function \"__atomic" + function + "_int\"} " + operands + " " +
         attributes + " {:parts 1} {:part 1} x, $$h := _ATOMIC_OP32($$h, 0bv32); ";
}

std::string lastBlock(const std::string& release, const std::string& attributes = "") {
  return "@3; $$g[group_id_x] := 1bv32; " + release + "@5; " +
         atomic("Add", "{:arg1 1bv32}", attributes) +
         "if (x == 3bv32) { @7; y := $$g[$n]; } else { y := 0bv32; }";
}

TEST(FenceSearch, LastBlock) {
  EXPECT_EQ(changes(lastBlock("")), "fence __threadfence 5");
  EXPECT_EQ(changes(lastBlock("@4; " + narrow)), "strengthen __threadfence_block 4");
  EXPECT_EQ(changes(lastBlock("@4; " + fence, "{:scope \"block\"}")), "strengthen atomicAdd 5");
  EXPECT_EQ(changes(lastBlock("", "{:scope \"block\"}")),
            "strengthen atomicAdd 5, fence __threadfence 5");
}

TEST(FenceSearch, BarriersArePlacedWithIt) {
  const std::string body =
      "@3; $$g[add(mul(group_id_x, 64bv32), tid)] := 1bv32; if (tid == 0bv32) { @5; " +
      atomic("Add", "{:arg1 1bv32}") +
      "@6; $$s[0bv32] := x; } @8; sync; @9; j := $$s[0bv32]; if (j == 3bv32) { @10; y := $$g[$n]; "
      "}";
  EXPECT_EQ(changes(body, largeBlocks), "fence __threadfence 5, add block 3");
  EXPECT_EQ(changes(replaced(body, "@5;", fence + "@5;"), largeBlocks), "add block 3");
}

// A repaired kernel is a fixed point: the barrier orders nothing once the operations do.
TEST(FenceSearch, ABarrierThatBecomesNeedlessGoes) {
  EXPECT_EQ(changes("x := 0bv32; @3; sync; if (x == 0bv32) { @5; " +
                        atomic("Add", "{:arg1 1bv32}", "{:scope \"block\"}") + "}",
                    largeBlocks),
            "strengthen atomicAdd 5, remove block 3");
}

// Until the operation gets that value.
std::string spin(const std::string& operation, const std::string& value) {
  return "goto $head; $head: " + operation +
         "goto $again, $done; $again: assume {:partition} x != " + value +
         "; goto $head; $done: assume {:partition} !(x != " + value + "); ";
}

std::string locked(const std::string& acquire, const std::string& release,
                   const std::string& update = "y := $$g[0bv32]; $$g[0bv32] := mul(y, 3bv32); ") {
  return "@2; " + spin("@3; " + atomic("CAS", "{:arg1 0bv32} {:arg2 1bv32}"), "0bv32") + acquire +
         "@5; " + update + release + "@7; " + atomic("Exch", "{:arg1 0bv32}");
}

TEST(FenceSearch, Lock) {
  EXPECT_EQ(changes(locked("@4; " + fence, "")), "fence __threadfence 7");
  EXPECT_EQ(changes(locked("", "@6; " + fence)), "fence __threadfence 5");
  EXPECT_EQ(changes(locked("", "")), "fence __threadfence 5, fence __threadfence 7");
  EXPECT_EQ(changes(locked("@4; " + narrow, "@6; " + fence)), "strengthen __threadfence_block 4");
}

// Holes 0 to 3: before and after the store, before and after the loop that waits.
std::string handOver(unsigned holes) {
  auto at = [&](unsigned hole) { return holes & 1U << hole ? fence : std::string(); };
  return "goto $tells, $hears; $tells: assume {:partition} group_id_x == 0bv32; @3; $$g[0bv32] := "
         "1bv32; @4; " +
         at(0) + atomic("Store", "{:arg1 1bv32}") + at(1) +
         "goto $end; $hears: assume {:partition} !(group_id_x == 0bv32); " + at(2) +
         spin("@7; " + atomic("Load", ""), "1bv32") + at(3) +
         "@8; y := $$g[0bv32]; goto $end; $end: ";
}

TEST(FenceSearch, NoFewerFencesDo) {
  unsigned fewest = 4;
  for (unsigned holes = 0; holes < 16; ++holes) {
    const auto program = parse(kernelText(handOver(holes), fourBlocks, fences));
    if (verify(*program, {}).verdict == Verdict::Verified)
      fewest = std::min(fewest, static_cast<unsigned>(std::popcount(holes)));
  }
  EXPECT_EQ(fewest, 2U);
  EXPECT_EQ(changes(handOver(0)), "fence __threadfence 4, fence __threadfence 8");
  EXPECT_EQ(changes(handOver(8)), "fence __threadfence 4");
  EXPECT_EQ(changes(handOver(1)), "fence __threadfence 8");
}

TEST(FenceSearch, NothingIsAddedWhereItDoesNotHelp) {
  EXPECT_EQ(changes("@3; $$g[0bv32] := group_id_x; @5; " + atomic("Add", "{:arg1 1bv32}") +
                    "@6; $$g[add(x, 1bv32)] := 1bv32;"),
            "unrepairable");
}

}  // namespace
}  // namespace barricade::test
