// Inferred loop invariants: which candidates survive, and kernels that need them.
#include "verifier/houdini.h"

#include "verifier/test_kernel.h"

namespace barricade::test {
namespace {

// The texts of the candidates that are inductive together.
std::set<std::string> invariantsOf(const std::string& body, Mode mode = Mode::Intra) {
  Staged a(kernelText(body));
  Problem problem(*a.subject, mode);
  Statistics statistics;
  const std::vector<Candidate> kept = inferInvariants(problem, {}, {}, Deadline(0), statistics);
  std::set<std::string> texts;
  for (const Candidate& candidate : kept) texts.insert(candidate.text);
  EXPECT_EQ(statistics.counters["candidates kept"], kept.size());
  EXPECT_GE(statistics.counters["candidates tried"], kept.size());
  return texts;
}

const std::string flip =
    "x := 0bv32; i := 0bv32; while (ult(i, $n)) { $$s[add(mul(x, 64bv32), tid)] := i; "
    "if ($$h[i] == 0bv32) { x := sub(1bv32, x); } i := add(i, 1bv32); }";

TEST(Houdini, KeepsWhatIsInductiveAndDropsTheRest) {
  const auto kept = invariantsOf(flip);
  EXPECT_TRUE(kept.contains("x is 0 or 1"));
  EXPECT_FALSE(kept.contains("x has its initial value"));
  EXPECT_FALSE(kept.contains("x is not zero"));
}

TEST(Houdini, MutuallyInductiveCandidatesSurviveTogether) {
  const auto kept = invariantsOf(
      "x := $n; y := $m; assume x != y; i := 0bv32; while (ult(i, 9bv32)) { "
      "if ($$h[i] == 0bv32) { j := x; x := y; y := j; } $$s[add(x, tid)] := y; i := add(i, 1bv32); "
      "}");
  EXPECT_TRUE(kept.contains("x and y differ"));
  EXPECT_TRUE(kept.contains("x and y hold their initial values, exchanged or not"));
}

TEST(Houdini, BoundsOfConditionalSteps) {
  const auto kept = invariantsOf(
      "x := 0bv32; i := 0bv32; while (ult(i, $n)) { "
      "if ($$h[i] == 1bv32) { x := add(x, 4bv32); } $$s[add(x, tid)] := i; "
      "i := add(i, 1bv32); }");
  EXPECT_TRUE(kept.contains("x keeps its lowest 2 bits"));
}

TEST(Houdini, ThreadsThatStayTogether) {
  // Both run equally often, though from different starts.
  const auto kept =
      invariantsOf("i := tid; while (ult(i, add(tid, 8bv32))) { sync; i := add(i, 1bv32); }");
  EXPECT_TRUE(kept.contains("both threads are in the loop or neither"));
}

TEST(Houdini, AKernelThatNeedsIt) {
  // Neighbours' elements are two apart, and x is 0 or 1.
  const std::string body =
      replaced(flip, R"(add\(mul\(x, 64bv32\), tid\))", "add(x, mul(2bv32, tid))");
  EXPECT_EQ(verdictOf(body), "verified");
  VerifyOptions options;
  options.infer = false;
  EXPECT_EQ(verdictOf(body, {}, options), "race");
}

TEST(Houdini, TheUsersCandidatesAreTriedAndNeverReported) {
  auto verdict = [](const std::string& candidate) {
    return verdictOf(verifyText(kernelText(
        "x := 0bv32; i := 0bv32; while (ult(i, $n)) invariant _c0 ==> " + candidate +
            "; { if ($$h[add(i, tid)] == 1bv32) { x := and(add(x, 12bv32), 60bv32); } i := add(i, "
            "1bv32); }"
            "$$s[add(x, mul(61bv32, tid))] := 1bv32; $$s[add(x, mul(61bv32, tid))] := tid;",
        {}, "const {:existential true} _c0 : bool;\n")));
  };
  EXPECT_EQ(verdict("ule(x, 60bv32)"), "verified");
  EXPECT_EQ(verdict("x == 0bv32"), "race");  // no finding of its own, and not assumed
}

TEST(Invariants, OfTheUserAreCheckedAndUsed) {
  auto kernel = [](const std::string& invariant) {
    return "x := 0bv32; i := 0bv32; while (ult(i, $n)) invariant " + invariant +
           "; { if ($$h[i] == 1bv32) { x := and(add(x, 12bv32), 60bv32); } i := add(i, 1bv32); }"
           "assert ult(x, 64bv32);";
  };
  EXPECT_EQ(verdictOf(kernel("ule(x, 60bv32)")), "verified");
  EXPECT_EQ(verdictOf(kernel("ule(x, 8bv32)")), "invariant");  // not maintained
  EXPECT_EQ(verdictOf(kernel("ule(1bv32, x)")), "invariant");  // not on entry
}

}  // namespace
}  // namespace barricade::test
