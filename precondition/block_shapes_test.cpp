#include "precondition/block_shapes.h"

#include <gtest/gtest.h>

namespace barricade {
namespace {

class BlockShapes : public ::testing::Test {
 protected:
  BlockShapes() {
    for (unsigned i = 0; i < 4; ++i)
      sizes_[i].launch = LaunchConstant{
          i < 3 ? LaunchConstant::Kind::GroupSize : LaunchConstant::Kind::NumGroups, i % 3};
  }

  // "32x8 16x16": of blocks that are open in these dimensions; the grid is, too.
  std::string shapes(unsigned dimensions, const std::vector<BigInt>& named) {
    std::vector<const Variable*> open{&sizes_[3]};
    for (unsigned i = 0; i < dimensions; ++i) open.push_back(&sizes_[i]);
    std::string text;
    for (const BlockShape& shape : blockShapes(open, named)) {
      std::string one;
      for (const auto& [size, number] : shape) one += (one.empty() ? "" : "x") + number.str();
      text += (text.empty() ? "" : " ") + one;
    }
    return text;
  }

 private:
  std::array<Variable, 4> sizes_;
};

TEST_F(BlockShapes, NumbersThatTheKernelNamesComeFirst) {
  EXPECT_EQ(shapes(1, {512, 64}), "512 64 256 128");
  EXPECT_EQ(shapes(2, {32, 8}), "32x32 32x8 8x8 16x16");
  EXPECT_EQ(shapes(3, {}), "8x8x8 32x4x2");
}

TEST_F(BlockShapes, TooManyThreadsOrTooFewAreNone) {
  EXPECT_EQ(shapes(2, {64, 4}), "64x4 16x16 32x8");
  EXPECT_EQ(shapes(1, {2048, 33, 2}), "256 128");
}

TEST_F(BlockShapes, AGridAloneHasNone) {
  EXPECT_EQ(shapes(0, {32}), "");
}

}  // namespace
}  // namespace barricade
