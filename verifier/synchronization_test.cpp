// Barriers of warps and tiles, exchanges, reductions, and threads that have ended.
#include <gtest/gtest.h>

#include "verifier/test_kernel.h"

namespace barricade {
namespace {

using namespace test;

const std::string primitives = R"(
procedure {:barrier} {:scope "warp"} {:source_name "__syncwarp"} $syncwarp(mask : bv32);
procedure {:barrier} {:scope "tile"} $tile(threads : bv32);
procedure {:barrier} {:reduce "or"} $syncor(f : bool) returns (r : bv32);
procedure {:barrier} {:reduce "count"} $synccount(f : bool) returns (r : bv32);
procedure {:named_barrier} $meet(id : bv32, count : bv32);
procedure {:named_barrier} {:arrive} $arrive(id : bv32, count : bv32);
var {:source_name "z"} {:group_shared} $$z : [bv32]bv64;
procedure {:mbarrier "init"} $init(B : [bv32]bv64, o : bv32, n : bv32);
procedure {:mbarrier "arrive"} $come(B : [bv32]bv64, o : bv32);
procedure {:mbarrier "wait"} {:parity} $await(B : [bv32]bv64, o : bv32, p : bv32);
procedure {:exchange "any"} $any(mask : bv32, f : bool) returns (r : bv32);
procedure {:exchange "shfl"} $shfl(mask : bv32, v : bv32, lane : bv32) returns (r : bv32);
)";

VerificationResult resultWith(const std::string& body, const std::string& size, bool excused) {
  std::string text = replaced(body, R"(\bsyncwarp;)", "call $$syncwarp(4294967295bv32);");
  text = kernelText(text, {.size = size}, primitives);
  if (excused) text = replaced(text, R"(\{:kernel\})", "{:kernel} {:exited_threads \"excused\"}");
  return verifyText(text);
}

std::string verdictWith(const std::string& body, const std::string& size = "64",
                        bool excused = false) {
  return verdictOf(resultWith(body, size, excused));
}

TEST(WarpBarrier, OrdersLanesOfOneWarpOnly) {
  const std::string store = "$$s[tid] := tid; ";
  EXPECT_EQ(verdictWith(store + "syncwarp; x := $$s[xor(tid, 1bv32)];"), "verified");
  EXPECT_EQ(verdictWith(store + "x := $$s[xor(tid, 1bv32)];"), "race");
  EXPECT_EQ(verdictWith(store + "syncwarp; x := $$s[xor(tid, 32bv32)];"), "race");
}

TEST(WarpBarrier, OrdersLanesOfItsMask) {
  const std::string exchange =
      "$$s[tid] := tid; call $syncwarp(65535bv32); "
      "x := $$s[xor(tid, 1bv32)];";
  EXPECT_EQ(verdictWith("if (ult(tid, 16bv32)) { " + exchange + " }", "32"), "verified");
  EXPECT_EQ(verdictWith("if (ult(tid, 16bv32)) { syncwarp; $$g[tid] := 1bv32; } "
                        "else { $$g[tid] := 2bv32; }",
                        "32"),
            "divergence");
  EXPECT_EQ(verdictWith("if (ule(16bv32, tid)) { call $syncwarp(65535bv32); }", "17"),
            "divergence synchronization");
}

TEST(WarpBarrier, InEveryIteration) {
  auto tree = [](const std::string& barrier) {
    return "i := 16bv32; while (i != 0bv32) { if (ult(tid, i)) { "
           "x := $$s[add(tid, i)]; $$s[tid] := x; } " +
           barrier + " i := lshr(i, 1bv32); }";
  };
  EXPECT_EQ(verdictWith(tree("syncwarp;"), "32"), "verified");
  EXPECT_EQ(verdictWith(tree(""), "32"), "race");
}

TEST(TileBarrier, OrdersItsTile) {
  const std::string store = "$$s[tid] := tid; call $tile(8bv32); ";
  EXPECT_EQ(verdictWith(store + "x := $$s[xor(tid, 4bv32)];"), "verified");
  EXPECT_EQ(verdictWith(store + "x := $$s[xor(tid, 8bv32)];"), "race");
}

TEST(TileBarrier, OfNobodyOrdersNothing) {
  EXPECT_EQ(verdictWith("$$s[tid] := tid; call $tile(0bv32); x := $$s[xor(tid, 1bv32)];"), "race");
}

TEST(Exchange, OrdersNothing) {
  EXPECT_EQ(verdictWith("$$s[tid] := tid; call x := $shfl(4294967295bv32, tid, 0bv32); "
                        "x := $$s[xor(tid, 1bv32)];",
                        "32"),
            "race");
}

TEST(Exchange, LanesAgreeOnWhatAllGet) {
  EXPECT_EQ(verdictWith("call x := $shfl(4294967295bv32, $$g[tid], 0bv32); "
                        "$$s[add(x, tid)] := tid;",
                        "32"),
            "verified");
  EXPECT_EQ(
      verdictWith("call y := $any(4294967295bv32, ult($$g[tid], 3bv32)); "
                  "if (y != 0bv32) { $$s[tid] := tid; syncwarp; x := $$s[xor(tid, 1bv32)]; }"),
      "verified");
}

TEST(Exchange, ALaneThatMayNotExistGivesAnything) {
  EXPECT_EQ(verdictWith("call x := $shfl(4294967295bv32, $$g[tid], 20bv32); "
                        "$$s[add(x, tid)] := tid;",
                        "17"),
            "race");
}

// What one lane has reserved, and two shuffles hand on, is one number.
TEST(Exchange, HandsOnAResultTwice) {
  auto after = [](const std::string& second) {
    return verdictWith(
        "x := 0bv32; if (and(tid, 31bv32) == 0bv32) { "
        "call {:atomic} {:atomic_function \"__atomicAdd_int\"} {:arg1 32bv32} {:parts 1} {:part 1} "
        "x, $$h := _ATOMIC_OP32($$h, 0bv32); } "
        "call y := $shfl(4294967295bv32, x, 0bv32); call j := $shfl(4294967295bv32, x, 0bv32); "
        "$$g[add(y, and(tid, 31bv32))] := 1bv32; $$g[" +
        second + "] := tid;");
  };
  EXPECT_EQ(after("add(j, and(tid, 31bv32))"), "verified");
  EXPECT_EQ(after("sub(add(j, 31bv32), and(tid, 31bv32))"), "race");
}

TEST(BlockReduction, IsABarrierWithOneResultForAll) {
  EXPECT_EQ(verdictWith("y := 1bv32; while (y != 0bv32) { $$s[tid] := 1bv32; sync; "
                        "x := $$s[xor(tid, 1bv32)]; call y := $syncor(ult(x, $n)); }"),
            "verified");
}

TEST(BlockReduction, CountsThreadsThatIdsSettle) {
  auto counted = [](const std::string& flag, const std::string& claim) {
    return verdictWith(
        "if (tid == 5bv32) { return; } call x := $synccount(" + flag + "); assert " + claim + ";",
        "64", true);
  };
  EXPECT_EQ(counted("ult(tid, 20bv32)", "x == 19bv32"), "verified");  // one has ended
  EXPECT_EQ(counted("ult(tid, 20bv32)", "x == 20bv32"), "assertion");
  EXPECT_EQ(counted("ult(tid, $n)", "x == 19bv32"), "assertion");
}

// Each thread writes its cell, its warp's first lane arrives, and all wait for three warps.
std::string verdictOfArrivalsForWarps(const std::string& barrier, const std::string& elects,
                                      const std::string& before = "") {
  return verdictWith("if (tid == 0bv32) { call $init($$z, 0bv32, 3bv32); } sync; " + before +
                         "i := 0bv32; while (slt(i, $n)) { $$s[add(mul(and(i, 1bv32), 96bv32), "
                         "tid)] := i; " +
                         barrier + " if (" + elects +
                         ") { call $come($$z, 0bv32); } call $await($$z, 0bv32, and(i, 1bv32)); "
                         "x := $$s[add(mul(and(i, 1bv32), 96bv32), sub(95bv32, tid))]; "
                         "i := add(i, 1bv32); }",
                     "96", true);
}

TEST(BarrierObject, ALaneArrivesForItsWarp) {
  const std::string first = "and(tid, 31bv32) == 0bv32";
  EXPECT_EQ(verdictOfArrivalsForWarps("syncwarp;", first), "verified");
  EXPECT_EQ(verdictOfArrivalsForWarps("call $tile(32bv32);", first), "verified");
  EXPECT_NE(verdictOfArrivalsForWarps("", first), "verified");
  EXPECT_NE(verdictOfArrivalsForWarps("call $tile(16bv32);", first), "verified");
  EXPECT_NE(verdictOfArrivalsForWarps("syncwarp; $$s[tid] := i;", first), "verified");
  EXPECT_NE(verdictOfArrivalsForWarps("syncwarp;", "and(tid, 31bv32) == and(i, 31bv32)"),
            "verified");
}

TEST(BarrierObject, NobodyArrivesForALaneThatHasEnded) {
  EXPECT_NE(verdictOfArrivalsForWarps("syncwarp;", "and(tid, 31bv32) == 0bv32",
                                      "$$s[tid] := tid; if (tid == 95bv32) { return; } "),
            "verified");
}

// A thread that does nothing but return has ended; one that skips a barrier and goes on has not.
// The first warp fills a cell in each round, the second one reads it; each says so by a barrier of
// its own, of which either leaves some rounds out.
std::string verdictOfRounds(const std::string& waits, const std::string& frees) {
  return verdictWith(
      "i := 0bv32; if (ult(tid, 32bv32)) { while (slt(i, $n)) { if (" + waits +
      ") { call $meet(2bv32, 64bv32); } $$s[and(tid, 31bv32)] := i; call $arrive(1bv32, 64bv32); "
      "i := add(i, 1bv32); } } else { while (slt(i, $n)) { call $meet(1bv32, 64bv32); "
      "x := $$s[xor(and(tid, 31bv32), 1bv32)]; if (" +
      frees + ") { call $arrive(2bv32, 64bv32); } i := add(i, 1bv32); } }");
}

TEST(NamedBarrier, WaitsMayBeLeftOutAtFirstAndArrivalsAtLast) {
  EXPECT_EQ(verdictOfRounds("slt(0bv32, i)", "slt(add(i, 1bv32), $n)"), "verified");
  EXPECT_EQ(verdictOfRounds("i != 0bv32", "slt(i, sub($n, 1bv32))"), "verified");
  EXPECT_NE(verdictOfRounds("slt(1bv32, i)", "slt(add(i, 1bv32), $n)"), "verified");
  EXPECT_EQ(verdictOfRounds("slt(0bv32, i)", "slt(add(i, 2bv32), $n)"), "divergence");
}

TEST(NamedBarrier, WhoWaitsInItsLoopIsNotForgottenBehindIt) {
  EXPECT_EQ(verdictOfRounds("true", "true"), "divergence");
  EXPECT_EQ(verdictOfRounds("true", "slt($n, i)"), "divergence");
}

TEST(NamedBarrier, OrdersThoseOfAFewRanges) {
  const std::string read = "x := $$s[xor(tid, 64bv32)]; ", meet = "call $meet(1bv32, 64bv32); ";
  const auto of = [](const std::string& who, const std::string& then) {
    return verifyText(kernelText("if (" + who + ") { $$s[tid] := tid; " + then + "}",
                                 {.size = "128"}, primitives));
  };
  const std::string everySecondWarp = "and(tid, 32bv32) == 0bv32";
  EXPECT_EQ(verdictOf(of(everySecondWarp, meet + read)), "verified");
  EXPECT_EQ(verdictOf(of(everySecondWarp, read + meet)), "race");
  const auto scattered = of("ult(and(tid, 3bv32), 2bv32)", meet);
  ASSERT_EQ(verdictOf(scattered), "synchronization");
  EXPECT_EQ(scattered.findings.front().message,
            "named barrier 1 is not followed: the threads that come to it are scattered over the "
            "block");
}

TEST(NamedBarrier, MayBePassedTwiceInARound) {
  const auto rounds = [](const std::string& second) {
    return verdictWith(
        "i := 0bv32; if (ult(tid, 32bv32)) { while (slt(i, $n)) { $$s[tid] := i; "
        "call $meet(1bv32, 64bv32); call $meet(1bv32, 64bv32); i := add(i, 1bv32); } } else { "
        "while (slt(i, $n)) { call $meet(1bv32, 64bv32); x := $$s[sub(tid, 32bv32)]; " +
        second + " i := add(i, 1bv32); } }");
  };
  EXPECT_EQ(rounds("call $meet(1bv32, 64bv32);"), "verified");
  EXPECT_NE(rounds(""), "verified");
}

TEST(ExitedThreads, AreExcusedWhereTheKernelSaysSo) {
  const std::string early =
      "if (ult($n, tid)) { return; } $$s[tid] := 1bv32; sync; "
      "x := $$s[xor(tid, 1bv32)];";
  EXPECT_EQ(verdictWith(early, "64", false), "divergence");
  EXPECT_EQ(verdictWith(early, "64", true), "verified");
  EXPECT_EQ(verdictWith("if (ult(tid, $n)) { sync; } $$g[tid] := 1bv32;", "64", true),
            "divergence");
}

TEST(ExitedThreads, AreNotedWhereABarrierMayGoWithoutThem) {
  auto isNoted = [](const std::string& body) {
    return !resultWith(body, "64", true).notes.empty();
  };
  for (const std::string barrier : {"sync;", "syncwarp;", "call $tile(8bv32);"}) {
    EXPECT_TRUE(isNoted("if (ult($n, tid)) { return; } " + barrier)) << barrier;
    EXPECT_FALSE(isNoted("if (ule(64bv32, tid)) { return; } " + barrier)) << barrier;
    EXPECT_FALSE(isNoted(barrier + " if (ult($n, tid)) { return; }")) << barrier;
  }
  EXPECT_TRUE(isNoted("i := tid; while (ult(i, $n)) { syncwarp; i := add(i, 64bv32); }"));
  EXPECT_FALSE(isNoted("i := 0bv32; while (ult(i, $n)) { syncwarp; i := add(i, 64bv32); }"));
}

TEST(ExitedThreads, AreNotOrderedByBarriersThatTheyMiss) {
  EXPECT_EQ(verdictWith("$$s[tid] := tid; if (ult($n, tid)) { return; } sync; "
                        "x := $$s[63bv32];",
                        "64", true),
            "race");
  EXPECT_EQ(verdictWith("$$s[tid] := tid; if (ult($n, tid)) { return; } i := 0bv32; "
                        "while (ult(i, $m)) { sync; x := $$s[63bv32]; i := add(i, 1bv32); }",
                        "64", true),
            "race");
}

}  // namespace
}  // namespace barricade
