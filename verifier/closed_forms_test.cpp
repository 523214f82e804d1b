// Closed forms and facts of loops are true: each is checked against the loop itself, by verdicts
// about kernels in which the loop runs.
#include "verifier/test_kernel.h"

namespace barricade::test {
namespace {

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

const std::string turn = "if (x == 2bv32) { x := 0bv32; } else { x := add(x, 1bv32); }";

// Of a loop that makes a step where a guard holds, with a claim at its head.
std::string ofSteps(const std::string& guard, const std::string& claim,
                    const std::string& initial = "x := 0bv32;", const std::string& step = turn) {
  return verdictOf(initial + " i := 0bv32; while (ult(i, $n)) { assert " + claim + "; if (" +
                   guard + ") { " + step + " } i := add(i, 1bv32); }");
}

TEST(ClosedForms, OrbitsOfStepsThatSomeThreadsTake) {
  EXPECT_EQ(ofSteps("tid == $m", "tid == $m ==> x == urem(i, 3bv32)"), "verified");
  EXPECT_EQ(ofSteps("tid == $m", "tid != $m ==> x == 0bv32"), "verified");
  EXPECT_EQ(ofSteps("tid == $m", "x == urem(i, 3bv32)"), "assertion");
  EXPECT_EQ(ofSteps("tid == $m", "x == 0bv32"), "assertion");
}

TEST(ClosedForms, OrbitsOfStepsThatTheEndLeavesOut) {
  const std::string guard = "ult(add(i, 2bv32), $n)";
  const std::string until = "ult(add(i, 1bv32), $n) ==> ";  // the last step is left out twice
  EXPECT_EQ(ofSteps(guard, until + "x == urem(i, 3bv32)"), "verified");
  EXPECT_EQ(ofSteps(guard, "x == urem(i, 3bv32)"), "assertion");
  EXPECT_EQ(ofSteps(guard, until + "x == urem(add(i, 1bv32), 3bv32)"), "assertion");
  const std::string chosen = "x := 0bv32; if (ult(5bv32, $n)) { x := 1bv32; }";
  const std::string more = "(if ult(5bv32, $n) then add(i, 1bv32) else i)";
  EXPECT_EQ(ofSteps(guard, until + "x == urem(" + more + ", 3bv32)", chosen), "verified");
  EXPECT_EQ(ofSteps(guard, until + "x == urem(i, 3bv32)", chosen), "assertion");
  // What else decides is no matter of the loop's end.
  EXPECT_EQ(
      ofSteps(guard, until + "x == urem(i, 3bv32)", "x := 0bv32;", "if ($c) { " + turn + " }"),
      "assertion");
}

TEST(ClosedForms, OrbitsOfStepsThatBeginLate) {
  const std::string guard = "ult(3bv32, i)";
  EXPECT_EQ(ofSteps(guard, "ult(3bv32, i) ==> x == urem(sub(i, 4bv32), 3bv32)"), "verified");
  EXPECT_EQ(ofSteps(guard, "ult(i, 5bv32) ==> x == 0bv32"), "verified");
  EXPECT_EQ(ofSteps(guard, "ult(i, 6bv32) ==> x == 0bv32"), "assertion");
  EXPECT_EQ(ofSteps(guard, "ult(3bv32, i) ==> x == urem(i, 3bv32)"), "assertion");
}

// What the last iteration makes of it in which a condition has held that comes back.
TEST(ClosedForms, OfWhatSomeIterationsSet) {
  auto verdict = [](const std::string& guard, const std::string& claim) {
    return ofSteps(guard, claim, "x := 7bv32;", "x := mul(i, i);");
  };
  const std::string ofLast = "x == mul(sub(i, 1bv32), sub(i, 1bv32))";
  EXPECT_EQ(verdict("ult(2bv32, i)", "ult(3bv32, i) ==> " + ofLast), "verified");
  EXPECT_EQ(verdict("ult(2bv32, i)", "ult(i, 4bv32) ==> x == 7bv32"), "verified");
  EXPECT_EQ(verdict("ult(2bv32, i)", "ult(2bv32, i) ==> " + ofLast), "assertion");
  EXPECT_EQ(verdict("and(i, 1bv32) == 1bv32", "i != 0bv32 && and(i, 1bv32) == 0bv32 ==> " + ofLast),
            "verified");
  EXPECT_EQ(verdict("and(i, 1bv32) == 1bv32", "i != 0bv32 ==> " + ofLast), "assertion");
  EXPECT_EQ(verdict("ult(add(i, 2bv32), $n)", "i != 0bv32 && ult(add(i, 1bv32), $n) ==> " + ofLast),
            "verified");
  EXPECT_EQ(verdict("ult(add(i, 2bv32), $n)", "i != 0bv32 ==> " + ofLast), "assertion");
  // Once, and never again.
  EXPECT_EQ(verdict("i == 1bv32", "ult(4bv32, i) ==> x == 7bv32"), "assertion");
  EXPECT_NE(verdict("i == 9bv32", "ult(4bv32, i) ==> x == 7bv32"), "verified");
}

// Seven steps from `initial`: that they lead to `result` is proven, or not claimed.
std::string afterSevenSteps(const std::string& step, const std::string& initial,
                            const std::string& result) {
  return verdictOf("x := " + initial + "; i := 128bv32; while (i != 1bv32) { " + step +
                   " i := lshr(i, 1bv32); } assert x == " + result + ";");
}

TEST(Rings, GoRound) {
  const std::string masked = "x := and(add(x, 70bv32), 127bv32);";
  expectAfterSevenSteps(masked, "tid", "and(add(tid, 490bv32), 127bv32)");
  expectAfterSevenSteps(masked, "add(tid, 1000bv32)", "and(add(tid, 1490bv32), 127bv32)");
  expectAfterSevenSteps("x := and(sub(x, $n), 127bv32);", "tid",
                        "and(sub(tid, mul($n, 7bv32)), 127bv32)");
  const std::string remainder = "x := urem(add(x, 5bv32), 12bv32);";
  expectAfterSevenSteps(remainder, "tid", "urem(add(tid, 35bv32), 12bv32)");
  expectAfterSevenSteps(remainder, "add(tid, 100bv32)", "urem(add(tid, 135bv32), 12bv32)");
  for (const std::string step :
       {"x := add(x, 30bv32); if (uge(x, 80bv32)) { x := sub(x, 80bv32); }",
        "x := add(x, 30bv32); if (sgt(x, 79bv32)) { x := sub(x, 80bv32); }",
        "if (ult(x, 50bv32)) { x := add(x, 30bv32); } else { x := sub(x, 50bv32); }"})
    expectAfterSevenSteps(step, "tid", "urem(add(tid, 210bv32), 80bv32)");
  for (const std::string step : {"if (x == 66bv32) { x := 0bv32; } else { x := add(x, 1bv32); }",
                                 "x := add(x, 1bv32); if (x == 67bv32) { x := 0bv32; }"})
    expectAfterSevenSteps(step, "tid", "urem(add(tid, 7bv32), 67bv32)");
}

TEST(Rings, WhatIsNone) {
  // No mask of low bits; sums that wrap around, with and without a sign; a start beyond the end.
  EXPECT_EQ(
      afterSevenSteps("x := and(add(x, 1bv32), 5bv32);", "tid", "and(add(tid, 7bv32), 5bv32)"),
      "assertion");
  EXPECT_EQ(afterSevenSteps("x := urem(add(x, 4294967290bv32), 12bv32);", "tid",
                            "urem(add(tid, 10bv32), 12bv32)"),
            "assertion");
  EXPECT_EQ(afterSevenSteps("x := add(x, 30bv32); if (sge(x, 80bv32)) { x := sub(x, 80bv32); }",
                            "add(tid, 4294966336bv32)", "urem(add(tid, 4294966546bv32), 80bv32)"),
            "assertion");
  EXPECT_EQ(afterSevenSteps("x := add(x, 30bv32); if (uge(x, 80bv32)) { x := sub(x, 80bv32); }",
                            "add(tid, 1000bv32)", "urem(add(tid, 1210bv32), 80bv32)"),
            "assertion");
  // The end for what comes after the step does not fit into the width.
  EXPECT_EQ(afterSevenSteps("if (ult(x, 4294967290bv32)) { x := add(x, 32bv32); } else "
                            "{ x := sub(x, 4294967290bv32); }",
                            "tid", "urem(add(tid, 224bv32), 26bv32)"),
            "assertion");
}

// What is in a private array after a loop of twenty iterations.
std::string afterFilling(const std::string& stores, const std::string& claim,
                         const std::string& condition = "ult(i, 20bv32)") {
  return verdictOf("$$p[100bv32] := 5bv32; i := 0bv32; while (" + condition + ") { " + stores +
                   " i := add(i, 1bv32); } x := $$p[$n]; " + claim);
}

TEST(ArrayFills, ElementsHaveTheirValues) {
  const std::string place = "$$p[i] := add(tid, mul(i, 64bv32));";
  EXPECT_EQ(afterFilling(place, "assert !ult($n, 20bv32) || x == add(tid, mul($n, 64bv32));"),
            "verified");
  EXPECT_EQ(afterFilling(place, "assert !ult($n, 21bv32) || x == add(tid, mul($n, 64bv32));"),
            "assertion");
  EXPECT_EQ(afterFilling(place, "assert $n != 100bv32 || x == 5bv32;"), "verified");
  EXPECT_EQ(afterFilling(place, "assert $n != 101bv32 || x == 5bv32;"), "assertion");
  // Backwards, every third, under a condition, and the later one of two stores.
  EXPECT_EQ(afterFilling("$$p[sub(50bv32, mul(i, 3bv32))] := i;",
                         "assert $n != 44bv32 || x == 2bv32; assert $n != 100bv32 || x == 5bv32;"),
            "verified");
  EXPECT_EQ(afterFilling("if (ult(7bv32, i)) { $$p[add(i, 90bv32)] := i; }",
                         "assert $n != 100bv32 || x == 10bv32;"),
            "verified");
  EXPECT_EQ(afterFilling("if (ult(11bv32, i)) { $$p[add(i, 90bv32)] := i; }",
                         "assert $n != 100bv32 || x == 5bv32;"),
            "verified");
  const std::string two = "$$p[i] := 1bv32; $$p[add(i, 1bv32)] := 2bv32;";
  EXPECT_EQ(afterFilling(two, "assert !ult($n, 20bv32) || x == 1bv32;"), "verified");
  EXPECT_EQ(afterFilling(two, "assert !ult($n, 21bv32) || x == 1bv32;"), "assertion");
}

TEST(ArrayFills, WhatIsNotKnown) {
  // A value or a condition that data decides, and an index that goes round.
  EXPECT_EQ(afterFilling("$$p[i] := $$h[i];", "assert $n != 3bv32 || x == 3bv32;"), "assertion");
  EXPECT_EQ(afterFilling("$$p[i] := $$h[i];", "assert $n != 100bv32 || x == 5bv32;"), "verified");
  EXPECT_EQ(
      afterFilling("if ($$h[i] == 0bv32) { $$p[i] := i; }", "assert $n != 3bv32 || x == 3bv32;"),
      "assertion");
  EXPECT_EQ(afterFilling("$$p[shl(i, 30bv32)] := i;", "assert $n != 0bv32 || x == 0bv32;"),
            "assertion");
  EXPECT_EQ(afterFilling("$$p[$$h[i]] := i;", "assert $n != 100bv32 || x == 5bv32;"), "assertion");
  EXPECT_EQ(afterFilling("$$p[i] := i; havoc $$p;", "assert $n != 100bv32 || x == 5bv32;"),
            "assertion");
  // Of the threads that leave earlier.
  EXPECT_EQ(afterFilling("$$p[i] := i;", "assert $n != 3bv32 || x == 3bv32;", "ult(i, tid)"),
            "assertion");
}

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

// An inner loop that steps j as far as two bounds let it, of which one moves.
std::string afterRunningAhead(const std::string& begin, const std::string& claim,
                              const std::string& condition = "", const std::string& also = "") {
  VerifyOptions options;
  options.infer = false;
  return verdictOf(begin +
                       " x := j; while (slt(i, $n)) { while (slt(j, $n) && slt(j, add(i, 3bv32))" +
                       condition + ") { x := add(x, 1bv32); j := add(j, 1bv32); } assert " + claim +
                       "; " + also + " i := add(i, 1bv32); }",
                   {}, options);
}

TEST(RunAhead, GoesToTheLeastBound) {
  const std::string begin = "i := 0bv32; j := 0bv32;";
  const std::string atBound = "(j == $n || j == add(i, 3bv32))";
  EXPECT_EQ(afterRunningAhead(begin, atBound), "verified");
  EXPECT_EQ(afterRunningAhead(begin, "x == j"), "verified");
  EXPECT_EQ(afterRunningAhead(begin, "j != $n"), "assertion");
  EXPECT_EQ(afterRunningAhead(begin, "j != add(i, 3bv32)"), "assertion");
  EXPECT_EQ(afterRunningAhead(begin, "x != 7bv32"), "assertion");
  // From above the bound it stays until that has come there.
  const std::string above = "i := 0bv32; j := 9bv32;";
  EXPECT_EQ(afterRunningAhead(above, "(j == 9bv32 || " + atBound + ")"), "verified");
  EXPECT_EQ(afterRunningAhead(above, atBound), "assertion");
}

TEST(RunAhead, BoundsThatWrapAround) {
  const std::string atBound = "(j == $n || j == add(i, 3bv32))";
  const std::string last = "i := 2147483644bv32; j := 2147483640bv32;";
  EXPECT_EQ(afterRunningAhead(last, atBound), "verified");
  // The bound has wrapped around from the beginning.
  const std::string over = "i := 2147483645bv32; j := 2147483640bv32;";
  EXPECT_EQ(afterRunningAhead(over, atBound), "assertion");
}

TEST(RunAhead, NotWhereTheLoopMayEndElsewhere) {
  const std::string begin = "i := 0bv32; j := 0bv32;";
  const std::string atBound = "(j == $n || j == add(i, 3bv32))";
  EXPECT_EQ(afterRunningAhead(begin, atBound, " && $$h[j] == 0bv32"), "assertion");
  EXPECT_EQ(afterRunningAhead(begin, atBound, " && ult(i, 5bv32)"), "assertion");
  EXPECT_EQ(afterRunningAhead(begin, "j != 1bv32", "", "if (i == 7bv32) { j := 0bv32; }"),
            "assertion");
  EXPECT_EQ(afterRunningAhead(begin, "j != 20bv32", "", "i := add(i, 1bv32);"), "assertion");
}

TEST(LoopFacts, BoundTheIterationBefore) {
  EXPECT_EQ(verdictOf("i := 0bv32; while (ult(i, $n)) { assert ult(i, $n); i := add(i, 1bv32); } "
                      "assert i == $n;"),
            "verified");
  EXPECT_EQ(verdictOf("i := 0bv32; while (ult(i, $n)) { i := add(i, 2bv32); } assert i == $n;"),
            "assertion");
}

// Counters of loops have no more values than there can be iterations, and no fewer.
TEST(LoopFacts, AllIterationsAreLookedAt) {
  struct Case {
    std::string begin, condition, step;
    int most;  // iterations
  };
  const std::string tid = "i := tid;";
  const std::vector<Case> cases{{"i := 3bv32;", "ult(i, 100bv32)", "add(i, 7bv32)", 14},
                                {tid, "ult(i, 100bv32)", "add(i, 64bv32)", 2},
                                {tid, "!ult(129bv32, i)", "add(i, 64bv32)", 3},
                                {"i := 100bv32;", "slt(0bv32, i)", "sub(i, 7bv32)", 15},
                                {tid, "!slt(i, 1bv32)", "sub(i, 9bv32)", 7},
                                {"i := 1bv32;", "ult(i, 64bv32)", "add(i, i)", 6},
                                {"i := add(tid, 1bv32);", "ult(i, 1000bv32)", "mul(i, 4bv32)", 5},
                                {"i := 64bv32;", "slt(0bv32, i)", "lshr(i, 1bv32)", 7},
                                {tid, "ult(2bv32, i)", "udiv(i, 2bv32)", 5},
                                {tid, "slt(2bv32, i)", "sdiv(i, 2bv32)", 5}};
  for (const auto& [begin, condition, step, most] : cases) {
    auto verdictWhere = [&](const std::string& number) {
      return verdictOf("x := 0bv32; " + begin + " while (" + condition + ") { assert x != " +
                       number + "bv32; x := add(x, 1bv32); i := " + step + "; }");
    };
    EXPECT_EQ(verdictWhere(std::to_string(most - 1)), "assertion") << step;
    EXPECT_EQ(verdictWhere(std::to_string(most)), "verified") << step;
    EXPECT_EQ(verdictOf("x := 0bv32; " + begin + " while (" + condition +
                        ") { if (x == " + std::to_string(most - 1) +
                        "bv32) { $$s[0bv32] := tid; } x := add(x, 1bv32); i := " + step + "; }"),
              "race")
        << step;
  }
  // These go on for ever, or after they have wrapped around.
  EXPECT_EQ(verdictOf("x := 0bv32; i := 2147483648bv32; while (ult(2bv32, i)) { "
                      "assert x != 40bv32; x := add(x, 1bv32); i := ashr(i, 1bv32); }"),
            "assertion");
  EXPECT_EQ(verdictOf("x := 0bv32; i := 4294967280bv32; while (ult(i, 4294967295bv32)) { "
                      "assert x != 40bv32; x := add(x, 1bv32); i := add(i, 7bv32); }"),
            "assertion");
}

}  // namespace
}  // namespace barricade::test
