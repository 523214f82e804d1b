// Primitives of synchronisation: what their declarations and calls mean, and what is wrong.
#include "frontend/reading_test.h"

namespace barricade::test {
namespace {

const Synchronization& primitive(const Program& program, const std::string& procedure) {
  const Procedure& found = procedureOf(program, procedure);
  EXPECT_TRUE(found.synchronization) << procedure;
  static const Synchronization none;
  return found.synchronization ? *found.synchronization : none;
}

TEST(Synchronization, BarriersOfBugleAreAsBefore) {
  const auto program = programOf(
      "procedure {:barrier} $b($0: bv1, $1: bv1);\n"
      "procedure {:grid_barrier} $g($0: bv1, $1: bv1);\n");
  EXPECT_EQ(program->barrier()->name, "$b");
  EXPECT_EQ(program->gridBarrier()->name, "$g");
  EXPECT_TRUE(primitive(*program, "$b").isPlainBarrier());
  EXPECT_EQ(primitive(*program, "$g").scope, Scope::Device);
}

TEST(Synchronization, BarriersOfOtherScopesAndHalves) {
  const auto program = programOf(
      "procedure {:barrier} {:scope \"warp\"} $syncwarp(mask: bv32);\n"
      "procedure {:barrier} {:scope \"tile\"} $tile(size: bv32);\n"
      "procedure {:barrier} {:scope \"cluster\"} {:arrive} {:order \"relaxed\"} $arrive();\n"
      "procedure {:barrier} {:scope \"grid\"} {:wait} $wait();\n"
      "procedure {:barrier} {:reduce \"count\"} $count(l: bv1, g: bv1, p: bool) returns (n: "
      "bv32);\n"
      "procedure {:named_barrier} {:arrive} $bar(id: bv32, n: bv32);\n");
  EXPECT_EQ(program->barrier(), nullptr);
  EXPECT_EQ(procedureOf(*program, "$syncwarp").role, Procedure::Role::Synchronization);
  EXPECT_EQ(primitive(*program, "$syncwarp").primitive, SyncPrimitive::WarpBarrier);
  EXPECT_EQ(primitive(*program, "$syncwarp").position(SyncParameter::Mask), 0u);
  EXPECT_EQ(primitive(*program, "$tile").scope, Scope::Tile);
  const Synchronization& arrive = primitive(*program, "$arrive");
  EXPECT_TRUE(arrive.arrives && !arrive.waits && !arrive.ordersMemory());
  EXPECT_EQ(arrive.scope, Scope::Cluster);
  const Synchronization& wait = primitive(*program, "$wait");
  EXPECT_TRUE(!wait.arrives && wait.waits && wait.ordersMemory());
  EXPECT_EQ(primitive(*program, "$count").reduction, BarrierReduction::Count);
  EXPECT_EQ(primitive(*program, "$count").position(SyncParameter::Flag), 2u);
  EXPECT_FALSE(primitive(*program, "$bar").waits);
}

TEST(Synchronization, OptionalParametersAreFoundByTheirTypes) {
  const auto program = programOf(
      "procedure {:async_copy} $c(d: bv32, S: [bv32]bv8, s: bv32, n: bv32) returns (D: "
      "[bv32]bv8);\n"
      "procedure {:async_copy} $z(d: bv32, S: [bv32]bv8, s: bv32, n: bv32, z: bv32)"
      " returns (D: [bv32]bv8);\n"
      "procedure {:async_copy} {:bulk} $b(d: bv32, S: [bv32]bv8, s: bv32, n: bv32, B: [bv32]bv64,"
      " o: bv32) returns (D: [bv32]bv8);\n"
      "procedure {:exchange \"shfl\"} $s(m: bv32, v: bv64, l: bv32) returns (r: bv64);\n"
      "procedure {:exchange \"shfl\"} $w(m: bv32, v: bv64, l: bv32, w: bv32) returns (r: bv64);\n"
      "procedure {:fence} {:scope \"block\"} {:order \"release\"} $f();\n"
      "procedure {:mbarrier \"arrive\"} $a(B: [bv32]bv64, o: bv32) returns (t: bv64);\n"
      "procedure {:mbarrier \"arrive\"} $n(B: [bv32]bv64, o: bv32, n: bv32);\n"
      "procedure {:mbarrier \"wait\"} {:parity} {:scope \"cluster\"} $p(B: [bv32]bv64, o: bv32,"
      " t: bv1);\n");
  EXPECT_EQ(primitive(*program, "$c").parameters, "dSpe");
  EXPECT_EQ(primitive(*program, "$z").parameters, "dSpez");
  EXPECT_EQ(primitive(*program, "$b").parameters, "dSpeOo");
  EXPECT_EQ(primitive(*program, "$s").parameters, "mvn");
  EXPECT_EQ(primitive(*program, "$w").parameters, "mvnw");
  EXPECT_EQ(primitive(*program, "$f").scope, Scope::Block);
  EXPECT_EQ(primitive(*program, "$f").order, MemoryOrder::Release);
  EXPECT_EQ(primitive(*program, "$a").parameters, "Oo");
  EXPECT_EQ(primitive(*program, "$n").parameters, "Ooa");
  EXPECT_TRUE(primitive(*program, "$p").parity);
  EXPECT_EQ(primitive(*program, "$p").scope, Scope::Cluster);
}

// A program with these lines after what atomic operations need.
std::string withAtomics(std::string_view lines) {
  std::string text =
      "var {:global} A: [bv32]bv32;\n"
      "procedure _ATOMIC_OP32(x: [bv32]bv32, y: bv32) returns (z: bv32, A: [bv32]bv32);\n";
  text += lines;
  return text;
}

TEST(Synchronization, AtomicOperationsHaveOrderAndScope) {
  const auto program = programOf(withAtomics(
      "procedure {:kernel} {:exited_threads \"excused\"} K() { var v: bv32;\n"
      "call {:atomic} {:atomic_function \"__atomicLoad_int\"} {:order \"acquire\"} {:scope "
      "\"block\"} v, A := _ATOMIC_OP32(A, 0bv32);\n"
      "call {:atomic} {:atomic_function \"__atomicAdd_int\"} {:arg1 1bv32} v, A := _ATOMIC_OP32(A, "
      "0bv32); }\n"));
  const Procedure& kernel = *program->kernels().front();
  EXPECT_TRUE(kernel.excusesExited);
  const AtomicInfo& load = *kernel.blocks[0]->statements[0].as<Call>()->atomic;
  EXPECT_EQ(load.order, MemoryOrder::Acquire);
  EXPECT_EQ(load.scope, Scope::Block);
  const AtomicInfo& add = *kernel.blocks[0]->statements[1].as<Call>()->atomic;
  EXPECT_EQ(add.order, MemoryOrder::Relaxed);
  EXPECT_EQ(add.scope, Scope::Device);
}

TEST(Synchronization, PrintedAndReadAgain) {
  const auto program = programOf(withAtomics(
      "procedure {:barrier} {:scope \"warp\"} $w(m: bv32);\n"
      "procedure {:kernel} {:exited_threads \"required\"} K() { var v: bv32;\n"
      "call {:atomic} {:atomic_function \"__atomicExch_int\"} {:arg1 1bv32} {:order \"release\"} "
      "{:scope \"cluster\"} v, A := _ATOMIC_OP32(A, 0bv32); call $w(v); }\n"));
  std::ostringstream once;
  print(once, *program);
  const auto again = programOf(once.str());
  std::ostringstream twice;
  print(twice, *again);
  EXPECT_EQ(once.str(), twice.str());
  EXPECT_EQ(primitive(*again, "$w").scope, Scope::Warp);
  const AtomicInfo& exchange = *again->kernels()[0]->blocks[0]->statements[0].as<Call>()->atomic;
  EXPECT_EQ(exchange.scope, Scope::Cluster);
}

TEST(Synchronization, ErrorsOfDeclarations) {
  const std::pair<const char*, const char*> cases[] = {
      {"procedure {:barrier} {:scope \"wrap\"} P(m: bv32);",
       "there is no barrier with the scope 'wrap', only block, cluster, grid, warp, tile"},
      {"procedure {:mbarrier \"enter\"} P();",
       "there is no mbarrier 'enter', only init, invalidate, arrive, drop, expect, copies, wait, "
       "test"},
      {"procedure {:barrier} {:scope \"warp\"} P();",
       "a warp barrier has the parameters ([local : bv1, global : bv1], mask : bv) and no result"},
      {"procedure {:barrier} {:scope \"warp\"} {:arrive} P(m: bv32);",
       "a warp barrier has no halves arrive and wait"},
      {"procedure {:named_barrier} {:wait} P(i: bv32, n: bv32);",
       "a named barrier has no half 'wait'; without 'arrive' it is whole"},
      {"procedure {:barrier} {:arrive} {:wait} P();",
       "a half of a barrier is 'arrive' or 'wait', not both"},
      {"procedure {:fence} {:scope \"warp\"} P();",
       "the scope 'warp' is none of block, cluster, device, system"},
      {"procedure {:exchange \"any\"} {:arrive} P(m: bv32, f: bool) returns (r: bool);",
       "an exchange of lanes has no halves arrive and wait"},
      {"procedure {:fence} {:order \"relaxed\"} P();", "a fence cannot have the order 'relaxed'"},
      {"procedure {:barrier} {:order \"sequential\"} P($0: bv1, $1: bv1);",
       "the order 'sequential' is none of relaxed, acquire, release, acq_rel, seq_cst"},
      {"procedure {:exchange \"shfl\"} P(m: bv32, v: bv64, l: bv32) returns (r: bv32);",
       "'r' has another type than 'v'"},
      {"procedure {:async_copy} P(d: bv32, S: [bv32]bv8, s: bv32, n: bv32) returns (D: "
       "[bv32]bv16);",
       "'D' has another type than 'S'"},
      {"procedure {:copy_wait} {:read} P(n: bv32);",
       "a wait for copies cannot have the attribute 'read'"},
      {"procedure {:copy_commit} {:fence} P();", "the procedure 'P' has contradicting attributes"},
      {"procedure {:barrier} {:reduce \"sum\"} P(l: bv1, g: bv1, p: bool) returns (n: bv32);",
       "the reduction 'sum' is none of count, and, or"},
      {"procedure {:kernel} {:exit} P();", "the procedure 'P' has contradicting attributes"},
      {"procedure {:kernel} {:exited_threads \"no\"} P();",
       "exited threads are 'excused' or 'required', not 'no'"},
      {"procedure {:exit} P() { return; }",
       "'P' is a primitive of synchronisation and has no body"},
  };
  for (const auto& [text, message] : cases) {
    const auto found = diagnosticsOf(text);
    ASSERT_EQ(found.size(), 1u) << text;
    EXPECT_EQ(found[0].substr(found[0].find(": ") + 2), message);
  }
}

TEST(Synchronization, ErrorsOfCalls) {
  const std::pair<const char*, const char*> cases[] = {
      {"call {:atomic} {:atomic_function \"f\"} {:order \"strong\"} v, A := _ATOMIC_OP32(A, "
       "0bv32);",
       "the order 'strong' is none of relaxed, acquire, release, acq_rel, seq_cst"},
      {"call {:atomic} {:atomic_function \"f\"} {:scope \"warp\"} v, A := _ATOMIC_OP32(A, 0bv32);",
       "the scope 'warp' is none of thread, block, cluster, device, system"},
      {"call B := $ww(v, A, v, v, v, v);",
       "a write by a warp updates the array it is given: call A := $ww(mask, A, ...)"},
  };
  for (const auto& [call, message] : cases) {
    std::string text = withAtomics(
        "var {:global} B: [bv32]bv32;\n"
        "procedure {:warp_write} $ww(m: bv32, A: [bv32]bv32, o: bv32, r: bv32, c: bv32, s: bv32) "
        "returns (R: [bv32]bv32);\n"
        "procedure {:kernel} K() { var v: bv32; ");
    text += call;
    text += " }";
    const auto found = diagnosticsOf(text);
    ASSERT_EQ(found.size(), 1u) << call;
    EXPECT_EQ(found[0].substr(found[0].find(": ") + 2), message);
  }
}

}  // namespace
}  // namespace barricade::test
