// One test for each thing about Bugle's output that a reader easily gets wrong.
#include "frontend/reading_test.h"

namespace barricade::test {
namespace {

// Temporaries are declared in any order.
TEST(Pitfalls, OrderOfTemporaries) {
  const auto program =
      programOf("procedure P() { var v1:bv8; var v0:bv8; var $i.0:bv8; $i.0, v0 := v1, $i.0; }");
  const Procedure& p = procedureOf(*program, "P");
  EXPECT_EQ(p.locals.at(0)->name, "v1");
  const Assign& assign = *p.entry()->statements.at(0).as<Assign>();
  EXPECT_EQ(assign.targets.at(0).variable->name, "$i.0");
  EXPECT_EQ(assign.values.at(1)->variable()->name, "$i.0");
}

TEST(Pitfalls, MarkersAndCallsWithoutNumbers) {
  programOf(
      "procedure BV8_CTLZ(val : bv8, isZeroUndef : bool) returns (count : bv8);\n"
      "ensures ((val[8:7] == 1bv1))  ==> (count == 0bv8);\n"
      "ensures (isZeroUndef && val == 0bv8)  ==> count == 8bv8;\n"
      "procedure P() { var v0: bv8;\n$entry:\n  assert {:block_sourceloc} true;\n"
      "  call   v0 := BV8_CTLZ(v0, false);\n\n  call v0 := BV8_CTLZ(v0, true);\n  return;\n}\n",
      InputFile{"t.loc", ""});
}

TEST(Pitfalls, RequiresWithoutAttributes) {
  const auto program = programOf(
      "type ptr = bv8; var {:constant} $$x: [bv8]bv32; function MKPTR(bv2, bv6): ptr;\n"
      "procedure {:kernel} $k($q.coerce0:ptr)\nrequires $$x[0bv8] == 3bv32;\n"
      "requires ($q.coerce0) == MKPTR(1bv2, 0bv6);\n{ }\n");
  EXPECT_EQ(procedureOf(*program, "$k").specifications.size(), 2u);
}

TEST(Pitfalls, ProcedureWideInvariantIsNoPrecondition) {
  const auto program = programOf(
      "procedure P()\nrequires {:candidate} {:procedure_wide_invariant} {:do_not_predicate} true;\n"
      "requires {:do_not_predicate} true;\n{ }");
  const auto& specifications = procedureOf(*program, "P").specifications;
  EXPECT_TRUE(specifications[0].procedureWide);
  EXPECT_TRUE(specifications[0].candidateInvariant);
  EXPECT_FALSE(specifications[0].predicated);
  EXPECT_FALSE(specifications[1].procedureWide);
  EXPECT_FALSE(specifications[1].predicated);
}

TEST(Pitfalls, NoArraysAtAll) {
  EXPECT_TRUE(
      programOf("type _SIZE_T_TYPE = bv32;\nprocedure {:kernel} $k() { }")->arrays().empty());
}

// Two arrays of one width share the declaration of the atomic operation.
TEST(Pitfalls, SharedAtomicOperation) {
  const auto program = programOf(
      "type ptr = bv32; var A: [bv32]bv32; var B: [bv32]ptr;\n"
      "procedure _ATOMIC_OP32(x : [bv32]bv32, y : bv32) returns (z : bv32, A : [bv32]bv32);\n"
      "procedure P() { var v: bv32;\n"
      "call {:atomic} {:atomic_function \"f\"} v, A := _ATOMIC_OP32(A, 0bv32);\n"
      "call {:atomic} {:atomic_function \"f\"} v, B := _ATOMIC_OP32(B, 0bv32); }");
  EXPECT_EQ(globalOf(*program, "B").typeSpelling, "[bv32]ptr");
  EXPECT_EQ(globalOf(*program, "B").type, globalOf(*program, "A").type);
}

TEST(Pitfalls, LabelsVariablesAndProceduresMayShareASpelling) {
  const auto program =
      programOf("procedure $5() { var $5: bv8;\n$5:\n  $5 := 1bv8;\n  call $5();\n  goto $5;\n}");
  EXPECT_EQ(procedureOf(*program, "$5").entry()->label, "$5");
}

TEST(Pitfalls, HugeLiterals) {
  const auto program = programOf("var v: bv3104; axiom v != 36893488147419103232bv3104;");
  EXPECT_EQ(program->axioms()[0]->condition->arg(1)->value(), BigInt(1) << 65);
}

// A pointer parameter of a helper is an element offset; the helper names the array itself.
TEST(Pitfalls, HelperReceivesAnOffset) {
  programOf(
      "var {:global} $$arg.A: [bv32]bv32;\n"
      "procedure $f($p:bv32) returns ($ret:bv32) {\n$entry:\n  $ret := $$arg.A[$p];\n  return;\n}\n"
      "procedure {:kernel} $k() { var v0:bv32;\n$entry:\n"
      "  call {:sourceloc_num 0}   v0 := $f(0bv32);\n  return;\n}");
}

TEST(Pitfalls, AttributeAndNameMayTouch) {
  const auto program = programOf(
      "var {:global} $$x: [bv8]bv8;\nvar {:atomic_usedmap} {:atomic_global}_USED_$$x : "
      "[bv8][bv8]bool;\nprocedure P() { assert _USED_$$x[0bv8][1bv8]; }");
  EXPECT_EQ(globalOf(*program, "_USED_$$x").subject, &globalOf(*program, "$$x"));
}

TEST(Pitfalls, ConstantGuards) {
  const auto program = programOf(
      "axiom true; procedure P() {\n$entry: goto $truebb, $falsebb;\n"
      "$truebb: assume {:partition} true; return;\n$falsebb: assume {:partition} false; return; }");
  EXPECT_TRUE(procedureOf(*program, "P").blocks[2]->statements[0].as<Assume>()->partition);
}

TEST(Pitfalls, KernelMayBeMissing) {
  EXPECT_TRUE(programOf("type _SIZE_T_TYPE = bv32;\nprocedure $f();")->kernels().empty());
}

TEST(Pitfalls, SpecialLookingNamesAreOrdinary) {
  const auto program =
      programOf("procedure $__shfl_up($x:bv32) returns ($ret:bv32);\nvar $$0: [bv8]bv8;");
  EXPECT_EQ(procedureOf(*program, "$__shfl_up").role, Procedure::Role::Ordinary);
  EXPECT_EQ(program->arrays().at(0)->sourceName, "0");
}

// Names are used before they are declared.
TEST(Pitfalls, UsesPrecedeDeclarations) {
  programOf(
      "const $arrayId$$A : arrayId;\naxiom $arrayId$$A == 1bv2;\ntype arrayId = id;\n"
      "type id = bv2;\nprocedure P() { call Q(); assert f(x); }\nprocedure Q();\n"
      "function f(bool): bool;\nvar x: bool;\n");
}

TEST(Pitfalls, PointerCaseSplit) {
  const auto program = programOf(
      "type ptr = bv8; var {:global} A, B: [bv8]bv8; const a, b: bv2;\n"
      "function {:inline true} base#MKPTR(p: ptr) : bv2 {\n  p[8:6]\n}\n"
      "procedure P(p: ptr) { var v1: bv8;\n$entry:\n"
      "  if (base#MKPTR(p) == a) {\n    assert {:sourceloc} true;\n    v1 := A[p];\n"
      "  } else if (base#MKPTR(p) == b) {\n    v1 := B[p];\n"
      "  } else {\n    assert {:bad_pointer_access} false;\n  }\n  return;\n}");
  EXPECT_EQ(procedureOf(*program, "P").blocks.size(), 7u);
}

TEST(Pitfalls, InlineFunctionsOnOneLine) {
  const auto program = programOf(
      "function {:bvbuiltin \"bvadd\"} BV9_ADD(bv9, bv9): bv9;\n"
      "function {:inline true} __add_noovfl_2(v0:bv8, v1:bv8) : bv1 "
      "{if BV9_ADD(0bv1 ++ v0, 0bv1 ++ v1)[9:8] == 0bv1 then 1bv1 else 0bv1}\n"
      "procedure {:inline 1} $__add_noovfl_signed_8(x : bv8, y : bv8) returns (z : bv8) "
      "{ assume true; z := x; }");
  EXPECT_EQ(program->functions().at(1)->body->op(), Op::Ite);
}

TEST(Pitfalls, MathInt) {
  const auto program = programOf(
      "type _SIZE_T_TYPE = bv32;\nvar {:global} $$A : [int]int;\n"
      "axiom {:array_info \"$$A\"} {:global} {:elem_width 32} {:source_elem_width 32} "
      "{:source_dimensions \"*\"} true;\n"
      "function {:inline true} BV32_ADD(x : int, y : int) : int {\n  x + y\n}\n"
      "function {:inline true} BV32_UREM(x : int, y : int) : int {\n  x mod y\n}\n"
      "function  BV32_ASHR(int, int) : int;\nfunction BV_EXTRACT(int, int, int) : int;\n"
      "procedure {:barrier} $bugle_barrier($0:int, $1:int);\n"
      "procedure {:kernel} $k($n:int) {\n  var v0:int;\n$entry:\n"
      "  v0 := $$A[BV_EXTRACT(BV32_ADD($n, -4), 8, 0)];\n  call $bugle_barrier(1, 1);\n}\n"
      "axiom (if 1 == 1 then 1 else 0) != 0;");
  EXPECT_TRUE(program->mathInt);
  EXPECT_EQ(program->functions().at(1)->body->op(), Op::IntMod);
  EXPECT_EQ(program->arrays().at(0)->elementWidth, 32u);
}

TEST(Pitfalls, FunctionPointersAreNumberedInFewBits) {
  const auto program = programOf(
      "var {:source_name \"table\"} {:constant} $$table : [bv32]bv3;\n"
      "axiom {:array_info \"$$table\"} {:constant} {:elem_width 32} {:source_name \"table\"} "
      "{:source_elem_width 32} {:source_dimensions \"2\"} true;\n"
      "const $functionId$$f : bv3;\naxiom $functionId$$f == 1bv3;\n");
  const Array& table = *program->arrays().at(0);
  EXPECT_EQ(table.elementWidth, 32u);
  EXPECT_EQ(table.variable->type->range()->width(), 3u);
}

TEST(Pitfalls, WideSizeT) {
  const auto program = programOf(
      "type _SIZE_T_TYPE = bv64;\nvar {:global} $$A : [bv64]bv32;\n"
      "const {:local_id_x} local_id_x : bv32;\nconst _WATCHED_OFFSET : bv64;\n"
      "function {:bvbuiltin \"zero_extend 32\"} BV32_ZEXT64(bv32) : bv64;\n"
      "procedure {:kernel} $k() { var v0: bv32; v0 := $$A[BV32_ZEXT64(local_id_x)]; }");
  EXPECT_EQ(program->pointerWidth, 64u);
}

// Companion files come after the program and refer to its declarations.
TEST(Pitfalls, CompanionFiles) {
  const auto program =
      programOf("function A(bv32, bv32): bv32;", std::nullopt,
                {{"axioms.bpl",
                  "type T = bv32;\nfunction {:bvbuiltin \"bvule\"} ULE(T, T) : bool;\n"
                  "axiom (forall x, y : T :: { A(x, y) } ULE(x, A(x, y)) && ULE(y, A(x, y)));\n"}});
  ASSERT_EQ(program->axioms().size(), 1u);
  EXPECT_EQ(toString(*program, program->axioms()[0]->condition),
            "(forall x: T, y: T :: { A(x, y) } ULE(x, A(x, y)) && ULE(y, A(x, y)))");
  EXPECT_EQ(program->declarations.size(), 4u);
}

TEST(Pitfalls, CompanionErrorsNameTheirFile) {
  Diagnostics diagnostics;
  EXPECT_EQ(parseProgram({"k.gbpl", "function A(bv32): bv32;"}, {{"a.bpl", "axiom B(1bv8);"}}, {},
                         diagnostics),
            nullptr);
  EXPECT_EQ(diagnostics.toString(),
            "a.bpl:1:7: error: unknown function 'B'\n  axiom B(1bv8);\n        ^\n");
}

TEST(Pitfalls, SpecificationProcedure) {
  const auto program = programOf(
      "var {:global} $$A: [bv8]bv8; var _WRITE_HAS_OCCURRED_$$A: bool;\n"
      "procedure {:source_name \"__spec_f\"} $__spec_f($x:bv8) returns ($ret:bv8);\n"
      "requires {:sourceloc_num 0} $x != 0bv8;\nensures {:do_not_predicate} $ret == old($$A[$x]);\n"
      "modifies _WRITE_HAS_OCCURRED_$$A;\nmodifies $$A;\n\n");
  const auto& specifications = procedureOf(*program, "$__spec_f").specifications;
  EXPECT_EQ(specifications.at(3).modified.at(0), &globalOf(*program, "$$A"));
}

}  // namespace
}  // namespace barricade::test
