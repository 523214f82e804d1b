// Counters, flags and locks, and what is said of each requirement that is missing.
#include <gtest/gtest.h>

#include "verifier/test_kernel.h"

namespace barricade {
namespace {

using namespace test;

const std::string fences = R"(
procedure {:fence} {:source_name "__threadfence"} $fence();
procedure {:fence} {:scope "block"} {:source_name "__threadfence_block"} $narrow();
)";
const std::string fence = "call $fence(); ";
const std::string narrow = "call $narrow(); ";

// Of $$h[0], into x.
std::string atomic(const std::string& function, const std::string& operands,
                   const std::string& attributes = "") {
  return "call {:atomic} {:atomic_function \"__atomic" + function + "_int\"} " + operands + " " +
         attributes + " {:parts 1} {:part 1} x, $$h := _ATOMIC_OP32($$h, 0bv32); ";
}

VerificationResult resultOf(const std::string& body, const Launch& launch) {
  return verifyText(kernelText(body, launch, fences));
}

// "verified", or what the first finding says to be missing.
std::string missingIn(const std::string& body,
                      const Launch& launch = {.size = "1", .groups = "4"}) {
  const VerificationResult result = resultOf(body, launch);
  if (result.verdict != Verdict::Refuted) return std::string(toString(result.verdict));
  return result.findings.front().unordered;
}

bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string lastBlock(const std::string& release, const std::string& count,
                      const std::string& number = "3bv32") {
  return "$$g[group_id_x] := 1bv32; " + release + count + "if (x == " + number +
         ") { y := $$g[$n]; }";
}

TEST(Signals, LastBlock) {
  const std::string count = atomic("Add", "{:arg1 1bv32}");
  EXPECT_EQ(missingIn(lastBlock(fence, count)), "verified");
  const std::string lowered = missingIn(lastBlock(narrow, count));
  EXPECT_EQ(lowered,
            "the __threadfence_block is of block scope, the threads are of different blocks");
  EXPECT_TRUE(mentions(missingIn(lastBlock(fence, count, "2bv32")), "does not show that"));
  EXPECT_TRUE(
      mentions(missingIn(fence + lastBlock("", count)), "no fence stands between the one access"));
  const std::string twice = missingIn("i := 0bv32; while (ult(i, 2bv32)) { " + count +
                                      " i := add(i, 1bv32); } " + lastBlock(fence, count));
  EXPECT_EQ(twice, "h is no counter: it is counted in a loop");
}

TEST(Signals, TheCounterIsTakenToStartAtZero) {
  const VerificationResult result =
      resultOf(lastBlock(fence, atomic("Add", "{:arg1 1bv32}")), {.size = "1", .groups = "4"});
  ASSERT_EQ(result.notes.size(), 1u);
  EXPECT_EQ(result.notes[0], "assumes that h is 0 when the kernel starts");
}

TEST(Signals, AnyNumberOfBlocks) {
  const std::string body = "$$g[group_id_x] := 1bv32; " + fence +
                           atomic("Inc", "{:arg1 num_groups_x}") +
                           "if (x == sub(num_groups_x, 1bv32)) { y := $$g[$n]; }";
  EXPECT_EQ(missingIn(body, {.size = "1", .groups = "*"}), "verified");
}

// Thread 0 counts for its block.
std::string elected(const std::string& before, const std::string& within) {
  return "$$g[add(mul(group_id_x, 64bv32), tid)] := 1bv32; " + before + "if (tid == 0bv32) { " +
         within + atomic("Add", "{:arg1 1bv32}") +
         " $$s[0bv32] := x; } sync; j := $$s[0bv32]; if (j == 3bv32) { y := $$g[$n]; }";
}

TEST(Signals, OneThreadCountsForItsBlock) {
  const Launch launch{.size = "64", .groups = "4"};
  EXPECT_EQ(missingIn(elected("sync; ", fence), launch), "verified");
  EXPECT_EQ(missingIn(elected(fence + "sync; ", ""), launch), "verified");
  EXPECT_EQ(missingIn(elected(fence, ""), launch),
            "no barrier stands between the access and the atomicAdd by another thread of the same "
            "block");
  EXPECT_NE(missingIn(elected("sync; ", ""), launch), "verified");
}

TEST(Signals, WhoWaitsForEverHoldsUpNobodyElse) {
  EXPECT_NE(missingIn("$$g[add(mul(group_id_x, 64bv32), tid)] := 1bv32; if (tid == 0bv32) { " +
                          atomic("Load", "") + "while (x != 7bv32) { " + atomic("Load", "") +
                          "} } y := $$g[$n];" + fence,
                      {.size = "64", .groups = "4"}),
            "verified");
}

// Until the operation gets that value.
std::string spin(const std::string& operation, const std::string& value) {
  return "goto $head; $head: " + operation +
         "goto $again, $done; $again: assume {:partition} x != " + value +
         "; goto $head; $done: assume {:partition} !(x != " + value + "); ";
}

std::string handOver(const std::string& release, const std::string& store, const std::string& load,
                     const std::string& acquire) {
  return "goto $tells, $hears; $tells: assume {:partition} group_id_x == 0bv32; $$g[0bv32] := "
         "1bv32; " +
         release + store + "goto $end; $hears: assume {:partition} !(group_id_x == 0bv32); " +
         spin(load, "1bv32") + acquire + "y := $$g[0bv32]; goto $end; $end: ";
}

TEST(Signals, OneThreadListensForItsBlock) {
  const Launch launch{.size = "64", .groups = "2"};
  const auto heard = [](const std::string& before) {
    return "goto $tells, $hears; $tells: assume {:partition} group_id_x == 0bv32; if (tid == "
           "0bv32) { $$g[0bv32] := 1bv32; " +
           fence + atomic("Store", "{:arg1 1bv32}") +
           "} goto $end; $hears: assume {:partition} !(group_id_x == 0bv32); goto $one, $others; "
           "$one: assume {:partition} tid == 0bv32; " +
           spin(atomic("Load", ""), "1bv32") + fence +
           "goto $both; $others: assume {:partition} !(tid == 0bv32); goto $both; $both: " +
           before + "y := $$g[0bv32]; sync; goto $end; $end: ";
  };
  EXPECT_EQ(missingIn(heard("sync; "), launch), "verified");
  EXPECT_EQ(missingIn(heard(""), launch),
            "no barrier stands between the atomicLoad by another thread of the same block and the "
            "access");
}

TEST(Signals, Flag) {
  const std::string store = atomic("Store", "{:arg1 1bv32}");
  const std::string load = atomic("Load", "");
  EXPECT_EQ(missingIn(handOver(fence, store, load, fence)), "verified");
  EXPECT_EQ(missingIn(handOver("", atomic("Store", "{:arg1 1bv32}", "{:order \"release\"}"),
                               atomic("Load", "", "{:order \"acquire\"}"), "")),
            "verified");
  EXPECT_TRUE(mentions(missingIn(handOver(fence, store, load, "")), "and the access after it"));
  EXPECT_TRUE(mentions(missingIn(handOver("", store, load, fence)), "the one access"));
  EXPECT_NE(missingIn(handOver(fence, atomic("Store", "{:arg1 1bv32}", "{:scope \"block\"}"), load,
                               fence)),
            "verified");
  // Another thread's store of the same value.
  EXPECT_TRUE(mentions(
      missingIn(handOver(fence, store, load, fence) + "if (group_id_x == 2bv32) { " + store + "}"),
      "h is no flag: several threads may store the same value"));
}

std::string locked(const std::string& acquire, const std::string& release,
                   const std::string& free = "Exch") {
  const std::string take = atomic("CAS", "{:arg1 0bv32} {:arg2 1bv32}");
  return spin(take, "0bv32") + acquire + "y := $$g[0bv32]; $$g[0bv32] := add(y, 1bv32); " +
         release + atomic(free, "{:arg1 0bv32}");
}

TEST(Signals, Lock) {
  EXPECT_EQ(missingIn(locked(fence, fence)), "verified");
  EXPECT_EQ(missingIn(locked(fence, fence, "Store")), "verified");
  EXPECT_TRUE(mentions(missingIn(locked(fence, "")), "the one access"));
  EXPECT_TRUE(mentions(missingIn(locked("", fence)), "and the access after it"));
  EXPECT_TRUE(mentions(missingIn(locked(narrow, fence)), "is of block scope"));
  EXPECT_EQ(missingIn(locked(fence, fence) + atomic("Exch", "{:arg1 0bv32}")),
            "h is no lock: a thread may free it that has not taken it");
}

TEST(Signals, LockAroundALoop) {
  auto section = [](const std::string& taken, const std::string& before) {
    return "goto $head; $head: " + atomic("Exch", "{:arg1 1bv32}") +
           "goto $again, $done; $again: assume {:partition} " + taken +
           "; goto $head; $done: assume {:partition} !(" + taken + "); " + fence +
           "i := 0bv32; while (ult(i, $n)) { $$g[i] := group_id_x; i := add(i, 1bv32); } " +
           before + atomic("Exch", "{:arg1 0bv32}");
  };
  const Launch launch{.size = "1", .groups = "4"};
  EXPECT_EQ(missingIn(section("x != 0bv32", fence), launch), "verified");
  EXPECT_NE(missingIn(section("x != 0bv32", ""), launch), "verified");
  EXPECT_NE(missingIn(section("x != 0bv32", narrow), launch), "verified");
  EXPECT_NE(missingIn(section("x != 0bv32", fence + "$$g[$n] := group_id_x; "), launch),
            "verified");
  const VerificationResult result = resultOf(section("x == 1bv32", fence), launch);
  EXPECT_EQ(result.verdict, Verdict::Verified);
  EXPECT_EQ(result.notes, std::vector<std::string>{"assumes that h is 0 when the kernel starts"});
}

TEST(Signals, FlagAfterALoop) {
  auto tell = [](const std::string& barrier) {
    return "if (group_id_x == 0bv32) { i := tid; while (ult(i, $n)) { $$g[i] := 1bv32; "
           "i := add(i, 64bv32); } " +
           barrier + "if (tid == 0bv32) { " + fence + atomic("Store", "{:arg1 1bv32}") +
           "} } else { " + spin(atomic("Load", ""), "1bv32") + fence + "y := $$g[1bv32]; }";
  };
  const Launch launch{.size = "64", .groups = "4"};
  EXPECT_EQ(missingIn(tell("sync; "), launch), "verified");
  EXPECT_NE(missingIn(tell(""), launch), "verified");
}

// What thread 0 has taken for its group, it gives back for all.
TEST(Signals, LockOfAGroupAroundALoop) {
  auto section = [](const std::string& before, const std::string& after) {
    return "goto $one, $others; $one: assume {:partition} tid == 0bv32; " +
           spin(atomic("CAS", "{:arg1 0bv32} {:arg2 1bv32}"), "0bv32") + fence +
           "goto $both; $others: assume {:partition} !(tid == 0bv32); goto $both; $both: " +
           before + "i := tid; while (ult(i, $n)) { $$g[i] := group_id_x; i := add(i, 64bv32); } " +
           after + "if (tid == 0bv32) { " + fence + atomic("Exch", "{:arg1 0bv32}") + "} ";
  };
  const Launch launch{.size = "64", .groups = "4"};
  EXPECT_EQ(missingIn(section("sync; ", "sync; "), launch), "verified");
  EXPECT_NE(missingIn(section("", "sync; "), launch), "verified");
  EXPECT_NE(missingIn(section("sync; ", ""), launch), "verified");
}

// What a thread has read once it stores again, in another region, also where others set it.
TEST(Signals, WhatAnElectedThreadCarries) {
  auto answer = [](const std::string& between, const std::string& stored) {
    return "if (group_id_x == 0bv32) { if (tid == 0bv32) { j := 7bv32; " +
           atomic("Store", "{:arg1 3bv32}") + "} else { j := 0bv32; } $$g[tid] := 1bv32; sync; " +
           between + "if (tid == 0bv32) { " + fence + atomic("Store", "{:arg1 " + stored + "}") +
           "} } else { " + spin(atomic("Load", ""), "7bv32") + fence + "y := $$g[1bv32]; }";
  };
  const Launch launch{.size = "64", .groups = "2"};
  EXPECT_EQ(missingIn(answer("", "j"), launch), "verified");
  EXPECT_NE(missingIn(answer("", "add(j, 1bv32)"), launch), "verified");
  EXPECT_NE(missingIn(answer("j := tid; ", "j"), launch), "verified");
}

std::string turns(const std::string& next, const std::string& wait = "!= j") {
  return "call {:atomic} {:atomic_function \"__atomicAdd_int\"} {:arg1 1bv32} {:parts 1} {:part 1} "
         "j, $$g := _ATOMIC_OP32($$g, 0bv32); goto $head; $head: " +
         atomic("Load", "", "{:order \"acquire\"}") +
         "goto $again, $done; $again: assume {:partition} x " + wait +
         "; goto $head; $done: assume {:partition} !(x " + wait +
         "); y := $$s[0bv32]; $$s[0bv32] := mul(y, 3bv32); " + next;
}

TEST(Signals, TurnsThatAreReadOnceMore) {
  const Launch launch{.size = "64", .groups = "1"};
  const std::string again = atomic("Load", "");
  const std::string next = atomic("Store", "{:arg1 add(x, 1bv32)}", "{:order \"release\"}");
  EXPECT_EQ(missingIn(turns(again + next), launch), "verified");
  EXPECT_EQ(missingIn(turns(next), launch),
            "verified");  // which goes to the variable that it reads
  EXPECT_NE(missingIn(turns(again + atomic("Store", "{:arg1 add(x, 1bv32)}")), launch), "verified");
  EXPECT_NE(missingIn(turns(again + replaced(next, "1bv32", "2bv32")), launch), "verified");
  EXPECT_NE(missingIn(turns(again + next, "== 9bv32"), launch), "verified");
  EXPECT_NE(missingIn(turns(again + next + again + next), launch), "verified");
}

// A word that two blocks hand to and fro; `own` is what each waits for.
std::string mailbox(const std::string& wait, const std::string& release,
                    const std::string& store = "sub(1bv32, group_id_x)") {
  return "i := 0bv32; while (ult(i, $n)) { goto $head; $head: " +
         atomic("Load", "", "{:order \"acquire\"}") +
         "goto $again, $done; $again: assume {:partition} " + wait +
         "; goto $head; $done: assume {:partition} !(" + wait +
         "); $$g[0bv32] := add(group_id_x, 1bv32); " +
         atomic("Store", "{:arg1 " + store + "}", release) + " i := add(i, 1bv32); }";
}

TEST(Signals, WordThatIsHandedToAndFro) {
  const Launch two{.size = "1", .groups = "2"};
  const std::string release = "{:order \"release\"}";
  EXPECT_EQ(missingIn(mailbox("x != group_id_x", release), two), "verified");
  EXPECT_NE(missingIn(mailbox("x != group_id_x", ""), two), "verified");
  EXPECT_NE(missingIn(mailbox("x == 7bv32", release), two), "verified");
  EXPECT_NE(missingIn(mailbox("x != group_id_x", release), {.size = "2", .groups = "2"}),
            "verified");
  EXPECT_NE(missingIn(mailbox("x != group_id_x", release) + "$$g[0bv32] := 9bv32;", two),
            "verified");
}

}  // namespace
}  // namespace barricade
