#include "frontend/reading_test.h"

namespace barricade::test {
namespace {

constexpr const char* declarations =
    "var a, b, c, d: bool; var i, j: int; var x, y, z: bv8; var w: bv16;\n"
    "var A: [bv8]bv8; var M: [bv8][bv16]bool; function f(bool): bool;\n";

Expr axiomOf(const Program& program) {
  return program.axioms().front()->condition;
}

// Printing is the opposite of parsing: what it leaves without parentheses shows the grouping.
std::string regrouped(const std::string& text) {
  const auto program = programOf(declarations + ("axiom " + text + ";"));
  return toString(*program, axiomOf(*program));
}

bool same(const std::string& one, const std::string& other) {
  const auto program = programOf(declarations + ("axiom " + one + "; axiom " + other + ";"));
  return program->axioms().at(0)->condition == program->axioms().at(1)->condition;
}

TEST(Expressions, Precedence) {
  EXPECT_TRUE(same("a <==> b ==> c && d", "a <==> (b ==> (c && d))"));
  EXPECT_TRUE(same("a ==> b ==> c", "a ==> (b ==> c)"));
  EXPECT_TRUE(same("a && b && c", "(a && b) && c"));
  EXPECT_TRUE(same("a <==> b <==> c", "(a <==> b) <==> c"));
  EXPECT_TRUE(same("a && x == y", "a && (x == y)"));
  EXPECT_TRUE(same("w == x ++ y", "w == (x ++ y)"));
  EXPECT_TRUE(same("x ++ y ++ z != 0bv24", "((x ++ y) ++ z) != 0bv24"));
  EXPECT_TRUE(same("i + j * i - j < i div j mod i", "((i + (j * i)) - j) < ((i div j) mod i)"));
  EXPECT_TRUE(same("!a == b", "(!a) == b"));
  EXPECT_TRUE(same("!M[x][w]", "!(M[x][w])"));
  EXPECT_TRUE(same("-i + j == 0", "((-i) + j) == 0"));
  EXPECT_TRUE(same("M[x, w]", "M[x][w]"));
  EXPECT_FALSE(same("a ==> b ==> c", "(a ==> b) ==> c"));
  EXPECT_FALSE(same("i - j - i == 0", "i - (j - i) == 0"));
}

// The last branch of `if` reaches as far as it can.
TEST(Expressions, Conditional) {
  EXPECT_TRUE(same("if a then b else c && d", "(if a then b else (c && d))"));
  EXPECT_TRUE(same("a ==> if b then c else d ==> a", "a ==> (if b then c else (d ==> a))"));
  EXPECT_TRUE(same("! if a then b else c", "!(if a then b else c)"));
  EXPECT_TRUE(
      same("if a then b else if c then d else a", "(if a then b else (if c then d else a))"));
  EXPECT_TRUE(same("(if a then x else y)[4:0] == x[4:0]", "((if a then x else y)[4:0]) == x[4:0]"));
}

TEST(Expressions, PrintsTheParenthesesThatAreNeeded) {
  for (const char* text : {"a ==> b ==> c",      "(a ==> b) ==> c",
                           "(a && b) || c",      "a && (b || c)",
                           "a && b && c",        "a && (b && c)",
                           "!(a && b)",          "!a && !b",
                           "x ++ y == w",        "x ++ (y ++ z) == 0bv24",
                           "(x ++ y)[8:0] == z", "(if a then x else y)[4:0] == 0bv4",
                           "A[x][8:4] == 0bv4",  "M[A[x]][w]",
                           "i - (j - i) == -4",  "-(4) == -i",
                           "-(-4) == --i",       "(forall p: bv8 :: { A[p] } A[p] == 0bv8 ==> a)",
                           "(a <==> b) == c",    "a <==> b <==> c",
                           "(a == b) == c",      "i div j * i == (i + j) mod -i",
                           "f(a ==> b)"})
    EXPECT_EQ(regrouped(text), text);
}

TEST(Expressions, Literals) {
  EXPECT_TRUE(same("x == 7bv8", "x == 007bv8"));
  EXPECT_TRUE(same("0bv8 == x", "000bv8 == x"));
  const auto program = programOf(
      "var v: bv128; axiom v == 340282366920938463463374607431768211455bv128;"
      "var n: int; axiom n == -123456789012345678901234567890;");
  EXPECT_EQ(axiomOf(*program)->arg(1)->value(), (BigInt(1) << 128) - 1);
  EXPECT_EQ(program->axioms().at(1)->condition->arg(1)->value(),
            -BigInt("123456789012345678901234567890"));
}

TEST(Expressions, BuiltinsBecomeOperators) {
  const auto program = programOf(
      "function {:bvbuiltin \"zero_extend 8\"} BV8_ZEXT16(bv8): bv16;\n"
      "function {:bvbuiltin \"(_ sign_extend 8)\"} S(bv8): bv16;\n"
      "function {:bvbuiltin \"bvult\"} BV16_ULT(bv16, bv16): bool;\n"
      "function FADD16(bv16, bv16): bv16;\n"
      "axiom BV16_ULT(BV8_ZEXT16(1bv8), FADD16(S(2bv8), 3bv16));\n");
  const Expr less = axiomOf(*program);
  EXPECT_EQ(less->op(), Op::BvUlt);
  EXPECT_EQ(less->arg(0)->op(), Op::ZeroExtend);
  EXPECT_EQ(less->arg(0)->type(), bitVectorType(16));
  EXPECT_EQ(less->arg(1)->op(), Op::Apply);
  EXPECT_EQ(less->arg(1)->arg(0)->op(), Op::SignExtend);
  EXPECT_EQ(toString(*program, less), "BV16_ULT(BV8_ZEXT16(1bv8), FADD16(S(2bv8), 3bv16))");
}

TEST(Expressions, QuantifierHidesOtherVariables) {
  const auto program = programOf(std::string(declarations) +
                                 "axiom (forall x: bool :: x ==> (exists x: bv8 :: x == y));");
  const Expr all = axiomOf(*program);
  ASSERT_EQ(all->op(), Op::Forall);
  EXPECT_EQ(all->arg(0)->arg(0)->variable(), all->bound()[0]);
  const Expr some = all->arg(0)->arg(1);
  EXPECT_EQ(some->arg(0)->arg(0)->variable(), some->bound()[0]);
}

TEST(Expressions, LocalsHideGlobals) {
  const auto program =
      programOf("var v: bool; procedure P(v: bv8) ensures v == v; { assert v == 1bv8; }");
  const Procedure& procedure = procedureOf(*program, "P");
  const Expr condition = procedure.entry()->statements.at(0).as<Assert>()->condition;
  EXPECT_EQ(condition->arg(0)->variable(), procedure.parameters.front());
}

TEST(Expressions, ChainsUpToTheLimit) {
  const auto chain = [](const std::string& link, int count) {
    std::string text = "var a: bool; axiom a";
    for (int i = 0; i < count; ++i) text += link;
    return text + ";";
  };
  EXPECT_TRUE(diagnosticsOf(chain(" && a", 4000)).empty());
  EXPECT_TRUE(diagnosticsOf(chain(" ==> a", 1900)).empty());
  using Messages = std::vector<std::string>;
  EXPECT_EQ(diagnosticsOf(chain(" && a", 100000)),
            Messages{"1:20: the expression is too deep (more than 5000 operators)"});
  EXPECT_EQ(diagnosticsOf(chain(" ==> a", 100000)),
            Messages{"1:20: nested too deeply (more than 2000 levels)"});
}

}  // namespace
}  // namespace barricade::test
