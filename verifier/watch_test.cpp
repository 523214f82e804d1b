// The watch transformation, by verdicts: a race between any two iterations, before, inside and
// after a loop is found, and what barriers of the loop exclude is not reported. Each kernel is
// the smallest that tells a sound treatment from a tempting wrong one.
#include <set>

#include "verifier/test_kernel.h"

namespace barricade::test {
namespace {

const std::string next = "i := add(i, 1bv32);";

std::string counted(const std::string& body) {
  return "i := 0bv32; while (ult(i, $n)) { " + body + next + " } ";
}

TEST(Watch, OneIterationAndTheNext) {
  EXPECT_EQ(verdictOf(counted("$$s[tid] := i; sync; x := $$s[add(tid, 1bv32)];")), "race");
  EXPECT_EQ(verdictOf(counted("$$s[tid] := i; sync; x := $$s[add(tid, 1bv32)]; sync;")),
            "verified");
}

TEST(Watch, WithinOneIteration) {
  EXPECT_EQ(verdictOf(counted("$$s[tid] := i; x := $$s[add(tid, 1bv32)]; sync;")), "race");
}

TEST(Watch, OnlyTwoIterationsApart) {
  // In iteration i the element moves by 64 i, so that a neighbour is met two iterations later.
  const std::string access =
      "$$s[add(tid, mul(64bv32, i))] := tid;"
      "if (ugt(i, 1bv32)) { x := $$s[add(sub(63bv32, tid), mul(64bv32, sub(i, 2bv32)))]; }";
  EXPECT_EQ(verdictOf(counted(access)), "race");
  EXPECT_EQ(verdictOf(counted(access + "sync;")), "verified");
  EXPECT_EQ(verdictOf(counted(access + "if (i == 5bv32) { sync; }")), "race");
}

TEST(Watch, OnlyTheLastIterationAndTheCodeAfter) {
  const std::string loop =
      "i := 0bv32; while (ult(i, 4bv32)) { sync; "
      "if (i == 3bv32) { $$s[tid] := i; }" +
      next + "} ";
  EXPECT_EQ(verdictOf(loop + "x := $$s[add(tid, 1bv32)];"), "race");
  EXPECT_EQ(verdictOf(loop + "sync; x := $$s[add(tid, 1bv32)];"), "verified");
}

TEST(Watch, AnEarlyIterationAndTheCodeAfter) {
  const std::string write = "if (i == 1bv32) { $$s[tid] := i; }";
  const std::string after = "x := $$s[add(tid, 1bv32)];";
  EXPECT_EQ(verdictOf(counted(write) + after), "race");
  EXPECT_EQ(
      verdictOf("i := 0bv32; while (ult(i, 4bv32)) { " + write + "sync;" + next + "}" + after),
      "verified");
}

TEST(Watch, TheCodeBeforeAndALateIteration) {
  const std::string before = "$$s[tid] := tid;";
  const std::string read = "if (i == 6bv32) { x := $$s[add(tid, 1bv32)]; }";
  EXPECT_EQ(verdictOf(before + counted(read)), "race");
  EXPECT_EQ(verdictOf(before + counted(read + "sync;")), "verified");
}

TEST(Watch, ABreakBeforeTheBarrierLeavesTheLastWritePending) {
  auto kernel = [](const std::string& first, const std::string& second) {
    return "i := 0bv32; while (true) { $$s[tid] := i; " + first +
           " if (ugt(i, $n)) { goto $out; } " + second + next +
           "} $out: x := $$s[add(tid, 1bv32)];";
  };
  EXPECT_EQ(verdictOf(kernel("", "sync;")), "race");
  EXPECT_EQ(verdictOf(kernel("sync;", "")), "verified");
}

TEST(Watch, AReturnInALoop) {
  EXPECT_EQ(verdictOf(counted("$$s[tid] := i; if ($$h[i] == 0bv32) { return; } sync; "
                              "x := $$s[add(tid, 1bv32)]; sync;")),
            "verified");
  EXPECT_EQ(verdictOf(counted("$$s[tid] := i; if ($$h[tid] == 0bv32) { return; } sync;")),
            "divergence");
}

TEST(Watch, DoWhileLoopsMeetTheirBarrierAtLeastOnce) {
  auto kernel = [](const std::string& condition) {
    return "$$s[tid] := tid; i := 0bv32; goto $body; $body: " + condition + next +
           " goto $again, $out; $again: assume {:partition} ult(i, $n); goto $body;"
           "$out: assume {:partition} !ult(i, $n); x := $$s[add(tid, 1bv32)]; return;";
  };
  EXPECT_EQ(verdictOf(kernel("sync;")), "verified");
  EXPECT_EQ(verdictOf(kernel("if (i == 1bv32) { sync; }")), "race");
  EXPECT_EQ(verdictOf("$$s[tid] := tid;" + counted("sync;") + "x := $$s[add(tid, 1bv32)];"),
            "race");
}

TEST(Watch, FewIterationsAreRunOneByOne) {
  // The bits of tid are reversed.
  auto reversed = [](const std::string& bits) {
    return verdictOf("x := 0bv32; y := tid; i := 0bv32; while (ult(i, " + bits +
                     ")) { x := or(shl(x, 1bv32), and(y, 1bv32)); y := lshr(y, 1bv32); " + next +
                     "} $$s[x] := tid;");
  };
  EXPECT_EQ(reversed("6bv32"), "verified");
  EXPECT_EQ(reversed("5bv32"), "race");
  const std::string filled =
      "i := 0bv32; while (ult(i, 3bv32)) { $$p[i] := add(tid, i); " + next + "} ";
  EXPECT_EQ(verdictOf(filled + "$$s[$$p[2bv32]] := tid;"), "verified");
  EXPECT_EQ(verdictOf(filled + "$$s[sub($$p[2bv32], $$p[0bv32])] := tid;"), "race");
}

TEST(Watch, BarriersInConditionals) {
  const std::string accesses = "$$s[tid] := i; x := $$s[add(tid, 1bv32)];";
  EXPECT_EQ(verdictOf(counted("$$s[tid] := i; if ($c) { sync; } else { sync; } sync;")),
            "verified");
  EXPECT_EQ(verdictOf(counted("if (i == $m) { sync; } $$s[add(tid, i)] := tid;")), "race");
  EXPECT_EQ(verdictOf(counted("if (ult(tid, $m)) { sync; }")), "divergence");
}

TEST(Watch, ABarrierOfAnInnerLoopThatRuns) {
  auto nest = [](const std::string& tripCount) {
    return counted("$$s[tid] := i; j := 0bv32; while (ult(j, " + tripCount +
                   ")) { sync; j := add(j, 1bv32); } x := $$s[add(tid, 1bv32)]; sync;");
  };
  EXPECT_EQ(verdictOf(nest("3bv32")), "verified");
  EXPECT_EQ(verdictOf(nest("$m")), "race");  // no iteration when m is 0
}

TEST(Watch, NestedLoopsOfAnyDepth) {
  auto nest = [](const std::string& inner) {
    return counted("j := 0bv32; while (ult(j, $m)) { y := 0bv32; while (ult(y, 2bv32)) { " + inner +
                   " y := add(y, 1bv32); } j := add(j, 1bv32); }");
  };
  EXPECT_EQ(verdictOf(nest("$$s[tid] := y; sync; x := $$s[add(tid, 1bv32)]; sync;")), "verified");
  EXPECT_EQ(verdictOf(nest("$$s[tid] := y; sync; x := $$s[add(tid, 1bv32)];")), "race");
}

TEST(Watch, ALoopEnteredTwice) {
  // Each entry alone is fine; the last write of one entry meets the first read of the next.
  auto kernel = [](const std::string& between) {
    return "y := 0bv32; while (ult(y, 2bv32)) { i := 0bv32; while (ult(i, 1bv32)) { "
           "x := $$s[add(tid, 1bv32)]; sync; $$s[tid] := i;" +
           next + "} " + between + " y := add(y, 1bv32); }";
  };
  EXPECT_EQ(verdictOf(kernel("")), "race");
  EXPECT_EQ(verdictOf(kernel("sync;")), "verified");
}

TEST(Watch, AccessesInLoopConditions) {
  auto kernel = [](const std::string& barrier) {
    return "i := 0bv32; goto $head; $head: y := $$s[0bv32]; goto $body, $out;"
           "$body: assume {:partition} ult(i, y); " +
           barrier + " if (tid == 0bv32) { $$s[0bv32] := i; } " + barrier + next +
           "goto $head; $out: assume {:partition} !ult(i, y); return;";
  };
  EXPECT_EQ(verdictOf(kernel("")), "race");
  EXPECT_EQ(verdictOf(kernel("sync;")), "verified");
}

TEST(Watch, TwoLoopsThatShareABarrier) {
  const std::string first = counted("$$s[tid] := i;");
  const std::string second =
      "j := 0bv32; while (ult(j, $m)) { x := $$s[add(tid, j)]; j := add(j, 1bv32); }";
  EXPECT_EQ(verdictOf(first + second), "race");
  EXPECT_EQ(verdictOf(first + "sync;" + second), "verified");
  EXPECT_EQ(verdictOf(first + "if ($c) { sync; }" + second), "race");
}

TEST(Watch, AThreadThatStaysBehindStillRaces) {
  // Thread 1 may be in its loop for ever while thread 2 writes what it reads.
  EXPECT_EQ(verdictOf("while ($$h[tid] == 0bv32) { x := $$s[0bv32]; } $$s[0bv32] := 1bv32;"),
            "race");
  // After a barrier that it never reaches it does not.
  EXPECT_EQ(verdictOf("i := 0bv32; while (ult(i, tid)) { x := $$s[add(tid, 64bv32)];" + next +
                      "} sync; $$s[add(64bv32, sub(63bv32, tid))] := 1bv32;"),
            "verified");
}

TEST(Watch, StridesAndTheirBarriers) {
  const std::string loop =
      "i := tid; while (ult(i, 256bv32)) { $$s[i] := i; i := add(i, 64bv32); }";
  EXPECT_EQ(verdictOf(loop), "verified");
  EXPECT_EQ(verdictOf(loop + "x := $$s[sub(255bv32, tid)];"), "race");
  EXPECT_EQ(verdictOf(loop + "sync; x := $$s[sub(255bv32, tid)];"), "verified");
  EXPECT_EQ(verdictOf("i := tid; while (ult(i, $n)) { sync; i := add(i, 64bv32); }"), "divergence");
}

TEST(Watch, AnEndlessLoop) {
  EXPECT_EQ(verdictOf("while (true) { $$s[tid] := 1bv32; sync; x := $$s[add(tid, 1bv32)]; }"),
            "race");
  EXPECT_EQ(verdictOf("while (true) { $$s[tid] := 1bv32; sync; x := $$s[add(tid, 1bv32)]; sync; }"),
            "verified");
}

//--- Dimensions, groups, views, calls -----------------------------------------------------------

TEST(Races, OnlyInDimensionYOrZ) {
  const std::string cell = "$$s[add(tid, mul(8bv32, tidy))] := tidy;";
  EXPECT_EQ(verdictOf(cell, {.size = "8", .sizeY = "8"}), "verified");
  EXPECT_EQ(verdictOf("$$s[tid] := tidy;", {.size = "8", .sizeY = "8"}), "race");
  EXPECT_EQ(verdictOf("$$s[tid] := tidz;", {.size = "8", .sizeZ = "2"}), "race");
  EXPECT_EQ(verdictOf("$$s[tid] := tidz;", {.size = "8"}), "verified");
}

TEST(Races, OnlyBetweenGroups) {
  const std::string kernel = "$$g[tid] := gid; $$s[tid] := gid;";
  EXPECT_EQ(verdictOf(kernel, {.groups = "1"}), "verified");
  EXPECT_EQ(verdictOf(kernel, {.groups = "2"}), "race");
  const std::string stencil =
      "$$g[add(mul(gid, size), tid)] := tid; BARRIER "
      "x := $$g[add(add(mul(gid, size), tid), 1bv32)];";
  EXPECT_EQ(verdictOf(replaced(stencil, "BARRIER", "sync;"), {.groups = "2"}), "race");
  EXPECT_EQ(verdictOf(replaced(stencil, "BARRIER", "gsync;"), {.groups = "2"}), "verified");
}

TEST(Races, FencesOrderTheirOwnSpaceOnly) {
  auto kernel = [](const std::string& array, const std::string& fences) {
    return "$$" + array + "[tid] := 1bv32; call $sync(" + fences + "); x := $$" + array +
           "[add(tid, 1bv32)];";
  };
  EXPECT_EQ(verdictOf(kernel("s", "1bv1, 0bv1")), "verified");
  EXPECT_EQ(verdictOf(kernel("s", "0bv1, 1bv1")), "race");
  EXPECT_EQ(verdictOf(kernel("g", "1bv1, 0bv1")), "race");
  EXPECT_EQ(verdictOf(kernel("g", "0bv1, 1bv1")), "verified");
  // A fence orders what the thread that asks for it has done.
  EXPECT_EQ(verdictOf(kernel("g", "1bv1, (if tid == 0bv32 then 1bv1 else 0bv1)")), "race");
  EXPECT_EQ(verdictOf("if (tid == 0bv32) { $$g[0bv32] := 1bv32; }"
                      "call $sync(1bv1, (if tid == 0bv32 then 1bv1 else 0bv1)); x := $$g[0bv32];"),
            "verified");
}

TEST(Races, IndicesOfAnyType) {
  auto verdict = [](const std::string& index, const std::string& element) {
    return verdictOf(verifyText(
        kernelText("$$d[" + element + "] := tid;", {}, arrayText("d", "{:group_shared}", index))));
  };
  EXPECT_EQ(verdict("bv64", "0bv32 ++ tid"), "verified");
  EXPECT_EQ(verdict("bv64", "0bv64"), "race");
  EXPECT_EQ(verdict("bv8", "tid[8:0]"), "verified");
  EXPECT_EQ(verdict("bv4", "tid[4:0]"), "race");
  EXPECT_EQ(verdict("int", "0"), "race");
  EXPECT_EQ(verdict("int", "if ult(tid, 1bv32) then 0 else 1"), "race");
  EXPECT_EQ(verdict("bool", "ult(tid, 1bv32)"), "race");
}

TEST(Races, ByteAndWordViews) {
  // Words written as bytes: the whole memory is an array of bytes then.
  const std::string bytes = arrayText("b", "{:group_shared}", "bv32", "bv8", 8) +
                            arrayText("c", "{:global}", "bv32", "bv8", 8);
  auto verdict = [&](const std::string& read) {
    return verdictOf(verifyText(
        kernelText("$$b[mul(tid, 4bv32)] := 1bv8; $$b[add(mul(tid, 4bv32), 3bv32)] := 1bv8;"
                   "$$c[tid] := $$b[" +
                       read + "];",
                   {}, bytes)));
  };
  EXPECT_EQ(verdict("add(mul(tid, 4bv32), 2bv32)"), "verified");
  EXPECT_EQ(verdict("add(mul(tid, 4bv32), 7bv32)"), "race");
}

TEST(Races, AtomicsRaceWithPlainAccessesOnly) {
  const std::string atomic =
      "call {:atomic} {:atomic_function \"_atomicAdd\"} {:parts 1} {:part 1} "
      "{:arg1 1bv32} x, $$s := _ATOMIC_OP32($$s, 0bv32);";
  EXPECT_EQ(verdictOf(atomic), "verified");
  EXPECT_EQ(verdictOf(atomic + "if (tid == 0bv32) { $$s[0bv32] := 0bv32; }"), "race");
  EXPECT_EQ(verdictOf(atomic + "y := $$s[0bv32];"), "race");
  EXPECT_EQ(verdictOf(atomic + "sync; y := $$s[0bv32];"), "verified");
  EXPECT_EQ(verdictOf(atomic + "$$t[x] := tid;"), "verified");  // each gets its own slot
}

// Two atomics are atomic with each other where the scope of each includes the other thread.
TEST(Races, AtomicsRaceBeyondTheirScope) {
  auto atomic = [](const std::string& array, const std::string& scope) {
    return "call {:atomic} {:atomic_function \"_atomicAdd\"} {:scope \"" + scope +
           "\"} {:parts 1} {:part 1} {:arg1 1bv32} x, $$" + array + " := _ATOMIC_OP32($$" + array +
           ", 0bv32);";
  };
  for (const char* scope : {"block", "cluster", "device", "system"})
    EXPECT_EQ(verdictOf(atomic("s", scope)), "verified") << scope;
  EXPECT_EQ(verdictOf(atomic("s", "thread")), "race");
  EXPECT_EQ(verdictOf("if (tid == 0bv32) {" + atomic("s", "thread") + "} else {" +
                      atomic("s", "device") + "}"),
            "race");
  EXPECT_EQ(
      verdictOf("if (tid == 0bv32) {" + atomic("s", "thread") + "} sync; " + atomic("s", "device")),
      "verified");
  const Launch blocks{"4", "2"};
  for (const char* scope : {"thread", "block", "cluster"})
    EXPECT_EQ(verdictOf(atomic("g", scope), blocks), "race") << scope;
  for (const char* scope : {"device", "system"})
    EXPECT_EQ(verdictOf(atomic("g", scope), blocks), "verified") << scope;
  const std::string first = "if (gid == 0bv32) {" + atomic("g", "block") + "} else {";
  EXPECT_EQ(verdictOf(first + atomic("g", "device") + "}", blocks), "race");
}

// What two blocks count in block scope may be the same number.
TEST(Races, NumbersThatAreDrawnBeyondTheScopeMayBeEqual) {
  auto draw = [](const std::string& scope) {
    return "call {:atomic} {:atomic_function \"_atomicAdd\"} {:scope \"" + scope +
           "\"} {:parts 1} {:part 1} {:arg1 1bv32} x, $$g := _ATOMIC_OP32($$g, 0bv32); "
           "$$h[x] := add(mul(gid, 8bv32), tid);";
  };
  auto racing = [&](const std::string& scope, const std::string& groups) {
    std::set<std::string> arrays;
    for (const Finding& finding : verifyText(kernelText(draw(scope), {"4", groups})).findings)
      arrays.insert(finding.array->sourceName);
    return arrays;
  };
  using Names = std::set<std::string>;
  EXPECT_EQ(racing("block", "1"), Names{});
  EXPECT_EQ(racing("device", "2"), Names{});
  EXPECT_EQ(racing("block", "2"), (Names{"g", "h"}));
}

TEST(Races, ThroughCalls) {
  const std::string helper =
      "procedure {:source_name \"put\"} $put($at : bv32) { $$s[$at] := local_id_x; }\n";
  auto verdict = [&](const std::string& body) {
    return verdictOf(verifyText(kernelText(body, {}, helper)));
  };
  EXPECT_EQ(verdict("call $put(tid);"), "verified");
  EXPECT_EQ(verdict("call $put(tid); call $put(add(tid, 1bv32));"), "race");
  EXPECT_EQ(verdict("call $put(tid); sync; call $put(add(tid, 1bv32));"), "verified");
}

TEST(Races, EqualWritesAreBenign) {
  EXPECT_EQ(verdictOf("$$s[0bv32] := 1bv32;"), "verified");
  EXPECT_EQ(verdictOf("$$s[0bv32] := $n;"), "verified");
  EXPECT_EQ(verdictOf("$$s[0bv32] := tid;"), "race");
  EXPECT_EQ(verdictOf("x := $$h[0bv32]; $$s[0bv32] := x;"), "verified");
  EXPECT_EQ(verdictOf("$$s[0bv32] := 1bv32; x := $$s[0bv32];"), "verified");  // each reads its own
  EXPECT_EQ(verdictOf("if (tid == 0bv32) { $$s[0bv32] := 1bv32; } x := $$s[0bv32];"), "race");
}

TEST(Races, AnAssumptionAfterAnErrorDoesNotHideIt) {
  EXPECT_EQ(verdictOf("$$s[0bv32] := tid; assume false;"), "race");
  EXPECT_EQ(verdictOf("assume false; $$s[0bv32] := tid;"), "verified");
  EXPECT_EQ(verdictOf("assert tid == 0bv32; assume tid == 0bv32;"), "assertion");
}

//--- Divergence -------------------------------------------------------------------------------

TEST(Divergence, OnlyThreadDependentControlDiverges) {
  EXPECT_EQ(verdictOf("if (ult(tid, $n)) { sync; }"), "divergence");
  EXPECT_EQ(verdictOf("if (ult($m, $n)) { sync; }"), "verified");
  EXPECT_EQ(verdictOf("if (gid == 0bv32) { sync; }", {.groups = "2"}), "verified");
  EXPECT_EQ(verdictOf("if (gid == 0bv32) { gsync; }", {.groups = "2"}), "divergence");
  EXPECT_EQ(verdictOf("if (ult(tid, 64bv32)) { sync; }"), "verified");  // all threads
  EXPECT_EQ(verdictOf("if (ult(tid, 32bv32)) { return; } sync;"), "divergence");
}

TEST(Divergence, ABarrierInEachArmDiverges) {
  EXPECT_EQ(verdictOf("if (ult(tid, $n)) { sync; } else { sync; }"), "divergence");
}

TEST(Divergence, EqualTripCountsFromDifferentStartsDoNot) {
  EXPECT_EQ(verdictOf("i := tid; while (ult(i, add(tid, 8bv32))) { sync;" + next + "}"),
            "verified");
  EXPECT_EQ(verdictOf("i := tid; while (ult(i, 64bv32)) { sync;" + next + "}"), "divergence");
}

//--- Contents -----------------------------------------------------------------------------------

TEST(Contents, SteerWhatDependsOnThem) {
  // The flag is the same for all after the barrier.
  EXPECT_EQ(verdictOf("if (tid == 0bv32) { $$s[0bv32] := $$h[0bv32]; } sync; "
                      "if ($$s[0bv32] == 0bv32) { sync; }"),
            "verified");
  EXPECT_EQ(verdictOf("$$s[tid] := $$h[tid]; sync; if ($$s[tid] == 0bv32) { sync; }"),
            "divergence");
  // Between barriers a thread sees what it wrote.
  EXPECT_EQ(verdictOf("$$s[tid] := 1bv32; if ($$s[tid] != 1bv32) { $$t[0bv32] := tid; }"),
            "verified");
}

TEST(Contents, PrivateArraysAreAThreadsOwn) {
  EXPECT_EQ(verdictOf("$$p[0bv32] := tid; x := $$p[0bv32]; $$s[x] := 1bv32;"), "verified");
  EXPECT_EQ(verdictOf("$$p[0bv32] := $n; x := $$p[0bv32]; $$s[x] := tid;"), "race");
}

}  // namespace
}  // namespace barricade::test
