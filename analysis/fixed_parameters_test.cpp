// Parameters that preconditions or arguments make literals.
#include "analysis/fixed_parameters.h"

#include "analysis/test_kernel.h"

namespace barricade::test {
namespace {

// "n=3 m=6", of those that are fixed.
std::string fixedBy(const std::string& specifications,
                    const std::vector<std::optional<BigInt>>& arguments = {}) {
  const Analysed a(kernelText("$$s[tid] := add($n, $m);", {}, "", specifications));
  Terms terms(*a.program);
  const FixedParameters fixed =
      fixedParameters(terms, *a.procedure, findLaunchFacts(terms, {}), arguments);
  std::string text;
  for (const char* name : {"n", "m"}) {
    auto it = fixed.find(a.kernel().variable(a.variable("$" + std::string(name))));
    if (it == fixed.end()) continue;
    text += (text.empty() ? "" : " ") + std::string(name) + "=" + it->second->value().str();
  }
  return text;
}

TEST(FixedParameters, AreFoundInPreconditions) {
  EXPECT_EQ(fixedBy("requires $n == 3bv32;"), "n=3");
  EXPECT_EQ(fixedBy("requires $n == 3bv32 && 4bv32 == $m;"), "n=3 m=4");
  EXPECT_EQ(fixedBy("requires $m == mul($n, 2bv32); requires $n == 3bv32;"), "n=3 m=6");
  EXPECT_EQ(fixedBy("requires (if $n == size then 1bv1 else 0bv1) != 0bv1;"), "n=64");
  EXPECT_EQ(fixedBy("requires $m == $n;", {BigInt(5)}), "n=5 m=5");
}

TEST(FixedParameters, AreNotInvented) {
  EXPECT_EQ(fixedBy("requires $n == 3bv32 || $n == 4bv32;"), "");
  EXPECT_EQ(fixedBy("requires ult($n, 3bv32);"), "");
  EXPECT_EQ(fixedBy("requires $n == tid;"), "");
  EXPECT_EQ(fixedBy("requires $n == $$h[0bv32];"), "");
  EXPECT_EQ(fixedBy("requires $c ==> $n == 3bv32;"), "");
}

// "n<=3", of those that are limited.
std::string limitedBy(const std::string& specifications) {
  const Analysed a(kernelText("$$s[tid] := add($n, $m);", {}, "", specifications));
  Terms terms(*a.program);
  const LaunchFacts launch = findLaunchFacts(terms, {});
  const ParameterLimits limits = parameterLimits(terms, *a.procedure, launch,
                                                 fixedParameters(terms, *a.procedure, launch, {}));
  std::string text;
  for (const char* name : {"n", "m"}) {
    auto it = limits.find(a.kernel().variable(a.variable("$" + std::string(name))));
    if (it != limits.end())
      text += (text.empty() ? "" : " ") + std::string(name) + "<=" + it->second.str();
  }
  return text;
}

TEST(ParameterLimits, AreFoundInPreconditions) {
  EXPECT_EQ(limitedBy("requires ult($n, 3bv32);"), "n<=2");
  EXPECT_EQ(limitedBy("requires ule($n, 3bv32) && ugt(9bv32, $m);"), "n<=3 m<=8");
  EXPECT_EQ(limitedBy("requires sgt($n, 0bv32) && sle($n, 64bv32);"), "n<=64");
  EXPECT_EQ(limitedBy("requires sge($n, 0bv32);"), "n<=2147483647");
  EXPECT_EQ(limitedBy("requires slt($n, 5bv32) && slt($n, 9bv32) && sge($n, 2bv32);"), "n<=4");
  EXPECT_EQ(limitedBy("requires ule($n, $m) && $m == 6bv32;"), "n<=6");
}

// A number that may be below 0 is large without its sign.
TEST(ParameterLimits, AreNotInvented) {
  EXPECT_EQ(limitedBy("requires slt($n, 3bv32);"), "");
  EXPECT_EQ(limitedBy("requires sge($n, 4294967295bv32) && sle($n, 3bv32);"), "");
  EXPECT_EQ(limitedBy("requires ule($n, 3bv32) || ule($m, 3bv32);"), "");
  EXPECT_EQ(limitedBy("requires ugt($n, 3bv32);"), "");
  EXPECT_EQ(limitedBy("requires ule($n, $m);"), "");
}

}  // namespace
}  // namespace barricade::test
