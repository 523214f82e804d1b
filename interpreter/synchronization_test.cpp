// Each primitive of docs/ir.md, "Synchronisation", right and wrong, on the machine where threads
// take turns. What is right must show nothing in any of several schedules, what is wrong must
// show in one.
#include <set>

#include "interpreter/test_program.h"

namespace barricade {
namespace {

constexpr const char* declarations =
    "type _SIZE_T_TYPE = bv32;\n"
    "var {:group_shared} $$s: [bv32]bv32;\nvar {:group_shared} $$bar: [bv32]bv64;\n"
    "var {:global} $$g: [bv32]bv32;\nvar {:global} $$h: [bv32]bv32;\n"
    "var {:global} $$flag: [bv32]bv32;\nvar {:group_shared} $$last: [bv32]bv32;\n"
    "const local_id_x: bv32;\nconst group_id_x: bv32;\nconst group_size_x: bv32;\n"
    "const num_groups_x: bv32;\nconst cluster_size_x: bv32;\nconst sub_group_size: bv32;\n"
    "axiom sub_group_size == 4bv32;\naxiom cluster_size_x == 2bv32;\n"
    "function {:bvbuiltin \"bvadd\"} add(bv32, bv32): bv32;\n"
    "function {:bvbuiltin \"bvsub\"} sub(bv32, bv32): bv32;\n"
    "function {:bvbuiltin \"bvmul\"} mul(bv32, bv32): bv32;\n"
    "function {:bvbuiltin \"bvxor\"} xor(bv32, bv32): bv32;\n"
    "function {:bvbuiltin \"bvurem\"} rem(bv32, bv32): bv32;\n"
    "function {:bvbuiltin \"bvult\"} ult(bv32, bv32): bool;\n"
    "procedure _ATOMIC_OP32(x: [bv32]bv32, y: bv32) returns (z: bv32, A: [bv32]bv32);\n"
    "procedure {:barrier} $block($0: bv1, $1: bv1);\n"
    "procedure {:grid_barrier} $grid($0: bv1, $1: bv1);\n"
    "procedure {:barrier} {:scope \"cluster\"} $cluster();\n"
    "procedure {:barrier} {:scope \"cluster\"} {:arrive} $cluster_arrive();\n"
    "procedure {:barrier} {:scope \"cluster\"} {:wait} $cluster_wait();\n"
    "procedure {:barrier} {:scope \"block\"} {:arrive} $arrive();\n"
    "procedure {:barrier} {:scope \"block\"} {:arrive} {:order \"relaxed\"} $arrive_relaxed();\n"
    "procedure {:barrier} {:scope \"block\"} {:wait} $wait();\n"
    "procedure {:barrier} {:scope \"warp\"} $warp(m: bv32);\n"
    "procedure {:barrier} {:scope \"tile\"} $tile(n: bv32);\n"
    "procedure {:barrier} {:reduce \"count\"} $count(l: bv1, g: bv1, p: bool) returns (n: bv32);\n"
    "procedure {:named_barrier} $sync(id: bv32, n: bv32);\n"
    "procedure {:named_barrier} {:arrive} $come(id: bv32, n: bv32);\n"
    "procedure {:mbarrier \"init\"} $init(B: [bv32]bv64, o: bv32, n: bv32);\n"
    "procedure {:mbarrier \"arrive\"} $object_arrive(B: [bv32]bv64, o: bv32) returns (t: bv64);\n"
    "procedure {:mbarrier \"arrive\"} $arrive_as(B: [bv32]bv64, o: bv32, n: bv32);\n"
    "procedure {:mbarrier \"drop\"} $drop(B: [bv32]bv64, o: bv32) returns (t: bv64);\n"
    "procedure {:mbarrier \"expect\"} $expect(B: [bv32]bv64, o: bv32, b: bv32);\n"
    "procedure {:mbarrier \"copies\"} $copies(B: [bv32]bv64, o: bv32);\n"
    "procedure {:mbarrier \"wait\"} $object_wait(B: [bv32]bv64, o: bv32, t: bv64);\n"
    "procedure {:mbarrier \"wait\"} {:parity} $parity(B: [bv32]bv64, o: bv32, p: bv1);\n"
    "procedure {:mbarrier \"test\"} $test(B: [bv32]bv64, o: bv32, t: bv64) returns (f: bool);\n"
    "procedure {:exchange \"shfl_down\"} $down(m: bv32, v: bv32, d: bv32) returns (r: bv32);\n"
    "procedure {:exchange \"shfl_xor\"} $xor(m: bv32, v: bv32, d: bv32) returns (r: bv32);\n"
    "procedure {:exchange \"ballot\"} $ballot(m: bv32, p: bool) returns (r: bv32);\n"
    "procedure {:exchange \"reduce_add\"} $sum(m: bv32, v: bv32) returns (r: bv32);\n"
    "procedure {:active_mask} $active() returns (m: bv32);\n"
    "procedure {:warp_read} $wread(m: bv32, A: [bv32]bv32, o: bv32, r: bv32, c: bv32, s: bv32);\n"
    "procedure {:warp_write} $wwrite(m: bv32, A: [bv32]bv32, o: bv32, r: bv32, c: bv32, s: bv32)"
    " returns (R: [bv32]bv32);\n"
    "procedure {:fence} {:scope \"block\"} $fence_block();\n"
    "procedure {:fence} $fence();\n"
    "procedure {:fence} {:order \"acq_rel\"} $fence_acq_rel();\n"
    "procedure {:async_copy} $copy(d: bv32, S: [bv32]bv32, s: bv32, n: bv32)"
    " returns (D: [bv32]bv32);\n"
    "procedure {:async_copy} {:bulk} $bulk(d: bv32, S: [bv32]bv32, s: bv32, n: bv32,"
    " B: [bv32]bv64, o: bv32) returns (D: [bv32]bv32);\n"
    "procedure {:copy_commit} $commit();\nprocedure {:copy_wait} $wait_group(n: bv32);\n"
    "procedure {:copy_wait} {:all} $wait_all();\nprocedure {:exit} $exit();\n";

constexpr const char* locals =
    "var v: bv32; var w: bv32; var m: bv32; var i: bv32; var t: bv64; var u: bv64; var p: bool;\n";

class Sync : public ::testing::Test {
 protected:
  // What is seen in any of the schedules.
  std::set<std::string> found(const std::string& body) {
    Diagnostics diagnostics;
    const auto program = parseProgram({"t.gbpl", declarations +
                                                     ("procedure {:kernel} {:exited_threads \"" +
                                                      exited + "\"} $k() {\n" + locals) +
                                                     body + "}\n"},
                                      {}, std::nullopt, diagnostics);
    EXPECT_NE(program, nullptr) << diagnostics.toString();
    if (!program) return {"no program"};
    LaunchConfiguration launch;
    launch.groupSize = {threads, 1, 1};
    launch.numGroups = {groups, 1, 1};
    std::set<std::string> all;
    for (unsigned n = 0; n < 12; ++n) {
      RunOptions options;
      options.stepLimit = 200'000;
      options.schedule.order = n == 0   ? Schedule::Order::Ascending
                               : n == 1 ? Schedule::Order::Descending
                                        : Schedule::Order::Random;
      options.schedule.seed = n;
      last = run(*program, *program->kernels().front(), launch, options);
      if (last.status != RunStatus::Finished && last.findings.empty()) all.insert(last.message);
      for (const std::string& line : summaryOf(last)) all.insert(line);
      if (all.empty()) continue;
      if (!last.findings.empty()) message = last.findings.front().message;
    }
    return all;
  }
  // The same race, seen in the other order.
  static std::string turned(const std::string& line) {
    std::string other = line;
    if (const auto at = line.find("write-read"); at != line.npos)
      other.replace(at, 10, "read-write");
    return other;
  }
  void right(const std::string& body) {
    EXPECT_EQ(found(body), std::set<std::string>{}) << message << "\n" << body;
  }
  void wrong(const std::string& body, const std::string& expected) {
    const auto all = found(body);
    EXPECT_TRUE(all.contains(expected) || all.contains(turned(expected)))
        << expected << " of " << ::testing::PrintToString(all) << "\n"
        << body;
  }
  void misused(const std::string& body, const std::string& expected) {
    wrong(body, "synchronization");
    EXPECT_NE(message.find(expected), std::string::npos) << message;
  }

  std::uint64_t threads = 8;  // two warps
  std::uint64_t groups = 1;
  std::string exited = "excused";
  RunResult last;
  std::string message;
};

// Each thread writes its element, all read a neighbour's.
std::string exchangeBy(const std::string& barrier, const std::string& neighbour) {
  return "$$s[local_id_x] := local_id_x;\n" + barrier + "\nv := $$s[" + neighbour +
         "];\nassert v == " + neighbour + ";\n";
}
constexpr const char* inWarp = "xor(local_id_x, 1bv32)";
constexpr const char* inBlock = "xor(local_id_x, 7bv32)";

std::string ifThread(const std::string& condition, const std::string& then,
                     const std::string& otherwise = "") {
  return "if (" + condition + ") {\n" + then + "}" +
         (otherwise.empty() ? "" : " else {\n" + otherwise + "}") + "\n";
}

//--- Barriers -------------------------------------------------------------------------------

TEST_F(Sync, WarpBarrierOrdersTheLanesOfTheMask) {
  right(exchangeBy("call $warp(15bv32);", inWarp));
  wrong(exchangeBy("call $warp(15bv32);", inBlock), "race write-read s");
}

TEST_F(Sync, WarpBarriersMatchByMaskNotByPlace) {
  right(exchangeBy(
      ifThread("rem(local_id_x, 2bv32) == 0bv32", "call $warp(15bv32);\n", "call $warp(15bv32);\n"),
      inWarp));
  // Lanes 0 and 1 meet, and lanes 2 and 3.
  right(exchangeBy(ifThread("ult(rem(local_id_x, 4bv32), 2bv32)", "call $warp(3bv32);\n",
                            "call $warp(12bv32);\n"),
                   inWarp));
  wrong(exchangeBy(ifThread("ult(rem(local_id_x, 4bv32), 2bv32)", "call $warp(3bv32);\n",
                            "call $warp(15bv32);\n"),
                   inWarp) +
            "call $block(1bv1, 1bv1);\n",
        "divergence barrier");
  misused("call $warp(14bv32);\n", "lane 0 is not in its own mask");
}

TEST_F(Sync, ExitedLanesAreExcusedOrRequired) {
  const std::string body = ifThread("rem(local_id_x, 4bv32) == 3bv32", "return;\n") +
                           exchangeBy("call $warp(15bv32);", "local_id_x");
  right(body);
  exited = "required";
  wrong(body, "divergence warp barrier");
}

TEST_F(Sync, ExitedThreadsAtABlockBarrier) {
  const std::string body =
      ifThread("local_id_x == 3bv32", "call $exit();\n") + "call $block(1bv1, 1bv1);\n";
  right("call $fence();\n" + body);
  // What it did before it left is not ordered by a barrier that it does not come to.
  wrong("call $fence();\n$$s[local_id_x] := 1bv32;\n" + body + "v := $$s[3bv32];\n",
        "race write-read s");
  exited = "required";
  wrong("call $fence();\n" + body, "divergence barrier");
}

TEST_F(Sync, TileBarrier) {
  right(exchangeBy("call $tile(2bv32);", inWarp));
  wrong(exchangeBy("call $tile(2bv32);", inBlock), "race write-read s");
  right(exchangeBy("call $tile(8bv32);", inBlock));
  wrong(ifThread("local_id_x != 0bv32", "call $tile(2bv32);\n", "call $block(1bv1, 1bv1);\n"),
        "divergence barrier");
}

TEST_F(Sync, ClusterBarrier) {
  groups = 4;
  threads = 2;
  auto body = [](const std::string& barrier, const std::string& other) {
    return "$$g[add(mul(group_id_x, 2bv32), local_id_x)] := group_id_x;\n" + barrier +
           "v := $$g[mul(xor(group_id_x, " + other + "), 2bv32)];\n";
  };
  right(body("call $cluster();\n", "1bv32"));
  wrong(body("call $cluster();\n", "2bv32"), "race write-read g between groups");
  right(body("call $cluster_arrive();\ncall $cluster_wait();\n", "1bv32"));
  right("call $fence();\n" + body("call $grid(1bv1, 1bv1);\n", "2bv32"));
}

TEST_F(Sync, CountingBarrier) {
  right("call v := $count(1bv1, 1bv1, ult(local_id_x, 3bv32));\nassert v == 3bv32;\n");
}

TEST_F(Sync, Halves) {
  right(exchangeBy("call $arrive();\ncall $wait();", inBlock));
  wrong(exchangeBy("call $arrive_relaxed();\ncall $wait();", inBlock), "race write-read s");
  // Between the halves nothing is ordered yet, and what is after the arrival never is.
  wrong("call $arrive();\n" + exchangeBy("", inBlock) + "call $wait();\n", "race write-read s");
  wrong("call $arrive();\n" + exchangeBy("call $wait();", inBlock), "race write-read s");
  misused("call $wait();\n", "waits without having arrived");
  misused("call $arrive();\ncall $arrive();\n", "arrives twice");
  misused("call $arrive();\n", "ends between the halves");
  wrong(ifThread("local_id_x != 2bv32", "call $arrive();\ncall $wait();\n",
                 "call $block(1bv1, 1bv1);\n"),
        "divergence block barrier");
}

TEST_F(Sync, NamedBarriers) {
  // Warp 0 produces, warp 1 consumes.
  auto handover = [](const std::string& count, const std::string& read) {
    return ifThread("ult(local_id_x, 4bv32)",
                    "$$s[local_id_x] := local_id_x;\ncall $come(1bv32, " + count + ");\n",
                    "call $sync(1bv32, " + count + ");\nv := $$s[" + read + "];\n");
  };
  right(handover("8bv32", "sub(local_id_x, 4bv32)"));
  wrong(handover("4bv32", "sub(local_id_x, 4bv32)"), "race write-read s");
  wrong(handover("12bv32", "sub(local_id_x, 4bv32)"), "divergence named barrier");
  misused(handover("6bv32", "0bv32"), "no multiple of the warp size");
  misused("call $sync(16bv32, 8bv32);\n", "no named barrier 16");
  misused(ifThread("ult(local_id_x, 4bv32)", "call $come(1bv32, 8bv32);\n",
                   "call $sync(1bv32, 4bv32);\n"),
          "in one round");
  misused("call $come(2bv32, 16bv32);\ncall $come(2bv32, 16bv32);\n", "twice in one round");
  misused(ifThread("ult(local_id_x, 4bv32)", "call $sync(0bv32, 8bv32);\n",
                   "call $block(1bv1, 1bv1);\n"),
          "named barrier 0");
}

//--- Barrier objects ------------------------------------------------------------------------

std::string initialised(const std::string& count, const std::string& then,
                        const std::string& barrier = "call $block(1bv1, 1bv1);\n") {
  return ifThread("local_id_x == 0bv32", "call $init($$bar, 0bv32, " + count + ");\n") + barrier +
         then;
}

TEST_F(Sync, BarrierObjects) {
  const std::string round = "call t := $object_arrive($$bar, 0bv32);\n";
  const std::string wait = "call $object_wait($$bar, 0bv32, t);\n";
  right(initialised("8bv32", exchangeBy(round + wait, inBlock)));
  right(initialised("8bv32", exchangeBy(round + "call $parity($$bar, 0bv32, 0bv1);\n", inBlock)));
  wrong(initialised("8bv32", exchangeBy(round, inBlock) + wait), "race write-read s");
  wrong(initialised("9bv32", round + wait), "divergence wait for a phase");
  misused(initialised("8bv32", "call $arrive_as($$bar, 0bv32, 9bv32);\n"), "expects");
  wrong(initialised("8bv32", round + wait, ""), "race write-atomic bar");
  misused(initialised("8bv32", round + wait + "u := t;\n" + round + wait +
                                   "call $object_wait($$bar, 0bv32, u);\n" + round + wait +
                                   "call $object_wait($$bar, 0bv32, u);\n"),
          "phase 0 is waited for in phase 2");
  misused("call t := $object_arrive($$bar, 1bv32);\n", "there is no barrier object");
  right(initialised("8bv32", round + "call p := $test($$bar, 0bv32, t);\n"
                                     "while (!p) { call p := $test($$bar, 0bv32, t); }\n"));
  // Thread 0 leaves the barrier after the first phase.
  right(initialised("8bv32", ifThread("local_id_x == 0bv32", "call t := $drop($$bar, 0bv32);\n",
                                      round + wait + round + wait)));
}

//--- Lanes ----------------------------------------------------------------------------------

TEST_F(Sync, ExchangesGiveValuesAndOrderNoMemory) {
  right(
      "call v := $down(15bv32, local_id_x, 1bv32);\n"
      "assert v == (if rem(local_id_x, 4bv32) == 3bv32 then local_id_x else add(local_id_x, "
      "1bv32));\ncall v := $xor(15bv32, local_id_x, 3bv32);\n"
      "assert v == xor(local_id_x, 3bv32);\n"
      "call m := $ballot(15bv32, rem(local_id_x, 2bv32) == 0bv32);\nassert m == 5bv32;\n"
      "call v := $sum(15bv32, 2bv32);\nassert v == 8bv32;\n");
  wrong(exchangeBy("call w := $xor(15bv32, local_id_x, 1bv32);", inWarp), "race write-read s");
  wrong(ifThread("rem(local_id_x, 4bv32) != 1bv32",
                 "call v := $sum(15bv32, 1bv32);\n"
                 "assert v == 3bv32;\n",
                 "call $block(1bv1, 1bv1);\n"),
        "divergence exchange of lanes");
  wrong(ifThread("rem(local_id_x, 4bv32) == 0bv32", "call v := $sum(15bv32, 1bv32);\n",
                 "call m := $ballot(15bv32, true);\n"),
        "divergence exchange of lanes");
}

TEST_F(Sync, ActiveMask) {
  right(ifThread("rem(local_id_x, 2bv32) == 0bv32",
                 "call m := $active();\ncall $warp(m);\ncall v := $sum(m, 1bv32);\n"));
}

TEST_F(Sync, SomeLaneAccessesEachElement) {
  const std::string read = "call $wread(15bv32, $$s, 0bv32, 2bv32, 2bv32, 2bv32);\n";
  const std::string write = "call $$s := $wwrite(15bv32, $$s, 0bv32, 2bv32, 2bv32, 2bv32);\n";
  threads = 4;
  wrong("$$s[local_id_x] := local_id_x;\n" + read, "race write-read s");
  right("$$s[local_id_x] := local_id_x;\ncall $warp(15bv32);\n" + read);
  wrong(write + "v := $$s[local_id_x];\n", "race write-read s");
  right(write + "call $warp(15bv32);\nv := $$s[local_id_x];\n");
}

//--- Fences and atomic operations -----------------------------------------------------------

std::string atomicCall(const std::string& function, const std::string& operands,
                       const std::string& more = "", const std::string& array = "$$flag",
                       const std::string& cell = "0bv32") {
  return "call {:atomic} {:atomic_function \"__atomic" + function + "_unsigned_int\"} " + operands +
         more + " v, " + array + " := _ATOMIC_OP32(" + array + ", " + cell + ");\n";
}

TEST_F(Sync, ScopesOfAtomicOperations) {
  groups = 2;
  threads = 1;
  right(atomicCall("Add", "{:arg1 1bv32} ", "{:scope \"system\"}"));
  wrong(atomicCall("Add", "{:arg1 1bv32} ", "{:scope \"block\"}"),
        "race atomic-atomic flag between groups");
  right(atomicCall("Add", "{:arg1 1bv32} ", "{:scope \"cluster\"}"));
  groups = 3;
  wrong(atomicCall("Add", "{:arg1 1bv32} ", "{:scope \"cluster\"}"),
        "race atomic-atomic flag between groups");
}

// Group 0 writes and sets the flag, group 1 spins and reads.
std::string flag(const std::string& before, const std::string& store, const std::string& load,
                 const std::string& after) {
  return ifThread("group_id_x == 0bv32", "$$g[0bv32] := 7bv32;\n" + before + store,
                  load + "while (v != 1bv32) {\n" + load + "}\n" + after +
                      "w := $$g[0bv32];\nassert w == 7bv32;\n");
}

TEST_F(Sync, Flags) {
  groups = 2;
  threads = 1;
  const std::string store = atomicCall("Store", "{:arg1 1bv32} ");
  const std::string load = atomicCall("Load", "");
  const std::string fence = "call $fence();\n";
  const std::string blockFence = "call $fence_block();\n";
  right(flag("", atomicCall("Store", "{:arg1 1bv32} ", "{:order \"release\"}"),
             atomicCall("Load", "", "{:order \"acquire\"}"), ""));
  right(flag(fence, store, load, fence));
  right(flag(fence, atomicCall("Exch", "{:arg1 1bv32} "), load, fence));
  const std::string race = "race write-read g between groups";
  wrong(flag("", store, load, fence), race);
  wrong(flag(fence, store, load, ""), race);
  wrong(flag(blockFence, store, load, fence), race);
  wrong(flag(fence, store, load, blockFence), race);
  wrong(flag("", atomicCall("Store", "{:arg1 1bv32} ", "{:order \"release\"}"),
             atomicCall("Load", "", "{:order \"acquire\"} {:scope \"block\"}"), ""),
        race);
}

// What a second store writes heads no chain of the first's.
TEST_F(Sync, AStoreEndsAChainAndAnUpdateGoesOn) {
  groups = 3;
  threads = 1;
  auto relay = [](const std::string& middle) {
    return ifThread("group_id_x == 0bv32",
                    "$$g[0bv32] := 7bv32;\n" +
                        atomicCall("Store", "{:arg1 1bv32} ", "{:order \"release\"}")) +
           ifThread("group_id_x == 1bv32", atomicCall("Load", "") + "while (v != 1bv32) {\n" +
                                               atomicCall("Load", "") + "}\n" + middle) +
           ifThread("group_id_x == 2bv32",
                    atomicCall("Load", "", "{:order \"acquire\"}") + "while (v != 2bv32) {\n" +
                        atomicCall("Load", "", "{:order \"acquire\"}") + "}\nw := $$g[0bv32];\n");
  };
  right(relay(atomicCall("Add", "{:arg1 1bv32} ")));
  wrong(relay(atomicCall("Store", "{:arg1 2bv32} ")), "race write-read g between groups");
}

std::string lastBlock(const std::string& fence, const std::string& scope,
                      const std::string& number) {
  return "$$g[add(mul(group_id_x, 2bv32), local_id_x)] := 1bv32;\n" + fence +
         "call $block(1bv1, 1bv1);\n" +
         ifThread("local_id_x == 0bv32", fence + atomicCall("Add", "{:arg1 1bv32} ", scope) +
                                             fence + "$$last[0bv32] := v;\n") +
         "call $block(1bv1, 1bv1);\nv := $$last[0bv32];\n" +
         ifThread("v == " + number,
                  "i := 0bv32;\nw := 0bv32;\nwhile (ult(i, 6bv32)) { w := add(w, $$g[i]); i := "
                  "add(i, 1bv32); }\n$$h[local_id_x] := w;\n");
}

TEST_F(Sync, LastBlock) {
  groups = 3;
  threads = 2;
  const std::string race = "race write-read g between groups";
  right(lastBlock("call $fence();\n", "", "2bv32"));
  wrong(lastBlock("", "", "2bv32"), race);
  wrong(lastBlock("call $fence_block();\n", "", "2bv32"), race);
  wrong(lastBlock("call $fence();\n", "{:scope \"block\"}", "2bv32"),
        "race atomic-atomic flag between groups");
  // Before the last has come: its write is not ordered with what is read.
  wrong(lastBlock("call $fence();\n", "", "1bv32"), race);
}

// All threads of a block write and fence; after a barrier one of them counts.
TEST_F(Sync, FencesInOrder) {
  groups = 3;
  threads = 2;
  auto body = [](const std::string& fence) {
    return "$$g[add(mul(group_id_x, 2bv32), local_id_x)] := 1bv32;\n" + fence +
           "call $block(1bv1, 1bv1);\n" +
           ifThread("local_id_x == 0bv32",
                    atomicCall("Add", "{:arg1 1bv32} ") + fence +
                        ifThread("v == 2bv32", "w := $$g[1bv32];\nw := $$g[3bv32];\n"));
  };
  right(body("call $fence();\n"));
  wrong(body("call $fence_acq_rel();\n"), "race write-read g between groups");
}

std::string locked(const std::string& enter, const std::string& leave, const std::string& scope) {
  const std::string take = atomicCall("CAS", "{:arg1 0bv32} {:arg2 1bv32} ", scope);
  return take + "while (v != 0bv32) {\n" + take + "}\n" + enter +
         "w := $$g[0bv32];\n$$g[0bv32] := add(w, 1bv32);\n" + leave +
         atomicCall("Exch", "{:arg1 0bv32} ", scope);
}

TEST_F(Sync, Locks) {
  groups = 2;
  threads = 3;  // of one warp, too
  const std::string fence = "call $fence();\n";
  right(locked(fence, fence, ""));
  EXPECT_EQ(elementAfter(last, "g", 0), 6);
  wrong(locked(fence, "", ""), "race write-read g");
  wrong(locked("", fence, ""), "race write-read g");
  wrong(locked("call $fence_block();\n", fence, ""), "race write-read g between groups");
  wrong(locked(fence, fence, "{:scope \"block\"}"), "race atomic-atomic flag between groups");
}

//--- Asynchronous copies --------------------------------------------------------------------

TEST_F(Sync, CopiesOfAThread) {
  const std::string copy =
      "call $$s := $copy(local_id_x, $$g, local_id_x, 1bv32);\ncall $commit();\n";
  const std::string own = "v := $$s[local_id_x];\n";
  const std::string other = "v := $$s[xor(local_id_x, 1bv32)];\n";
  right(copy + "call $wait_group(0bv32);\n" + own);
  right(copy + "call $wait_all();\n" + own);
  wrong(copy + "call $wait_group(1bv32);\n" + own, "race write-read s");
  wrong(copy + own + "call $wait_all();\n", "race write-read s");
  wrong(copy + "call $block(1bv1, 1bv1);\n" + own, "race write-read s");
  wrong(copy + "call $wait_group(0bv32);\n" + other, "race write-read s");
  right(copy + "call $wait_group(0bv32);\ncall $block(1bv1, 1bv1);\n" + other);
  wrong(copy + "call $block(1bv1, 1bv1);\ncall $wait_group(0bv32);\n" + other, "race write-read s");
  wrong(copy + "$$g[local_id_x] := 1bv32;\ncall $wait_all();\n", "race read-write g");
  // Not committed: no group to wait for.
  wrong("call $$s := $copy(local_id_x, $$g, local_id_x, 1bv32);\ncall $wait_group(0bv32);\n" + own,
        "race write-read s");
}

TEST_F(Sync, PipelinesOfCopies) {
  auto pipeline = [](const std::string& left) {
    const std::string stage =
        "call $$s := $copy(add(mul(rem(i, 2bv32), 8bv32), local_id_x), $$g, "
        "add(mul(i, 8bv32), local_id_x), 1bv32);\ncall $commit();\n";
    return "i := 0bv32;\n" + stage + "i := 1bv32;\nwhile (ult(i, 5bv32)) {\n" + stage +
           "call $wait_group(" + left +
           ");\nv := $$s[add(mul(rem(sub(i, 1bv32), 2bv32), 8bv32), local_id_x)];\n"
           "i := add(i, 1bv32);\n}\ncall $wait_all();\n";
  };
  right(pipeline("1bv32"));
  wrong(pipeline("2bv32"), "race write-read s");
}

TEST_F(Sync, CopiesThatCompleteOnAnObject) {
  auto bulk = [](const std::string& bytes, const std::string& wait) {
    return initialised("1bv32", ifThread("local_id_x == 0bv32",
                                         "call $expect($$bar, 0bv32, " + bytes +
                                             ");\ncall $$s := $bulk(0bv32, $$g, 0bv32, 8bv32, "
                                             "$$bar, 0bv32);\n"
                                             "call t := $object_arrive($$bar, 0bv32);\n") +
                                    wait + "v := $$s[local_id_x];\n");
  };
  const std::string wait = "call $parity($$bar, 0bv32, 0bv1);\n";
  right(bulk("32bv32", wait));
  wrong(bulk("32bv32", ""), "race write-read s");
  wrong(bulk("36bv32", wait), "divergence wait for a phase");
  // Copies of all threads count as arrivals.
  right(initialised("8bv32",
                    "call $$s := $copy(local_id_x, $$g, local_id_x, 1bv32);\n"
                    "call $copies($$bar, 0bv32);\n" +
                        wait + "v := $$s[xor(local_id_x, 1bv32)];\n"));
}

//--- Turns ----------------------------------------------------------------------------------

// A lane that spins on what another lane of its warp does.
TEST_F(Sync, SpinningWithinAWarp) {
  threads = 2;
  right(ifThread("local_id_x == 0bv32",
                 atomicCall("Load", "") + "while (v != 1bv32) {\n" + atomicCall("Load", "") + "}\n",
                 atomicCall("Store", "{:arg1 1bv32} ")));
}

}  // namespace
}  // namespace barricade
