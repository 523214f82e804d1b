// Calls that are known by their contracts.
#include "verifier/test_kernel.h"

namespace barricade::test {
namespace {

TEST(Contracts, MakeRecursionOverValuesKnown) {
  const std::string rec =
      "procedure $down($d : bv32) returns ($r : bv32) ensures $r == 7bv32; "
      "{ $r := 7bv32; if (ugt($d, 0bv32)) { call $r := $down(sub($d, 1bv32)); } }\n";
  EXPECT_EQ(verdictOf(verifyText(kernelText("call x := $down(tid); assert x == 7bv32;", {}, rec))),
            "verified");
  EXPECT_EQ(verdictOf(verifyText(kernelText("call x := $down(tid); assert x == 8bv32;", {}, rec))),
            "assertion");
}

TEST(Contracts, AreProven) {
  auto verdict = [](const std::string& contract) {
    return verdictOf(verifyText(kernelText(
        "call x := $f(tid); $$s[x] := tid;", {},
        "procedure $f($n : bv32) returns ($r : bv32) " + contract +
            " { if ($n == 0bv32) { $r := 0bv32; } else { call $r := $f(sub($n, 1bv32)); $r := "
            "add($r, 1bv32); } }\n")));
  };
  EXPECT_EQ(verdict(""), "race");
  EXPECT_EQ(verdict("ensures $r == $n;"), "verified");
  EXPECT_EQ(verdict("ensures $r == add($n, 1bv32);"), "postcondition");
}

}  // namespace
}  // namespace barricade::test
