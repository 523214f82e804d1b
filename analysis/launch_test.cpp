// Sizes of a launch from axioms and options, and the pairs of threads that they admit.
#include "analysis/launch.h"

#include "analysis/test_kernel.h"

namespace barricade::test {
namespace {

std::string sizeText(Expr size) {
  return size->isLiteral() ? size->value().str() : "*";
}

// "64,1,1 x 2,1,1"
std::string factsOf(const std::string& text, const VerifyOptions& options = {}) {
  const auto program = parse(text);
  Terms terms(*program);
  const LaunchFacts facts = findLaunchFacts(terms, options);
  if (facts.contradictory) return "contradiction";
  std::string result;
  for (unsigned d = 0; d < 3; ++d) result += (d ? "," : "") + sizeText(facts.groupSize[d]);
  result += " x ";
  for (unsigned d = 0; d < 3; ++d) result += (d ? "," : "") + sizeText(facts.numGroups[d]);
  return result;
}

LaunchSizes sizes(int x) {
  return {LaunchSize{BigInt(x)}, std::nullopt, std::nullopt};
}

TEST(Launch, SizesComeFromAxioms) {
  EXPECT_EQ(factsOf(kernelText("return;")), "64,1,1 x 1,1,1");
  EXPECT_EQ(factsOf(kernelText("return;", {.size = "*", .groups = "*"})), "*,1,1 x *,1,1");
}

TEST(Launch, SizesThatAreNotReadAreOne) {
  auto takenAsOne = [](const std::string& body) {
    const auto program =
        parse(kernelText(body, {.size = "*", .groups = "*", .sizeY = "*", .sizeZ = "*"}));
    Terms terms(*program);
    std::string names;
    for (const std::string& name :
         findLaunchFacts(terms, {}, program->kernels().front()).takenAsOne)
      names += (names.empty() ? "" : " ") + name;
    return names;
  };
  EXPECT_EQ(takenAsOne("$$s[tid] := gid;"), "blockDim.y blockDim.z");
  EXPECT_EQ(takenAsOne("$$s[tidy] := group_size_z;"), "blockDim.x gridDim.x");
  // All threads do the same, which is what may be wrong.
  EXPECT_EQ(takenAsOne("$$s[0bv32] := $n;"), "blockDim.y blockDim.z gridDim.x");
  // What an atomic operation gives tells blocks apart.
  const std::string take =
      "call {:atomic} {:atomic_function \"__atomicAdd_int\"} {:arg1 1bv32} x, ";
  EXPECT_EQ(takenAsOne(take + "$$g := _ATOMIC_OP32($$g, tid);"), "blockDim.y blockDim.z");
  EXPECT_EQ(takenAsOne(take + "$$s := _ATOMIC_OP32($$s, tid);"), "blockDim.y blockDim.z gridDim.x");
}

TEST(Launch, BuglesSpellingOfAnAxiomIsUnderstood) {
  EXPECT_EQ(factsOf(kernelText("return;", {.size = "*"},
                               "axiom (if size == 32bv32 then 1bv1 else 0bv1) != 0bv1;\n")),
            "32,1,1 x 1,1,1");
}

TEST(Launch, OneAxiomFixesWhatAnotherNeeds) {
  EXPECT_EQ(
      factsOf(kernelText("return;", {.size = "*"},
                         "const w : bv32;\naxiom size == mul(w, 8bv32);\naxiom w == 4bv32;\n")),
      "32,1,1 x 1,1,1");
}

TEST(Launch, OptionsOverrideAxioms) {
  VerifyOptions options;
  options.groupSize = sizes(128);
  EXPECT_EQ(factsOf(kernelText("return;"), options), "128,1,1 x 1,1,1");
  options.groupSize[0]->value.reset();
  EXPECT_EQ(factsOf(kernelText("return;"), options), "*,1,1 x 1,1,1");
}

TEST(Launch, AGlobalSizeGivesTheNumberOfGroups) {
  VerifyOptions options;
  options.groupSize = sizes(32);
  options.globalSize = sizes(128);
  EXPECT_EQ(factsOf(kernelText("return;"), options), "32,1,1 x 4,1,1");
}

TEST(Launch, ContradictionsAreRejected) {
  const std::string text = kernelText("return;", {}, "axiom size == 32bv32;\n");
  EXPECT_EQ(factsOf(text), "contradiction");
}

std::vector<Mode> modes(const Launch& launch, const VerifyOptions& options = {}) {
  const auto program = parse(kernelText("return;", launch));
  Terms terms(*program);
  return modesFor(findLaunchFacts(terms, options), options);
}

TEST(Launch, PairsAreTakenWithinAndBetweenGroups) {
  EXPECT_EQ(modes({}), std::vector{Mode::Intra});
  EXPECT_EQ(modes({.groups = "4"}), (std::vector{Mode::Intra, Mode::Inter}));
  EXPECT_EQ(modes({.groups = "*"}), (std::vector{Mode::Intra, Mode::Inter}));
  EXPECT_EQ(modes({.size = "1", .groups = "4"}), (std::vector{Mode::Single, Mode::Inter}));
  EXPECT_EQ(modes({.size = "1"}), std::vector{Mode::Single});
  VerifyOptions options;
  options.onlyIntraGroup = true;
  EXPECT_EQ(modes({.groups = "4"}, options), std::vector{Mode::Intra});
}

TEST(Launch, IdsAreNarrow) {
  const auto program = parse(kernelText("return;", {.size = "48"}));
  Terms terms(*program);
  const ThreadPair pair = makeThreadPair(terms, findLaunchFacts(terms, {}), Mode::Intra);
  ASSERT_EQ(pair.localId[0][0]->op(), Op::ZeroExtend);
  EXPECT_EQ(pair.localId[0][0]->arg(0)->type()->width(), 6U);
  EXPECT_EQ(pair.localId[0][1]->value(), 0);
  EXPECT_EQ(pair.groupId[0][0], pair.groupId[1][0]);
}

}  // namespace
}  // namespace barricade::test
