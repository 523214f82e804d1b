// Numbers and ranges of a block's threads as forms of the thread or its warp.
#include "analysis/affine_in_thread.h"

#include <gtest/gtest.h>

namespace barricade {
namespace {

constexpr unsigned warp = 2;

TEST(AffineInThread, ByThreadOrByWarp) {
  const auto byThread = affineInThread({3, 5, 7, noNumber}, warp);
  ASSERT_TRUE(byThread);
  EXPECT_EQ(byThread->of(3), 9);
  const auto byWarp = affineInThread({1, 1, 4, 4}, warp);
  ASSERT_TRUE(byWarp);
  EXPECT_EQ(byWarp->of(5), 7);
  EXPECT_FALSE(affineInThread({1, 1, 4, 5}, warp));
  EXPECT_FALSE(affineInThread({noNumber, noNumber}, warp));
}

// Of two warps one has a sum of nothing: of those before it, or of those behind it.
TEST(AffineInThread, RangesOfNothing) {
  const auto before =
      affineRange({noNumber, noNumber, 0, 0}, {noNumber, noNumber, 1, 1}, {0, 1}, warp);
  ASSERT_TRUE(before);
  EXPECT_EQ(before->begin.of(0), before->end.of(0));
  EXPECT_EQ(before->end.of(2), 1);
  const auto behind =
      affineRange({1, 1, noNumber, noNumber}, {2, 2, noNumber, noNumber}, {2, 3}, warp);
  ASSERT_TRUE(behind);
  EXPECT_EQ(behind->begin.of(2), behind->end.of(2));
  EXPECT_EQ(behind->begin.of(0), 1);
  EXPECT_FALSE(affineRange({0, noNumber, 0}, {1, noNumber, 1}, {1}, 1));
}

}  // namespace
}  // namespace barricade
