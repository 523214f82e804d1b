#include "frontend/reading_test.h"

namespace barricade::test {
namespace {

const std::string before =
    "var {:global} A: [bv8]bv8; function f(bv8): bool;\n"
    "procedure P(n: bv8, m: bool) returns (r: bv8)\n{\n  var i: bv8;\n";

std::string body(const std::string& text) {
  const auto program = programOf(before + text + "}\n");
  const std::string all = printed(*program, "P");
  const std::size_t start = all.find("var i: bv8;\n") + 12;
  return all.substr(start, all.rfind('}') - start);
}

TEST(BodyReader, WhileWithInvariants) {
  EXPECT_EQ(body("  while (i != n) invariant f(i); free invariant f(n); { i := n; }\n  r := i;\n"),
            "$entry:\n"
            "  goto $while.head;\n"
            "$while.head:\n"
            "  assert {:originated_from_invariant} f(i);\n"
            "  assume f(n);\n"
            "  goto $while.body, $while.end;\n"
            "$while.body:\n"
            "  assume {:partition} i != n;\n"
            "  i := n;\n"
            "  goto $while.head;\n"
            "$while.end:\n"
            "  assume {:partition} !(i != n);\n"
            "  r := i;\n"
            "  return;\n");
  const auto program = programOf(before + "while (m) invariant f(i); {}\n}");
  const Block& head = *procedureOf(*program, "P").blocks.at(1);
  EXPECT_EQ(head.statements.at(0).as<Assert>()->kind, Assert::Kind::Invariant);
}

TEST(BodyReader, IfChainWithoutElse) {
  EXPECT_EQ(body("  if (m) { i := n; } else if (*) { return; }\n"),
            "$entry:\n"
            "  goto $if.then, $if.else;\n"
            "$if.then:\n"
            "  assume {:partition} m;\n"
            "  i := n;\n"
            "  goto $if.end0;\n"
            "$if.else:\n"
            "  assume {:partition} !m;\n"
            "  goto $if.then0, $if.else0;\n"
            "$if.then0:\n"
            "  return;\n"
            "$if.else0:\n"
            "  goto $if.end;\n"
            "$if.end:\n"
            "  goto $if.end0;\n"
            "$if.end0:\n"
            "  return;\n");
}

TEST(BodyReader, BothSidesLeave) {
  EXPECT_EQ(body("  if (*) { return; } else { goto a; }\na: i := n;\n"),
            "$entry:\n  goto $if.then, $if.else;\n"
            "$if.then:\n  return;\n"
            "$if.else:\n  goto a;\n"
            "a:\n  i := n;\n  return;\n");
}

TEST(BodyReader, ReturnInTheMiddleOfABlock) {
  EXPECT_EQ(body("a: return; i := n; goto a;\n"),
            "a:\n  return;\n$unreachable:\n  i := n;\n  goto a;\n");
}

TEST(BodyReader, FallsThroughToTheNextBlock) {
  EXPECT_EQ(body("a: i := n;\nb: i := r;\n"),
            "a:\n  i := n;\n  goto b;\nb:\n  i := r;\n  return;\n");
}

// After LLVM's `unreachable`, Bugle writes neither `goto` nor `return`.
TEST(BodyReader, FailedAssertionEndsItsBlock) {
  EXPECT_EQ(body("a: assert {:sourceloc_num 1} false;\nb: return;\n"),
            "a:\n  assert {:sourceloc_num 1} false;\n  return;\nb:\n  return;\n");
}

TEST(BodyReader, FreshLabelsDifferFromWrittenOnes) {
  EXPECT_EQ(body("  if (*) { goto $if.then; }\n$if.then: goto $if.end;\n$if.end: return;\n"),
            "$entry:\n  goto $if.then0, $if.else;\n"
            "$if.then0:\n  goto $if.then;\n"
            "$if.else:\n  goto $if.end0;\n"
            "$if.end0:\n  goto $if.then;\n"
            "$if.then:\n  goto $if.end;\n"
            "$if.end:\n  return;\n");
}

TEST(BodyReader, EmptyBodyHasOneBlock) {
  EXPECT_EQ(body(""), "$entry:\n  return;\n");
}

TEST(BodyReader, ImplementationBesideProcedure) {
  const auto program = programOf(
      "implementation P(k: bv8) returns (s: bv8) { s := k; }\n"
      "procedure P(n: bv8) returns (r: bv8);\nrequires n == n;\n");
  EXPECT_EQ(printed(*program, "P"),
            "\nprocedure P(n: bv8) returns (r: bv8)\nrequires n == n;\n{\n$entry:\n  r := n;\n"
            "  return;\n}\n\n");
  EXPECT_EQ(program->declarations.size(), 1u);
}

TEST(BodyReader, SharedConditionIsReportedOnce) {
  EXPECT_EQ(diagnosticsOf("procedure P() { if (x) {} else {} }").size(), 1u);
}

TEST(BodyReader, Calls) {
  const auto program = programOf(
      "procedure {:barrier} $b(l: bv1, g: bv1);\n"
      "procedure _ATOMIC_OP8(x: [bv8]bv8, y: bv8) returns (z: bv8, A: [bv8]bv8);\n"
      "var A: [bv8]bv8;\nprocedure P() { var v: bv8;\n"
      "call {:barrier_variable \"b7\"} {:weight 10} {:scope \"block\"} $b(1bv1, 0bv1);\n"
      "call {:atomic} {:atomic_function \"f\"} {:arg1 v} {:arg2 A[v]} {:parts 4} {:part 2} "
      "{:scope \"cluster\"} v, A := _ATOMIC_OP8(A, 1bv8);\n}");
  const auto& statements = procedureOf(*program, "P").entry()->statements;
  const Call& barrier = *statements.at(0).as<Call>();
  EXPECT_EQ(barrier.callee->role, Procedure::Role::Barrier);
  EXPECT_EQ(barrier.site, SiteId{"b7"});
  const Call& atomic = *statements.at(1).as<Call>();
  ASSERT_TRUE(atomic.atomic);
  EXPECT_EQ(atomic.atomic->function, "f");
  EXPECT_EQ(atomic.atomic->parts, 4u);
  EXPECT_EQ(atomic.atomic->part, 2u);
  EXPECT_EQ(atomic.atomic->scope, Scope::Cluster);
  ASSERT_EQ(atomic.atomic->args.size(), 2u);
  EXPECT_EQ(atomic.atomic->args[1]->op(), Op::Select);
  EXPECT_EQ(atomic.results.at(1), &globalOf(*program, "A"));
}

TEST(BodyReader, KindsOfAssertions) {
  const auto program = programOf(
      "const {:existential true} _c0: bool;\nprocedure P() { var b: bool;\n"
      "assert {:block_sourceloc} true;\nassert {:sourceloc} true;\n"
      "assert {:bad_pointer_access} false;\n"
      "assert {:do_not_predicate} {:tag \"user\"} {:originated_from_invariant} _c0 ==> b ==> b;\n"
      "assert b;\n}");
  const auto& statements = procedureOf(*program, "P").entry()->statements;
  const auto at = [&](std::size_t i) { return *statements.at(i).as<Assert>(); };
  EXPECT_EQ(at(0).kind, Assert::Kind::BlockMarker);
  EXPECT_EQ(at(1).kind, Assert::Kind::Marker);
  EXPECT_EQ(at(2).kind, Assert::Kind::BadPointerAccess);
  EXPECT_EQ(at(3).kind, Assert::Kind::Invariant);
  EXPECT_FALSE(at(3).predicated);
  EXPECT_EQ(at(3).candidate, &globalOf(*program, "_c0"));
  EXPECT_EQ(toString(at(3).condition), "b ==> b");
  EXPECT_EQ(at(4).kind, Assert::Kind::Check);
  EXPECT_TRUE(at(4).predicated);
}

}  // namespace
}  // namespace barricade::test
