#include "barricade/last_writer.h"

#include "interpreter/test_program.h"

namespace barricade {
namespace {

TEST(LastWriter, IsFoundAmongWarpsOfAnySize) {
  const TestKernel kernel(
      "  v0 := BV32_SUB(BV32_SUB(group_size_x, 1bv32), local_id_x);\n"
      "  $$g[v0] := local_id_x;\n  return;\n",
      "", "const {:sub_group_size} warp : bv32;\naxiom warp == 16bv32;\n");
  LaunchConfiguration launch = kernel.launch;
  launch.groupSize = {64, 1, 1};
  const auto place =
      lastWriter(kernel.program(), kernel.kernel(), launch, {}, {kernel.global("$$g")->array, 3});
  ASSERT_TRUE(place);
  EXPECT_EQ(place->thread->local[0], "60");
}

}  // namespace
}  // namespace barricade
