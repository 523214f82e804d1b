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

}  // namespace
}  // namespace barricade::test
