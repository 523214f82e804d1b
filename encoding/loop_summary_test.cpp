// Closed forms and facts of loops: which are found. That they are right is for
// verifier/closed_forms_test.cpp.
#include "encoding/loop_summary.h"

#include "encoding/test_kernel.h"

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
}

TEST(ClosedForms, OfWhatAnInnerLoopAddsUp) {
  const auto formAfter = [](const std::string& start, const std::string& bound,
                            const std::string& body) {
    return formOf("j := " + start + "; while (ult(j, " + bound + ")) { " + body + " }");
  };
  const std::string counted = "x := add(x, 3bv32); j := add(j, 1bv32);";
  EXPECT_EQ(formAfter("0bv32", "$m", counted), "affine");
  EXPECT_EQ(formAfter("2bv32", "$m", counted), "affine");
  EXPECT_EQ(formAfter("0bv32", "i", counted), "none");  // another number in each iteration
  EXPECT_EQ(formAfter("i", "$m", counted), "none");
  EXPECT_EQ(formAfter("0bv32", "$m", "x := add(x, 3bv32); j := add(j, 2bv32);"), "none");
  EXPECT_EQ(formAfter("0bv32", "$m", "x := add(x, j); j := add(j, 1bv32);"), "none");
  EXPECT_EQ(formAfter("0bv32", "$$s[0bv32]", counted + " $$s[tid] := x;"), "none");
  EXPECT_EQ(formOf("havoc y; j := 0bv32; while (ult(j, y)) { " + counted + " }"), "none");
}

// What skipping iterations gives is what running them gives: the loop runs seven times, whatever x
// is.
// Rings of buffers: what the values of several variables do together, from where they start.
// A counter of 8 bits comes round after 256 iterations.
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
}  // namespace
}  // namespace barricade::test
