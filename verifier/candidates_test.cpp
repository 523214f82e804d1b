// Candidate invariants: which families are made for which loops. That those which hold are found
// to hold, and the others not, is houdini_test.cpp's matter.
#include "verifier/candidates.h"

#include "verifier/test_kernel.h"

namespace barricade::test {
namespace {

std::set<std::string> candidatesOf(const std::string& body, Mode mode = Mode::Intra,
                                   const std::string& declarations = "") {
  Staged a(kernelText(body, {}, declarations));
  Problem problem(*a.subject, mode);
  std::set<std::string> texts;
  for (const Candidate& candidate : makeCandidates(problem)) {
    EXPECT_TRUE(candidate.alive);
    EXPECT_TRUE(candidate.selector && candidate.invariant);
    texts.insert(candidate.text);
  }
  return texts;
}

// A loop in which `step` changes x, which is used afterwards.
std::string loop(const std::string& step, const std::string& condition = "ult(i, $n)") {
  return "x := 0bv32; i := 0bv32; while (" + condition + ") { " + step +
         " i := add(i, 1bv32); } $$s[x] := tid;";
}

const std::string sometimes = "if ($$h[i] == 0bv32) { x := add(x, 4bv32); }";

TEST(Candidates, NoneForWhatAClosedFormSettles) {
  const auto made = candidatesOf(loop("x := add(x, 4bv32);"));
  EXPECT_FALSE(made.contains("x is not negative"));
  EXPECT_FALSE(made.contains("x has its initial value"));
  EXPECT_TRUE(made.contains("x has not wrapped around"));
}

TEST(Candidates, BoundsDirectionsAndStridesOfAnOpenVariable) {
  const auto made = candidatesOf(loop(sometimes));
  for (const char* text :
       {"x is not negative", "x is not zero", "x is zero or a power of two",
        "x is at least its initial value (signed)", "x is at most its initial value (unsigned)",
        "x keeps its lowest 2 bits", "x has its initial value", "x is 0 or 1"})
    EXPECT_TRUE(made.contains(text)) << text;
}

TEST(Candidates, NoBoundsOfWhatUnknownFunctionsGive) {
  const auto made = candidatesOf(loop("if ($$h[i] == 0bv32) { x := half(x); }"), Mode::Intra,
                                 "function half(bv32) : bv32;\n");
  EXPECT_TRUE(made.contains("x has its initial value"));
  EXPECT_FALSE(made.contains("x is not negative"));
  EXPECT_FALSE(made.contains("x is 0 or 1"));
}

TEST(Candidates, StridesOnlyForStepsByLiterals) {
  for (const std::string& text : candidatesOf(loop("if ($$h[i] == 0bv32) { x := add(x, $m); }")))
    EXPECT_EQ(text.find("keeps its lowest"), std::string::npos) << text;
}

TEST(Candidates, EqualityOfTheThreadsOnlyWhereTheyMayDiffer) {
  EXPECT_FALSE(candidatesOf(loop(sometimes)).contains("x is equal for both threads"));
  const std::string divergent = "if (ult(tid, i)) { x := add(x, 4bv32); }";
  EXPECT_TRUE(candidatesOf(loop(divergent)).contains("x is equal for both threads"));
  EXPECT_TRUE(candidatesOf(loop(divergent)).contains("x has moved equally for both threads"));
  EXPECT_FALSE(candidatesOf(loop(divergent), Mode::Single).contains("x is equal for both threads"));
}

TEST(Candidates, PresenceInTheLoopOnlyWhereThreadsMayLeaveAlone) {
  const std::string text = "both threads are in the loop or neither";
  EXPECT_FALSE(candidatesOf(loop(sometimes)).contains(text));
  EXPECT_TRUE(candidatesOf(loop(sometimes, "ult(i, tid)")).contains(text));
}

TEST(Candidates, ExchangedBuffers) {
  const auto made = candidatesOf(
      "x := $n; y := $m; i := 0bv32; while (ult(i, 9bv32)) { "
      "if ($$h[i] == 0bv32) { j := x; x := y; y := j; } $$s[add(x, tid)] := y; "
      "i := add(i, 1bv32); }");
  EXPECT_TRUE(made.contains("x and y differ"));
  EXPECT_TRUE(made.contains("x and y hold their initial values, exchanged or not"));
}

TEST(Candidates, NoneForValuesThatNothingButStoresDependOn) {
  const auto made = candidatesOf(
      "x := 0bv32; i := 0bv32; while (ult(i, $n)) { if ($$h[i] == 0bv32) { x := add(x, 4bv32); } "
      "i := add(i, 1bv32); } $$s[tid] := x;");
  for (const std::string& text : made) EXPECT_FALSE(text.starts_with("x ")) << text;
}

// Of what functions of which nothing is known are asked for, and of what is compared with another
// value, only equality of the threads counts.
TEST(Candidates, OnlyEqualityOfWhatOnlyTellsValuesApart) {
  auto ofX = [](const std::string& use) {
    std::set<std::string> made = candidatesOf(
        "x := 0bv32; i := 0bv32; while (ult(i, $n)) { if (ult(tid, i)) { x := add(x, 4bv32); } " +
            use + " i := add(i, 1bv32); }",
        Mode::Intra, "function odd(bv32) : bool;\n");
    std::erase_if(made, [](const std::string& text) { return !text.starts_with("x "); });
    return made;
  };
  const std::set<std::string> equality{"x is equal for both threads"};
  EXPECT_EQ(ofX("if (odd(x)) { sync; }"), equality);
  EXPECT_EQ(ofX("if (x == $m) { sync; }"), equality);
  for (const char* use :
       {"if (x == 8bv32) { sync; }", "if (ult(x, $m)) { sync; }", "if ($$h[x] == 0bv32) { sync; }",
        "j := sub(x, $m); if (slt(j, $n)) { sync; }"})
    EXPECT_GT(ofX(use).size(), 5u) << use;
}

}  // namespace
}  // namespace barricade::test
