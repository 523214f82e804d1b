// Programs that later stages make: what they state as facts, without attributes, is printed.
// (frontend/round_trip_test.cpp prints what was read.)
#include "ir/printer.h"

#include <gtest/gtest.h>

namespace barricade {
namespace {

class PrinterTest : public testing::Test {
 protected:
  Variable* variable(const std::string& name, Type type) {
    Variable* v = program.newVariable();
    v->name = name;
    v->type = type;
    return v;
  }
  Expr reference(const std::string& name, Type type) { return pool.variable(variable(name, type)); }

  // The text of a procedure P() with one block of these statements.
  std::string body(std::vector<Statement> statements) {
    Procedure* procedure = program.addProcedure();
    procedure->name = "P";
    procedure->addBlock("b")->statements = std::move(statements);
    const std::string text = toString(program);
    const std::size_t start = text.find("b:\n") + 3;
    return text.substr(start, text.find("  return;") - start);
  }

  Program program;
  ExprPool& pool = program.pool();
};

TEST_F(PrinterTest, DeclaresOperatorsThatTheProgramDoesNot) {
  const Expr x = reference("x", bitVectorType(8));
  Function* add = program.addFunction();
  add->name = "PLUS";
  for (int i = 0; i < 2; ++i) add->parameters.push_back(variable("", bitVectorType(8)));
  add->result = bitVectorType(8);
  add->builtin = Op::BvAdd;
  add->attributes = {{"bvbuiltin", {std::string("bvadd")}}};
  Function* taken = program.addFunction();
  taken->name = "BV8_ULT";
  taken->result = boolType();
  program.addAxiom()->condition = pool.make(Op::BvUlt, pool.make(Op::BvAdd, x, x), x);
  program.addAxiom()->condition =
      pool.make(Op::Equal, pool.extend(Op::SignExtend, x, 32), pool.bitVector(7, 32));
  EXPECT_EQ(toString(program),
            "function {:bvbuiltin \"bvadd\"} PLUS(bv8, bv8): bv8;\n"
            "function BV8_ULT(): bool;\n"
            "axiom BV8_ULT_(PLUS(x, x), x);\n"
            "axiom BV8_SEXT32(x) == 7bv32;\n"
            "function {:bvbuiltin \"sign_extend 24\"} BV8_SEXT32(bv8): bv32;\n"
            "function {:bvbuiltin \"bvult\"} BV8_ULT_(bv8, bv8): bool;\n");
}

TEST_F(PrinterTest, WritesLargePartsThatStandInSeveralPlacesOnce) {
  const Expr x = reference("x", bitVectorType(8));
  Expr deep = x;
  for (int i = 0; i < 64; ++i) deep = pool.make(Op::BvAdd, pool.make(Op::BvXor, deep, x), deep);
  program.addAxiom()->condition = pool.make(Op::Equal, deep, x);
  const std::string text = toString(program);
  EXPECT_TRUE(
      text.starts_with("axiom BV8_ADD(BV8_XOR($shared1(x), x), $shared1(x)) == x;\n"
                       "function {:inline true} $shared1(x: bv8): bv8 {\n"
                       "  BV8_ADD(BV8_XOR($shared2(x), x), $shared2(x))\n}\n"));
  EXPECT_LT(text.size(), 64 * 1000);
}

TEST_F(PrinterTest, ExpressionsWithoutAProgram) {
  const Expr x = reference("x", bitVectorType(8));
  EXPECT_EQ(toString(pool.make(Op::BvUlt, pool.make(Op::BvNeg, x), pool.extract(x, 8, 0))),
            "bvult(bvneg(x), x[8:0])");
}

TEST_F(PrinterTest, FactsWithoutAttributes) {
  const Expr b = reference("b", boolType());
  Assert invariant{Assert::Kind::Invariant, b, false, variable("_c0", boolType())};
  Procedure* barrier = program.addProcedure();
  barrier->name = "$b";
  Call call;
  call.callee = barrier;
  call.site = {"b7"};
  EXPECT_EQ(
      body({{invariant, {}, noLocation, {}},
            {Assert{Assert::Kind::Marker, pool.boolean(true), true, nullptr}, {}, noLocation, {}},
            {Assume{pool.make(Op::Not, b), true, true}, {}, noLocation, {}},
            {call, {}, noLocation, {}}}),
      "  assert {:do_not_predicate} {:originated_from_invariant} _c0 ==> b;\n"
      "  assert {:sourceloc} true;\n"
      "  assume {:partition} !b;\n"
      "  call {:barrier_variable \"b7\"} $b();\n");
}

TEST_F(PrinterTest, AtomicOperandsComeFromTheFacts) {
  Procedure* operation = program.addProcedure();
  operation->name = "_ATOMIC_OP8";
  Call call;
  call.callee = operation;
  call.atomic = AtomicInfo{"f", {pool.bitVector(1, 8)}, 2, 1};
  const Attributes stale{
      {"atomic", {}}, {"arg1", {pool.bitVector(9, 8)}}, {"sourceloc_num", {pool.integer(4)}}};
  EXPECT_EQ(body({{call, stale, noLocation, {}}}),
            "  call {:sourceloc_num 4} {:atomic} {:atomic_function \"f\"} {:arg1 1bv8} {:parts 2} "
            "{:part 1} _ATOMIC_OP8();\n");
}

// A quote or a line end cannot be written in a string.
TEST_F(PrinterTest, PathsThatCannotBeWritten) {
  const LocationId location = program.sources.intern({{"a\"b\n.cu", "", 1, 2}});
  EXPECT_EQ(body({{Assume{pool.boolean(true), false, true}, {}, location, {}}}),
            "  assume {:line 1} {:col 2} {:fname \"a'b?.cu\"} true;\n");
}

}  // namespace
}  // namespace barricade
