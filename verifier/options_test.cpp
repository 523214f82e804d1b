// What each option changes, shown by a kernel whose verdict turns on it.
#include "verifier/test_kernel.h"

namespace barricade::test {
namespace {

template <typename Set>
std::string with(Set set, const std::string& body, const Launch& launch = {}) {
  VerifyOptions options;
  set(options);
  return verdictOf(body, launch, options);
}

std::string loopOf(const std::string& body) {
  return "i := 0bv32; while (ult(i, $n)) { " + body + " i := add(i, 1bv32); } ";
}

TEST(Options, NoBenignTolerance) {
  auto strict = [](VerifyOptions& o) { o.benignTolerance = false; };
  EXPECT_EQ(with(strict, "$$s[0bv32] := 1bv32;"), "race");
  EXPECT_EQ(with(strict, "$$s[tid] := 1bv32;"), "verified");
}

TEST(Options, OnlyDivergence) {
  auto only = [](VerifyOptions& o) { o.checks.races = false; };
  EXPECT_EQ(with(only, "$$s[0bv32] := tid;"), "verified");
  EXPECT_EQ(with(only, "$$s[0bv32] := tid; if (ult(tid, $n)) { sync; }"), "divergence");
}

TEST(Options, OnlyIntraGroup) {
  auto only = [](VerifyOptions& o) { o.onlyIntraGroup = true; };
  EXPECT_EQ(with(only, "$$g[tid] := gid;", {.groups = "2"}), "verified");
  EXPECT_EQ(with(only, "$$g[0bv32] := tid;", {.groups = "2"}), "race");
}

TEST(Options, CheckArrayBounds) {
  auto check = [](VerifyOptions& o) { o.checks.bounds = CheckDepth::Full; };
  auto verdict = [&](const std::string& body) {
    VerifyOptions options;
    check(options);
    return verdictOf(verifyText(replaced(kernelText(body), R"re(\{:source_dimensions "\*"\})re",
                                         "{:source_dimensions \"8,8\"}"),
                                options));
  };
  EXPECT_EQ(verdict("$$s[tid] := 1bv32;"), "verified");
  EXPECT_EQ(verdict("$$s[add(tid, 1bv32)] := 1bv32;"), "bounds");
  EXPECT_EQ(verdict("x := $$h[sub(tid, 1bv32)];"), "bounds");
  EXPECT_EQ(verdict("if (ult(tid, 63bv32)) { $$s[add(tid, 1bv32)] := 1bv32; }"), "verified");
  EXPECT_EQ(verdictOf("$$s[add(tid, 1bv32)] := 1bv32;"), "verified");  // not asked for
}

// A race on s that is found at once; that there is none on g is beyond any solver.
std::string raceAndHash() {
  const std::string round = "x := mul(xor(x, lshr(x, 15bv32)), 65569bv32);";
  return kernelText("$$s[0bv32] := tid; x := add(mul(gid, size), tid);" + round + round + round +
                        "$$g[x] := tid;",
                    {.size = "1024", .groups = "1024"});
}

TEST(Options, TheSearchForMoreIsBoundedByTheWorkOfTheFirst) {
  VerifyOptions options;
  std::vector<std::string> found;
  options.found = [&](const Finding& finding) { found.push_back(finding.message); };
  const VerificationResult result = verifyText(raceAndHash(), options);
  EXPECT_EQ(result.verdict, Verdict::Refuted);
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(found, std::vector<std::string>{result.findings[0].message});
  EXPECT_EQ(result.undecided,
            std::vector<std::string>{"further findings were not searched for to the end; --all "
                                     "searches for them"});
  ASSERT_TRUE(result.statistics.firstSatisfiable && result.statistics.firstFinding);
  EXPECT_LE(*result.statistics.firstSatisfiable, *result.statistics.firstFinding);
  EXPECT_LE(*result.statistics.firstFinding, result.statistics.seconds);
}

TEST(Options, SearchToEndGoesOnUntilTime) {
  VerifyOptions options;
  options.searchToEnd = true;
  options.timeout = 3;
  const VerificationResult result = verifyText(raceAndHash(), options);
  EXPECT_EQ(result.findings.size(), 1U);
  EXPECT_GT(result.statistics.seconds, 2.5);
  for (const std::string& reason : result.undecided) EXPECT_TRUE(reason.ends_with("in time"));
  EXPECT_FALSE(result.undecided.empty());
}

TEST(Options, WarpSync) {
  auto warps = [](VerifyOptions& o) { o.warpSync = 32; };
  const std::string shift = "x := $$s[xor(tid, 1bv32)]; $$s[tid] := x;";
  EXPECT_EQ(verdictOf(shift), "race");
  EXPECT_EQ(with(warps, shift), "verified");
  EXPECT_EQ(with(warps, "x := $$s[xor(tid, 32bv32)]; $$s[tid] := x;"), "race");  // another warp
  EXPECT_EQ(with(warps, "$$s[lshr(tid, 1bv32)] := tid;"), "race");               // one statement
}

TEST(Options, LoopUnwindFindsBugsAndProvesNothingBeyond) {
  auto unwind = [](VerifyOptions& o) { o.loopUnwind = 3; };
  const std::string early = loopOf("if (i == 2bv32) { $$s[0bv32] := tid; }");
  const std::string late = loopOf("if (i == 5bv32) { $$s[0bv32] := tid; }");
  EXPECT_EQ(with(unwind, early), "race");
  EXPECT_EQ(with(unwind, late), "verified");
  EXPECT_EQ(verdictOf(late), "race");
}

TEST(Options, ArrayModels) {
  auto adversarial = [](VerifyOptions& o) { o.arrayModel = ArrayModel::Adversarial; };
  auto equality = [](VerifyOptions& o) { o.arrayModel = ArrayModel::Equality; };
  const std::string kernel = "$$s[tid] := tid; x := $$s[tid]; $$t[x] := 1bv32; $$t[x] := tid;";
  EXPECT_EQ(verdictOf(kernel), "verified");
  EXPECT_EQ(with(equality, kernel), "verified");
  EXPECT_EQ(with(adversarial, kernel), "race");
}

TEST(Options, NoInline) {
  VerifyOptions options;
  options.inlineCalls = false;
  const std::string helper =
      "procedure $id($v : bv32) returns ($r : bv32) CONTRACT { $r := $v; }\n";
  auto verdict = [&](const std::string& contract) {
    return verdictOf(verifyText(kernelText("call x := $id(tid); $$s[x] := tid;", {},
                                           replaced(helper, "CONTRACT", contract)),
                                options));
  };
  EXPECT_EQ(verdict(""), "race");
  EXPECT_EQ(verdict("ensures $r == $v;"), "verified");
  EXPECT_EQ(verdict("ensures $r == 1bv32;"), "race postcondition");
}

// A contract says nothing about accesses, barriers and assertions, so these bodies are inlined.
TEST(Options, NoInlineSeesWhatBodiesDo) {
  VerifyOptions options;
  options.inlineCalls = false;
  auto verdict = [&](const std::string& body) {
    return verdictOf(verifyText(kernelText("if (ult(tid, 2bv32)) { call $f(tid); }", {},
                                           "procedure $f($v : bv32) {" + body + "}\n"),
                                options));
  };
  EXPECT_EQ(verdict("$$s[0bv32] := $v;"), "race");
  EXPECT_EQ(verdict("sync;"), "divergence");
  EXPECT_EQ(verdict("assert $v == 1bv32;"), "assertion");
}

TEST(Options, TheErrorLimitBoundsTheFindings) {
  const std::string body = "@1; $$s[0bv32] := tid; @2; $$s[1bv32] := tid; @3; $$s[2bv32] := tid;";
  VerifyOptions options;
  EXPECT_EQ(verifyText(kernelText(body), options).findings.size(), 3U);
  options.errorLimit = 2;
  EXPECT_EQ(verifyText(kernelText(body), options).findings.size(), 2U);
}

// A time limit that is over before anything is asked is no verdict.
TEST(Options, WithoutTimeNothingIsVerified) {
  VerifyOptions options;
  options.timeout = 1e-9;
  const VerificationResult result = verifyText(kernelText("$$s[mul(tid, $n)] := tid;"), options);
  EXPECT_EQ(result.verdict, Verdict::Undecided);
  EXPECT_FALSE(result.undecided.empty());
}

TEST(Options, PreconditionsRestrictTheParameters) {
  const std::string body = "$$s[mul(tid, $n)] := tid;";
  EXPECT_EQ(verdictOf(body), "race");
  EXPECT_EQ(verdictOf(verifyText(kernelText(body, {}, "", "requires $n == 3bv32;"))), "verified");
}

TEST(Options, Postconditions) {
  auto verdict = [](const std::string& ensures) {
    return verdictOf(verifyText(kernelText("x := $n;", {}, "", "ensures " + ensures + ";")));
  };
  EXPECT_EQ(verdict("ult(tid, 64bv32)"), "verified");
  EXPECT_EQ(verdict("$n == 0bv32"), "postcondition");
}

}  // namespace
}  // namespace barricade::test
