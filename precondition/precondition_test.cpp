// Conditions of small kernels, and what is none.
#include "precondition/precondition.h"

#include "precondition/vocabulary.h"
#include "verifier/verify.h"

#include "analysis/test_kernel.h"

namespace barricade::test {
namespace {

int valueOf(const LaunchValues& values, const std::string& name) {
  for (const NamedValue& value : values)
    if (value.name == name) return std::stoi(value.value);
  return -1;
}

std::optional<Condition> findCondition(Program& program, const Prepared& prepared,
                                       VerifyOptions options) {
  ConditionSearch search(program, prepared, options);
  options.described = search.observer();
  const VerificationResult result = verify(program, prepared, options);
  if (result.findings.empty()) return std::nullopt;
  const std::size_t before = prepared.procedure->specifications.size();
  std::optional<Condition> condition = search.run(result.findings.front());
  EXPECT_EQ(prepared.procedure->specifications.size(), before);  // nothing is assumed any more
  return condition;
}

// The condition's text; "none" where there is none that is worth having.
std::string conditionOf(const std::string& body, const Launch& launch = {.size = "*"},
                        const std::string& specifications = "") {
  const auto program = parse(kernelText(body, launch, "", specifications));
  VerifyOptions options;
  const Prepared prepared = prepare(*program, options);
  EXPECT_TRUE(prepared.procedure);
  const auto condition = findCondition(*program, prepared, options);
  return condition ? condition->text : "none";
}

TEST(Condition, OfTheSizeOfABlock) {
  EXPECT_EQ(conditionOf("$$s[urem(tid, 32bv32)] := tid;"), "blockDim.x <= 32");
  EXPECT_EQ(conditionOf("$$s[tid] := tid; x := $$s[add(tid, 100bv32)];"), "blockDim.x <= 100");
}

TEST(Condition, OfSeveralSizes) {
  const Launch open{.size = "*", .sizeY = "*"};
  EXPECT_EQ(conditionOf("$$s[add(mul(tidy, 16bv32), tid)] := tid;", open),
            "blockDim.x <= 16 || blockDim.y == 1");
  EXPECT_EQ(conditionOf("$$g[add(mul(gid, 256bv32), tid)] := gid;", {.size = "*", .groups = "*"}),
            "blockDim.x <= 256 || gridDim.x == 1");
}

TEST(Condition, OfIntegersOfTheSourceOnly) {
  const auto program = parse(kernelText("if (slt(tid, $n)) { sync; }", {.size = "*"}));
  VerifyOptions options;
  const Prepared prepared = prepare(*program, options);
  auto& attributes = prepared.procedure->attributes;
  attributes.push_back({"signed", {std::string("$m")}});
  EXPECT_FALSE(Vocabulary(*prepared.procedure).knows(prepared.procedure->parameters.front()));
  attributes.back().args = {std::string("$n")};
  EXPECT_TRUE(Vocabulary(*prepared.procedure).knows(prepared.procedure->parameters.front()));
}

TEST(Condition, OfParameters) {
  EXPECT_EQ(conditionOf("if (slt(tid, $n)) { sync; }"), "n >= blockDim.x || n <= 0");
  EXPECT_EQ(conditionOf("$$g[tid] := $$g[add(tid, $n)];", {.size = "64"},
                        "requires slt(0bv32, $n); requires slt($n, 1000bv32);\n"),
            "n >= 64");
}

// Nothing but bounds is left of a guard that makes a parameter 0: they belong to what goes wrong.
TEST(Condition, OfAParameterThatIsOneNumberOnly) {
  EXPECT_EQ(
      conditionOf("if (slt(mul($n, 5bv32), urem(tid, 14bv32)) && "
                  "slt(udiv($n, 5bv32), udiv(tid, 4bv32))) { x := $$s[mul(tid, 6bv32)]; }"
                  "if (slt(mul($n, 7bv32), 1bv32)) { $$s[mul(tid, 5bv32)] := tid; }",
                  {.size = "*"}, "requires ule($n, 12bv32); requires ule(group_size_x, 24bv32);\n"),
      "n >= 1 || blockDim.x <= 6");
}

// What the preconditions say already is left out.
TEST(Condition, KnowsWhatIsRequired) {
  const std::string body = "if (slt(tid, $n)) { sync; }";
  EXPECT_EQ(conditionOf(body, {.size = "*"}, "requires slt(0bv32, $n);\n"), "n >= blockDim.x");
  EXPECT_EQ(conditionOf(body, {.size = "*"},
                        "requires slt($m, $n); requires sle(0bv32, $m);\n"
                        "requires slt($n, 5000bv32);\n"),
            "n >= blockDim.x");
  // An inequality excludes neither side.
  EXPECT_EQ(conditionOf(body, {.size = "*"}, "requires $n != 7bv32;\n"),
            "n >= blockDim.x || n <= 0");
}

// No launch, or none that runs the accesses of the race by two threads, would be left.
TEST(Condition, IsNotVacuous) {
  EXPECT_EQ(conditionOf("$$s[0bv32] := tid;"), "none");
  EXPECT_EQ(conditionOf("if (slt(0bv32, $n)) { $$s[0bv32] := tid; }"), "none");
  EXPECT_EQ(conditionOf("$$s[tid] := tid; x := $$s[add(tid, 1bv32)];"), "none");
}

TEST(Condition, HasALaunchOnEitherSide) {
  const auto program = parse(kernelText("$$s[urem(tid, 32bv32)] := tid;", {.size = "*"}));
  VerifyOptions options;
  const Prepared prepared = prepare(*program, options);
  const auto condition = findCondition(*program, prepared, options);
  ASSERT_TRUE(condition);
  EXPECT_GT(valueOf(condition->bad, "blockDim.x"), 32);
  EXPECT_LE(valueOf(condition->good, "blockDim.x"), 32);
  EXPECT_GE(valueOf(condition->good, "blockDim.x"), 2);
  EXPECT_FALSE(condition->exact);  // no run has shown it
  ASSERT_EQ(condition->clauses.size(), 1U);
  EXPECT_EQ(condition->clauses[0].excluded.size(), 1U);
  // The program is as it was.
  EXPECT_TRUE(findCondition(*program, prepared, options));
}

// Whatever goes wrong in blocks that are too large does so in any grid.
TEST(Condition, ShowsWhatEachPartExcludes) {
  const auto program =
      parse(kernelText("$$s[urem(tid, 32bv32)] := tid; $$g[urem(gid, 8bv32)] := gid;",
                       {.size = "*", .groups = "*"}));
  VerifyOptions options;
  const Prepared prepared = prepare(*program, options);
  const auto condition = findCondition(*program, prepared, options);
  ASSERT_TRUE(condition);
  ASSERT_EQ(condition->clauses.size(), 2U);
  for (const ConditionClause& clause : condition->clauses) {
    ASSERT_FALSE(clause.excluded.empty());
    EXPECT_EQ(clause.excluded.front().interGroup, clause.text == "gridDim.x <= 8") << clause.text;
  }
}

}  // namespace
}  // namespace barricade::test
