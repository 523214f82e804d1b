// Parameters that preconditions or arguments make literals.
#include "verifier/test_kernel.h"

namespace barricade::test {
namespace {

// "n=3 m=6", of those that are fixed.
std::string fixedBy(const std::string& specifications,
                    std::vector<std::optional<BigInt>> arguments = {}) {
  VerifyOptions options;
  options.kernelArgs = std::move(arguments);
  const Staged a(kernelText("$$s[tid] := add($n, $m);", {}, "", specifications), options);
  std::string text;
  for (const char* name : {"n", "m"}) {
    auto it = a.subject->fixed.find(a.kernel().variable(a.variable("$" + std::string(name))));
    if (it == a.subject->fixed.end()) continue;
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

TEST(FixedParameters, ThatContradictEachOtherAdmitNoThread) {
  const std::string text =
      kernelText("$$s[0bv32] := tid;", {}, "", "requires $n == 3bv32; requires $n == 4bv32;");
  EXPECT_EQ(verifyText(text).verdict, Verdict::Rejected);
}

}  // namespace
}  // namespace barricade::test
