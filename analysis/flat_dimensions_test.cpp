// What is left of ids and sizes of dimensions that a launch has one of.
#include "analysis/flat_dimensions.h"

#include "analysis/test_kernel.h"
#include "ir/printer.h"
#include "ir/uses.h"

namespace barricade::test {
namespace {

const std::string rank = "add(mul(add(mul(tidz, group_size_y), tidy), size), tid)";

// Where the last store to $$g is; "as it was": nothing is replaced.
std::string indexAfter(const std::string& body, const Launch& launch = {}) {
  const Analysed a(kernelText(body, launch));
  const auto flat = withoutFlatDimensions(*a.program, a.kernel().procedure(), {});
  if (!flat) return "as it was";
  std::string index;
  for (const auto& block : flat->blocks)
    for (const Statement& statement : block->statements)
      if (const Assign* assign = statement.as<Assign>())
        for (const Target& target : assign->targets)
          if (!target.indices.empty()) index = toString(target.indices.front());
  return index;
}

TEST(FlatDimensions, LeaveTheRankOfARow) {
  EXPECT_EQ(indexAfter("$$g[" + rank + "] := 1bv32;"), "local_id_x");
  EXPECT_EQ(indexAfter("x := " + rank + "; $$g[x] := 1bv32;"), "local_id_x");
  EXPECT_EQ(indexAfter("$$g[" + rank + "] := 1bv32;", {.sizeY = "2"}),
            "bvadd(local_id_x, bvmul(group_size_x, local_id_y))");
}

TEST(FlatDimensions, AreNoneOfARowThatIsReadAlone) {
  EXPECT_EQ(indexAfter("$$g[tid] := 1bv32;"), "as it was");
  EXPECT_EQ(indexAfter("x := tid; $$g[x] := 1bv32;"), "as it was");
  EXPECT_EQ(indexAfter("$$g[tidy] := 1bv32;", {.sizeY = "2"}), "as it was");
}

TEST(FlatDimensions, ReplaceNoVariableThatIsSetTwiceOrLater) {
  const std::string set = "x := " + rank + "; ";
  EXPECT_EQ(indexAfter(set + "x := 3bv32; $$g[x] := 1bv32;"), "x");
  EXPECT_EQ(indexAfter("if (tid == 0bv32) { " + set + "} $$g[x] := 1bv32;"), "x");
}

}  // namespace
}  // namespace barricade::test
