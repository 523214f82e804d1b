// Closed forms and facts of loops. Each closed form is checked against the loop itself: the value
// after some iterations, computed by the interpreted operators, is the form's.
#include "encoding/loop_summary.h"

#include "verifier/test_kernel.h"

namespace barricade::test {
namespace {

std::string kindOf(ClosedForm::Kind kind) {
  switch (kind) {
    case ClosedForm::Kind::Affine: return "affine";
    case ClosedForm::Kind::ShiftLeft: return "shift left";
    case ClosedForm::Kind::ShiftRight: return "shift right";
    case ClosedForm::Kind::ArithmeticShiftRight: return "arithmetic shift right";
    case ClosedForm::Kind::SignedHalving: return "signed halving";
    case ClosedForm::Kind::Periodic: return "periodic";
  }
  return {};
}

// The closed form of x in `while (!c) { step }` that uses x afterwards.
std::string formOf(const std::string& step, const std::string& declarations = "") {
  const Staged a(kernelText("x := tid; i := 0bv32; while (ult(i, $n)) { " + step +
                                " i := add(i, 1bv32); } $$s[x] := 1bv32;",
                            {}, declarations));
  const auto& closed = a.subject->summaries.at(0).closed;
  auto it = closed.find(a.variable("x"));
  if (it == closed.end()) return "none";
  std::string text = kindOf(it->second.kind);
  if (it->second.amount > 0) text += " by " + std::to_string(it->second.amount);
  if (!it->second.cycle.empty()) text += ", " + std::to_string(it->second.cycle.size());
  return text;
}

TEST(ClosedForms, AreFound) {
  EXPECT_EQ(formOf("x := add(x, 4bv32);"), "affine");
  EXPECT_EQ(formOf("x := sub(x, $m);"), "affine");
  EXPECT_EQ(formOf("y := add(x, $m); x := add(y, size);"), "affine");
  EXPECT_EQ(formOf("if ($c) { x := add(x, 1bv32); }"), "affine");
  EXPECT_EQ(formOf("x := add(x, x);"), "shift left by 1");
  EXPECT_EQ(formOf("x := mul(x, 8bv32);"), "shift left by 3");
  EXPECT_EQ(formOf("x := shl(x, 2bv32);"), "shift left by 2");
  EXPECT_EQ(formOf("x := udiv(x, 2bv32);"), "shift right by 1");
  EXPECT_EQ(formOf("x := lshr(x, 1bv32);"), "shift right by 1");
  EXPECT_EQ(formOf("x := ashr(x, 1bv32);"), "arithmetic shift right by 1");
  EXPECT_EQ(formOf("x := sdiv(x, 4bv32);"), "signed halving by 2");
  EXPECT_EQ(formOf("x := sub($m, x);"), "periodic, 2");
  EXPECT_EQ(formOf("x := xor(x, 64bv32);"), "periodic, 2");
  EXPECT_EQ(formOf("y := x; x := j; j := y;"), "periodic, 2");
  EXPECT_EQ(formOf("x, y, j := y, j, x;"), "periodic, 3");
}

TEST(ClosedForms, AreNotInvented) {
  EXPECT_EQ(formOf("x := mul(x, 3bv32);"), "none");
  EXPECT_EQ(formOf("x := add(x, i);"), "none");
  EXPECT_EQ(formOf("if (x == $m) { x := add(x, 1bv32); }"), "none");
  EXPECT_EQ(formOf("havoc x;"), "none");
  EXPECT_EQ(formOf("x := add(x, $$h[i]);"), "none");
  EXPECT_EQ(formOf("x := sub($$h[i], x);"), "none");
  EXPECT_EQ(formOf("$$p[0bv32] := i; x := sub($$p[0bv32], x);"), "none");
  EXPECT_EQ(formOf("x := sub($$s[0bv32], x); $$s[tid] := x;"), "none");
  EXPECT_EQ(formOf("havoc y; x := sub(y, x);"), "none");
  EXPECT_EQ(formOf("x := sub(i, x);"), "none");
  EXPECT_EQ(formOf("if ($$h[i] == 0bv32) { y := x; x := j; j := y; }"), "none");
  EXPECT_EQ(formOf("j := 0bv32; while (ult(j, $m)) { x := add(x, 1bv32); j := add(j, 1bv32); }"),
            "none");
}

// What skipping iterations gives is what running them gives: the loop runs seven times, whatever x
// is.
void expectAfterSevenSteps(const std::string& step, const std::string& initial,
                           const std::string& result) {
  const std::string loop = "x := " + initial + "; i := 128bv32; while (i != 1bv32) { " + step +
                           " i := lshr(i, 1bv32); } ";
  EXPECT_EQ(verdictOf(loop + "assert x == " + result + ";"), "verified")
      << step << " from " << initial;
  EXPECT_EQ(verdictOf(loop + "assert x != " + result + ";"), "assertion") << step;
}

TEST(ClosedForms, HaveTheLoopsValues) {
  expectAfterSevenSteps("x := add(x, 4bv32);", "5bv32", "33bv32");
  expectAfterSevenSteps("x := sub(x, 4bv32);", "5bv32", "4294967273bv32");
  expectAfterSevenSteps("if ($c) { x := add(x, 4bv32); }", "5bv32",
                        "(if $c then 33bv32 else 5bv32)");
  expectAfterSevenSteps("x := add(x, x);", "3bv32", "384bv32");
  expectAfterSevenSteps("x := mul(x, 64bv32);", "3bv32", "0bv32");
  expectAfterSevenSteps("x := udiv(x, 2bv32);", "4294967295bv32", "33554431bv32");
  expectAfterSevenSteps("x := ashr(x, 2bv32);", "4294967292bv32", "4294967295bv32");
  expectAfterSevenSteps("x := sdiv(x, 2bv32);", "4294967167bv32", "4294967295bv32");  // -129 -> -1
  expectAfterSevenSteps("x := sub(9bv32, x);", "2bv32", "7bv32");
  expectAfterSevenSteps("x, y, j := y, j, x;", "1bv32; y := 2bv32; j := 3bv32", "2bv32");
  expectAfterSevenSteps("x := sdiv(x, 2bv32);", "4294967169bv32", "0bv32");           // -127 -> 0
  expectAfterSevenSteps("x := sdiv(x, 2bv32);", "2147483648bv32", "4278190080bv32");  // INT_MIN
}

// Rings of buffers: what the values of several variables do together, from where they start.
TEST(ClosedForms, OrbitsOfLiterals) {
  auto apart = [](const std::string& step) {
    return verdictOf(
        "x := 0bv32; y := 1bv32; i := 0bv32; while (ult(i, $n)) { "
        "$$s[add(mul(x, 64bv32), tid)] := i; j := $$s[add(mul(y, 64bv32), xor(tid, 1bv32))]; " +
        step + " sync; i := add(i, 1bv32); }");
  };
  const std::string remainder = "x := urem(add(x, 1bv32), 3bv32); y := urem(add(y, 1bv32), 3bv32);";
  EXPECT_EQ(apart(remainder), "verified");
  EXPECT_EQ(apart("if (x == 2bv32) { x := 0bv32; } else { x := add(x, 1bv32); }"
                  "if (y == 2bv32) { y := 0bv32; } else { y := add(y, 1bv32); }"),
            "verified");
  // Both saturate, and meet.
  EXPECT_EQ(apart("if (ult(x, 3bv32)) { x := add(x, 1bv32); }"
                  "if (ult(y, 3bv32)) { y := add(y, 1bv32); }"),
            "race");
  EXPECT_EQ(apart(remainder + "if (i == 40bv32) { x := y; }"), "race");
}

// A counter of 8 bits comes round after 256 iterations.
TEST(ClosedForms, NarrowCountersWrap) {
  const std::string declarations =
      "function {:bvbuiltin \"bvadd\"} add8(bv8, bv8) : bv8;\n"
      "function {:bvbuiltin \"zero_extend 24\"} wide(bv8) : bv32;\n";
  auto verdictAfter = [&](int steps, const std::string& claim) {
    const std::string text = kernelText(
        "b := 250bv8; i := 0bv32; while (ult(i, " + std::to_string(steps) +
            "bv32)) { b := add8(b, 1bv8); i := add(i, 1bv32); } assert wide(b) " + claim + ";",
        {}, declarations);
    return verdictOf(verifyText(replaced(text, "var x : bv32;", "var b : bv8;")));
  };
  EXPECT_EQ(verdictAfter(10, "== 4bv32"), "verified");
  EXPECT_EQ(verdictAfter(266, "== 4bv32"), "verified");
  EXPECT_EQ(verdictAfter(10, "== 260bv32"), "assertion");
}

TEST(LoopFacts, AreTheConditionsOfACompleteIteration) {
  const Staged a(kernelText(R"(
    i := 0bv32;
    while (ult(i, $n)) { if (i == $m) { goto $out; } x := $$s[i]; i := add(i, 1bv32); }
    $out: return;
  )"));
  EXPECT_EQ(a.subject->summaries.at(0).facts.size(), 2U);  // i < n, i != m
}

TEST(LoopFacts, SayNothingOfArbitraryValues) {
  const Staged a(kernelText("while (ult(x, $n)) { havoc x; }"));
  EXPECT_EQ(a.subject->summaries.at(0).facts.size(), 0U);
}

// After the loop, what held before the last step: i was below n there.
TEST(LoopFacts, BoundTheIterationBefore) {
  EXPECT_EQ(verdictOf("i := 0bv32; while (ult(i, $n)) { assert ult(i, $n); i := add(i, 1bv32); } "
                      "assert i == $n;"),
            "verified");
  EXPECT_EQ(verdictOf("i := 0bv32; while (ult(i, $n)) { i := add(i, 2bv32); } assert i == $n;"),
            "assertion");
}

}  // namespace
}  // namespace barricade::test
