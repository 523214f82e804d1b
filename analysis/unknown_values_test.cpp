// What hangs on values that the lowering leaves open.
#include "analysis/unknown_values.h"

#include "analysis/test_kernel.h"

namespace barricade::test {
namespace {

// x is unknown. Of the stores in the body, in order: whether it decides about them.
std::vector<bool> decides(const std::string& body) {
  const Analysed a(replaced(kernelText(body), R"(\bvar x\b)", "var {:unknown} x"));
  const UnknownValues unknown(*a.procedure);
  std::vector<bool> result;
  for (const auto& block : a.procedure->blocks)
    for (const Statement& statement : block->statements)
      if (const Assign* assign = statement.as<Assign>();
          assign && assign->targets[0].variable->array)
        result.push_back(unknown.decide(*block, statement));
  return result;
}

TEST(UnknownValues, DecideAboutPlacesAndNotAboutWhatIsStored) {
  EXPECT_EQ(decides("havoc x; $$g[tid] := x; $$g[x] := tid; $$h[add(x, 1bv32)] := tid;"),
            (std::vector{false, true, true}));
  EXPECT_EQ(decides("havoc x; y := add(x, tid); $$g[y] := tid; y := tid; $$h[y] := tid;"),
            (std::vector{true, true}));  // of any assignment to y
}

TEST(UnknownValues, GoThroughMemory) {
  EXPECT_EQ(decides("havoc x; $$s[0bv32] := x; sync; y := $$s[0bv32]; $$g[y] := tid; "
                    "$$h[$$t[0bv32]] := 1bv32;"),
            (std::vector{false, true, false}));
}

TEST(UnknownValues, DecideByBranches) {
  EXPECT_EQ(decides("havoc x; if (x == 1bv32) { $$g[tid] := 1bv32; y := 2bv32; } "
                    "$$h[tid] := 1bv32; $$s[y] := 1bv32;"),
            (std::vector{true, false, true}));
}

TEST(UnknownValues, DecideAboutBarriers) {
  auto decideBarriers = [](const std::string& body) {
    const Analysed a(replaced(kernelText(body), R"(\bvar x\b)", "var {:unknown} x"));
    return UnknownValues(*a.procedure).decideBarriers();
  };
  EXPECT_FALSE(decideBarriers("havoc x; $$s[tid] := x; sync;"));
  EXPECT_TRUE(decideBarriers("havoc x; if (x == 1bv32) { sync; }"));
}

}  // namespace
}  // namespace barricade::test
