// Which loops count matches, and what they count. What that is good for is in testsuite/sorting.
#include "encoding/match_counts.h"

#include "encoding/test_kernel.h"
#include "ir/walk.h"

namespace barricade::test {
namespace {

// How many elements of arrays the condition for x to go up depends on; "none": it is not known.
std::string countIn(const std::string& loop) {
  const Staged a(kernelText("x := 0bv32; i := $n; " + loop + " $$s[x] := 1bv32;"));
  const auto& matches = a.subject->summaries.at(0).matches;
  if (!matches || !matches->counts.contains(a.variable("x"))) return "none";
  std::size_t reads = 0;
  forEachNode({matches->counts.at(a.variable("x"))}, [&](Expr e) {
    reads += std::ranges::count(matches->contents, e->op() == Op::Apply ? e->function() : nullptr,
                                [](const auto& array) { return array.second; });
  });
  return std::to_string(reads);
}

std::string whileBelow(const std::string& body, const std::string& bound = "$m") {
  return "while (slt(i, " + bound + ")) { " + body + " i := add(i, 1bv32); }";
}

TEST(MatchCounts, AreFound) {
  EXPECT_EQ(countIn(whileBelow("if ($$h[i] == tid) { x := add(x, 1bv32); }")), "1");
  EXPECT_EQ(countIn(whileBelow("x := add(x, (if $$h[i] == tid then 1bv32 else 0bv32));")), "1");
  EXPECT_EQ(countIn(whileBelow("if (ult(j, $$h[i])) { x := add(x, 1bv32); } else { "
                               "if ($$t[i] == j) { if (slt(i, tid)) { x := add(x, 1bv32); } } }")),
            "2");
}

TEST(MatchCounts, AreNotInvented) {
  EXPECT_EQ(countIn(whileBelow("if ($$h[i] == tid) { x := add(x, 2bv32); }")), "none");
  EXPECT_EQ(countIn(whileBelow("if ($$h[i] == tid) { x := 0bv32; }")), "none");
  EXPECT_EQ(countIn(whileBelow("if ($$h[i] == tid) { x := add(x, 1bv32); }", "$$h[i]")), "none");
  // An array that the loop changes, a barrier, another step, a loop that is left in its middle.
  EXPECT_EQ(countIn(whileBelow("j := $$t[i]; if (j == tid) { x := add(x, 1bv32); } $$t[i] := x;")),
            "0");
  EXPECT_EQ(countIn(whileBelow("if ($$h[i] == tid) { x := add(x, 1bv32); } sync;")), "none");
  EXPECT_EQ(countIn("while (slt(i, $m)) { if ($$h[i] == tid) { x := add(x, 1bv32); } "
                    "i := add(i, 2bv32); }"),
            "none");
}

}  // namespace
}  // namespace barricade::test
