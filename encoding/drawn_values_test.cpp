// Which variables of a loop hold what has been drawn before, and from which they may come. What
// that is good for is in testsuite/sync (tiles_drawn_ahead and others).
#include "encoding/drawn_values.h"

#include "encoding/test_kernel.h"

namespace barricade::test {
namespace {

std::string draw(const std::string& variable, const std::string& element = "0bv32") {
  return "call {:atomic} {:atomic_function \"__atomicAdd_unsigned_int\"} {:arg1 1bv32} {:parts 1} "
         "{:part 1} " +
         variable + ", $$g := _ATOMIC_OP32($$g, " + element + "); ";
}

// The origins of x, in the loop that this is the body of; "none": it is no drawn value.
std::string originsIn(const std::string& body) {
  const Staged a(kernelText("j := 1bv32; " + draw("x") + "while (ult(x, $n)) { " + body +
                            " } $$h[add(x, y)] := j;"));
  const auto& drawn = a.subject->summaries.at(0).drawn;
  const auto found = drawn.find(a.variable("x"));
  if (found == drawn.end()) return "none";
  std::string names;
  for (std::size_t v : found->second.origins) names += a.kernel().variable(v)->name;
  return names;
}

TEST(DrawnValues, ComeFromTheIterationBefore) {
  EXPECT_EQ(originsIn(draw("y") + "$$h[x] := tid; x := y;"), "x");
  EXPECT_EQ(originsIn("x := y; " + draw("y")), "xy");
  EXPECT_EQ(originsIn(draw("y") + "if ($$h[x] == tid) { x := y; }"), "x");
  EXPECT_EQ(originsIn(draw("y") + "x := add(y, $m);"), "x");
}

TEST(DrawnValues, AreDrawnAlike) {
  const std::string load =
      "call {:atomic} {:atomic_function \"__atomicOr_unsigned_int\"} {:arg1 0bv32} {:parts 1} "
      "{:part 1} i, $$g := _ATOMIC_OP32($$g, 0bv32); ";
  EXPECT_EQ(originsIn(draw("y") + load + "x := y;"), "x");
  EXPECT_EQ(originsIn(draw("y") + load + "x := (if i == tid then y else i);"), "none");
  EXPECT_EQ(originsIn(draw("y") + "x := add(y, i); i := add(i, 1bv32);"), "none");
  EXPECT_EQ(originsIn(draw("y", "x") + "x := y;"), "none");
  EXPECT_EQ(originsIn(draw("y") + draw("i", "1bv32") + "x := (if i == tid then y else i);"),
            "none");
  EXPECT_EQ(originsIn(draw("y") + "x := $$h[y];"), "none");
  EXPECT_EQ(originsIn(draw("y") + "x := y; $$g[0bv32] := 7bv32;"), "none");
}

}  // namespace
}  // namespace barricade::test
