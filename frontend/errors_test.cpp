// Every class of error of the lexer, parser, resolver and type checker: text and place.
#include "frontend/reading_test.h"

namespace barricade::test {
namespace {

struct Case {
  const char* text;
  std::vector<std::string> expected;
};

void check(const std::vector<Case>& cases, const std::string& before = {},
           const std::string& after = {}) {
  for (const Case& c : cases)
    EXPECT_EQ(diagnosticsOf(before + c.text + after), c.expected) << c.text;
}

TEST(Errors, Lexer) {
  check({
      {"var x: bool;\nvar @y: bool;", {"2:5: unexpected character '@'"}},
      {"axiom \xE2\x82 true;", {"1:7: unexpected byte 0xe2", "1:8: unexpected byte 0x82"}},
      {"axiom {:tag \"user} true;\nvar x: bool;", {"1:13: the string is not closed on its line"}},
      {"var x: bool; /* y", {"1:14: the comment is not closed"}},
  });
}

TEST(Errors, Declarations) {
  check({
      {"hello; var x: bool;", {"1:1: expected a declaration, found 'hello'"}},
      {"var x: bool", {"1:12: expected ';', found the end of the file"}},
      {"var x: bool\nvar y: bool;", {"1:12: expected ';' after 'bool'"}},
      {"var x bool;", {"1:7: expected ':', found 'bool'"}},
      {"var x: ;", {"1:8: expected a type, found ';'"}},
      {"const unique {:a} x: bool;", {"1:14: expected a name, found '{:a'"}},
      {"type t = bv32; }", {"1:16: expected a declaration, found '}'"}},
      {"var x: bool; junk", {"1:14: expected a declaration, found 'junk'"}},
      {"function f(): bool", {"1:19: expected ';' or '{', found the end of the file"}},
      {"procedure P()", {"1:14: expected ';' or a body, found the end of the file"}},
      {"procedure P(); {}", {"1:16: expected a declaration, found '{'"}},
      {"var x: bool; var x: bool;",
       {"1:18: duplicate variable 'x' | 1:5: note: first declared here"}},
      {"type t = bv1; type t = bv1;",
       {"1:20: duplicate type 't' | 1:6: note: first declared here"}},
      {"function f(): bool; function f(): bool;",
       {"1:30: duplicate function 'f' | 1:10: note: first declared here"}},
      {"procedure P(); procedure P();",
       {"1:26: duplicate procedure 'P' | 1:11: note: first declared here"}},
      {"function f(x y): bool;", {"1:14: expected ')', found 'y'"}},
      {"function f(x: bool, x: bool): bool;",
       {"1:21: duplicate parameter 'x' | 1:12: note: first declared here"}},
      {"procedure P(x: bool) returns (x: bool);",
       {"1:31: duplicate variable 'x' | 1:13: note: first declared here"}},
  });
}

TEST(Errors, Types) {
  check({
      {"type pointer = bv32; var x: pionter;",
       {"1:29: unknown type 'pionter'; did you mean 'pointer'?"}},
      {"type t = u; type u = [t]bool;", {"1:23: the type 't' contains itself"}},
      {"var x: bv0;", {"1:8: a bit vector has at least one bit"}},
      {"var x: bv1000001;", {"1:8: a bit vector may be at most 1000000 bits wide"}},
      // A declaration with an error causes no others.
      {"var x: nothing; axiom x; axiom x == 1bv8;", {"1:8: unknown type 'nothing'"}},
  });
}

TEST(Errors, Names) {
  check(
      {
          {"coutner == one", {"3:7: unknown variable 'coutner'; did you mean 'counter'?"}},
          {"F(one) == one", {"3:7: unknown function 'F'"}},
          {"P(one) == one",
           {"3:7: unknown function 'P'; it is a procedure, which only a 'call' statement can "
            "call"}},
          {"ADD(one) == one", {"3:7: 'ADD' takes 2 arguments, not 1"}},
          {"old(one) == one", {"3:7: 'old' has a meaning in 'ensures' only"}},
          {"(forall x, x: bool :: x)", {"3:18: duplicate bound variable 'x'"}},
      },
      "var counter, one: bv32; procedure P(x: bv32);\n"
      "function {:bvbuiltin \"bvadd\"} ADD(bv32, bv32): bv32;\naxiom ",
      ";");
}

TEST(Errors, ExpressionSyntax) {
  check(
      {
          {"", {"1:21: expected an expression, found ';'"}},
          {"(b", {"1:23: expected ')', found ';'"}},
          {"b b", {"1:23: expected ';', found 'b'"}},
          {"b &&", {"1:25: expected an expression, found ';'"}},
          {"if b then b", {"1:32: expected 'else', found ';'"}},
          {"b && b || b",
           {"1:28: '&&' and '||' are mixed; say with parentheses which binds first"}},
          {"b == b == b", {"1:28: comparisons cannot be chained; use parentheses"}},
          {"forall x: bool :: x", {"1:21: expected an expression, found 'forall'"}},
          {"(forall x: bool : x)", {"1:37: expected '::', found ':'"}},
          {"b[1bv1:0]", {"1:27: expected ']', found ':'"}},
      },
      "var b: bool;  axiom ", ";");
}

TEST(Errors, ExpressionTypes) {
  check(
      {
          {"x", {"2:7: the axiom has type bv8, expected bool"}},
          {"!x", {"2:8: the operand of '!' has type bv8, expected bool"}},
          {"-x == 1", {"2:8: the operand of '-' has type bv8, expected int"}},
          {"b && x", {"2:12: the right side of '&&' has type bv8, expected bool"}},
          {"x ==> b", {"2:7: the left side of '==>' has type bv8, expected bool"}},
          {"x == b", {"2:9: '==' compares bv8 with bool"}},
          {"x < x", {"2:7: the left side of '<' has type bv8, expected int"}},
          {"x ++ b == x", {"2:12: '++' joins bit vectors, not bool"}},
          {"if x then b else b", {"2:10: the condition of 'if' has type bv8, expected bool"}},
          {"(if b then b else x)",
           {"2:8: the branches of 'if' have different types, bool and bv8"}},
          {"A[b] == x", {"2:9: the index has type bool, expected bv8"}},
          {"x[x] == x", {"2:7: a value of type bv8 cannot be indexed"}},
          {"x[9:0] == x", {"2:8: there are no bits '9:0' in a bit vector of width 8"}},
          {"x[4:4] == x", {"2:8: there are no bits '4:4' in a bit vector of width 8"}},
          {"b[1:0] == x", {"2:7: bits cannot be taken from a value of type bool"}},
          {"f(b)", {"2:9: argument 1 of 'f' has type bool, expected bv8"}},
          {"256bv8 == x", {"2:7: the value does not fit into 8 bits"}},
          {"(forall y: bv8 :: y)",
           {"2:25: the body of the quantifier has type bv8, expected bool"}},
      },
      "var b: bool; var x: bv8; var A: [bv8]bv8; function f(bv8): bool;\naxiom ", ";");
}

TEST(Errors, Functions) {
  check({
      {"function {:bvbuiltin \"bvad\"} f(bv8, bv8): bv8;",
       {"1:30: unknown bvbuiltin 'bvad' of function 'f'; did you mean 'bvadd'?"}},
      {"function {:bvbuiltin \"bvult\"} f(bv8, bv8): bv8;",
       {"1:31: the parameters and result of function 'f' do not fit the bvbuiltin 'bvult'"}},
      {"function {:bvbuiltin \"zero_extend 8\"} f(bv8): bv32;",
       {"1:39: the parameters and result of function 'f' do not fit the bvbuiltin "
        "'zero_extend 8'"}},
      {"function {:bvbuiltin \"bvnot\"} f(bv8): bv8 { 0bv8 }",
       {"1:43: a function with a bvbuiltin has no body"}},
      {"function f(x: bv8): bv8 { x == x }",
       {"1:27: the body of the function has type bool, expected bv8"}},
      {"function f(): bool { g() } function g(): bool { f() }",
       {"1:10: the function 'f' is defined by itself"}},
  });
}

TEST(Errors, Attributes) {
  check({
      {"var {:globel} x: bool; var {:globel} y: bool;",
       {"1:5: warning: unknown attribute 'globel' is ignored; did you mean 'global'?"}},
      {"var {:elem_width \"8\"} x: bool;", {"1:5: the attribute 'elem_width' takes a number"}},
      {"var {:weight \"0.25\"} x: bool; var {:weight \"2 to 3\"} y: bool;",
       {"1:35: the attribute 'weight' takes a number"}},
      {"var {:global 1} x: bool;", {"1:5: the attribute 'global' takes no argument"}},
      {"var {:source_name x} x: bool;", {"1:19: unknown variable 'x'"}},
      {"const {:existential 1} c: bool;", {"1:7: the attribute 'existential' takes true or false"}},
      {"axiom {:array_info \"$$B\"} true; var $$A: [bv8]bv8;",
       {"1:1: array_info of an unknown array '$$B'; did you mean '$$A'?"}},
      {"axiom {:array_info \"x\"} true; var x: bool;",
       {"1:1: array_info of 'x', which is no map but of type bool"}},
      {"axiom {:array_info \"A\"} {:elem_width 8} true; var A: [bv8]bv16;",
       {"1:1: the elem_width of 'A' is 8, but its elements have 16 bits"}},
      {"axiom {:array_info \"A\"} {:elem_width 2} true; var A: [bv8]bv3;",
       {"1:1: the elem_width of 'A' is 2, but its elements have 3 bits"}},
      {"axiom {:array_info \"A\"} {:source_dimensions \"4,,\"} true; var A: [bv8]bv8;",
       {"1:1: the source_dimensions of 'A' are no list of numbers and '*'"}},
      {"axiom {:array_info \"A\"} true; axiom {:array_info \"A\"} true; var A: [bv8]bv8;",
       {"1:31: a second array_info of 'A'"}},
  });
}

TEST(Errors, Procedures) {
  check({
      {"procedure P() requires 1bv1; {}",
       {"1:24: the condition of 'requires' has type bv1, expected bool"}},
      {"procedure P() returns (r: bool); requires rr;", {"1:43: unknown variable 'rr'"}},
      {"procedure P() returns (r: bool); requires old(true);",
       {"1:43: 'old' has a meaning in 'ensures' only"}},
      {"const c: bool; procedure P(); modifies c;",
       {"1:40: 'modifies' names global variables only"}},
      {"procedure {:barrier} B(x: bv1);",
       {"1:22: a barrier has two parameters of type bv1: whether it fences local and global "
        "memory"}},
      {"procedure {:barrier} B(x, y: bv1); procedure {:barrier} C(x, y: bv1);",
       {"1:57: a second procedure with the attribute 'barrier' | 1:22: note: first declared "
        "here"}},
      {"procedure {:kernel} {:wait_group_events} P(x: bv32);",
       {"1:42: the procedure 'P' has contradicting attributes"}},
      {"procedure Proc(); implementation Porc() {}",
       {"1:34: implementation of an unknown procedure 'Porc'; did you mean 'Proc'?"}},
      {"procedure P() {} implementation P() {}", {"1:33: the procedure 'P' has two bodies"}},
      {"procedure P(x: bool); implementation P() {}",
       {"1:39: the procedure 'P' has 1 of these, the implementation 0"}},
      {"procedure P(x: bool); implementation P(y: bv1) {}",
       {"1:40: 'y' has type bv1, but 'x' of the procedure has type bool"}},
      {"procedure P() returns (x: bool); implementation P() {}",
       {"1:49: the implementation of 'P' lacks its results"}},
      {"procedure P(x: bool); implementation P(y: bool) { var x: bool; }",
       {"1:55: 'x' is a parameter of the procedure, though the implementation calls it "
        "otherwise"}},
  });
}

TEST(Errors, References) {
  check(
      {
          {"procedure {:kernel} K(x: bv8) ensures {:equivalent_to \"g\"} true; { return; }",
           {"2:21: 'g' is no procedure with a body that a kernel can be compared with"}},
          {"procedure {:kernel} K(x: bv9) ensures {:equivalent_to \"f\"} true; { return; }",
           {"2:21: 'f' must have the parameters of the kernel, and no results"}},
          {"procedure {:kernel} K(x: bv8) ensures {:equivalent_to \"f\"} true; "
           "ensures {:equivalent_to \"f\"} true; { return; }",
           {"2:21: 'K' is compared with two procedures"}},
      },
      "procedure f(x: bv8) { return; }\n");
}

TEST(Errors, Statements) {
  check(
      {
          {"y := 1bv8;", {"2:1: unknown variable 'y'"}},
          {"x := b;", {"2:6: the assigned value has type bool, expected bv8"}},
          {"x, x := x, x;", {"2:4: 'x' is assigned twice in one statement"}},
          {"x := x, x;", {"2:1: 1 variables are assigned 2 values"}},
          {"p := x;", {"2:1: the parameter 'p' cannot be changed"}},
          {"c := x;", {"2:1: the constant 'c' cannot be changed"}},
          {"havoc c;", {"2:7: the constant 'c' cannot be changed"}},
          {"x[x] := x;", {"2:1: a value of type bv8 cannot be indexed"}},
          {"assert x;", {"2:8: the condition of 'assert' has type bv8, expected bool"}},
          {"assume x;", {"2:8: the condition of 'assume' has type bv8, expected bool"}},
          {"if (x) {}", {"2:5: the condition has type bv8, expected bool"}},
          {"while (b) invariant x; {}", {"2:21: the invariant has type bv8, expected bool"}},
          {"goto here; there:", {"2:6: unknown label 'here'; did you mean 'there'?"}},
          {"here: here:", {"2:7: duplicate label 'here' | 2:1: note: first declared here"}},
          {"x = x;", {"2:3: expected ':' or ':=', found '='"}},
          {"x[1 x] := x;", {"2:5: expected ']', found 'x'"}},
          {"x := x[1 x];", {"2:10: expected ':' or ']', found 'x'"}},
          {"else {}", {"2:1: expected a statement, found 'else'"}},
          {"x := x", {"2:7: expected ';' after 'x'"}},
          {"call R();", {"2:6: unknown procedure 'R'"}},
          {"call f(x);",
           {"2:6: unknown procedure 'f'; it is a function, which only an expression can call"}},
          {"call Q(x);", {"2:6: 'Q' has 1 result, not 0"}},
          {"call x := Q(x, x);", {"2:11: 'Q' has 1 parameter, not 2"}},
          {"call x := Q(b);", {"2:13: argument 1 of 'Q' has type bool, expected bv8"}},
          {"call b := Q(x);", {"2:6: 'b' has type bool, but result 1 of 'Q' has type bv8"}},
          {"call x, A := _ATOMIC_OP8(A, x);",
           {"2:14: an atomic operation needs the attribute 'atomic_function'"}},
          {"call x, A := _ATOMIC_OP8(D, x);",
           {"2:14: an atomic operation updates the array it reads: call v, A := _ATOMIC_OP8(A, "
            "offset)"}},
          {"call {:atomic_function \"f\"} {:parts 2} {:part 3} x, A := _ATOMIC_OP8(A, x);",
           {"2:58: part 3 of 2 parts of an atomic operation"}},
          {"call {:atomic_function \"f\"} {:scope \"warp\"} x, A := _ATOMIC_OP8(A, x);",
           {"2:53: the scope 'warp' is none of thread, block, cluster, device, system"}},
      },
      "const c: bv8; var A, D: [bv8]bv8; function f(bv8): bv8; procedure Q(a: bv8) returns (r: "
      "bv8); procedure _ATOMIC_OP8(a: [bv8]bv8, o: bv8) returns (r: bv8, B: [bv8]bv8); "
      "procedure P(p: bv8) { var x: bv8; var b: bool;\n",
      "\n}");
}

TEST(Errors, SeveralInOneRun) {
  const std::string text =
      "procedure P() {\n  while (true) {\n    x := ;\n  }\n  y := 1bv1;\n}\nprocedure Q() {\n"
      "  z := 1bv1;\n";
  EXPECT_EQ(diagnosticsOf(text),
            (std::vector<std::string>{"3:10: expected an expression, found ';'",
                                      "5:3: unknown variable 'y'", "8:3: unknown variable 'z'",
                                      "8:13: expected '}' after ';'"}));
}

TEST(Errors, AreLimitedInNumber) {
  std::string text = "procedure P() {\n";
  for (int i = 0; i < 1000; ++i) text += "x := 1bv1;\n";
  const auto diagnostics = diagnosticsOf(text + "}\n");
  ASSERT_EQ(diagnostics.size(), 21u);
  EXPECT_EQ(diagnostics[19], "21:1: unknown variable 'x'");
  EXPECT_EQ(diagnostics[20], "0:0: too many errors; only the first 20 are shown");
}

}  // namespace
}  // namespace barricade::test
