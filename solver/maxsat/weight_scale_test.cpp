#include "solver/maxsat/weight_scale.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace barricade::sat {
namespace {

using Units = std::vector<std::int64_t>;

TEST(ScaleWeights, IntegersStayAsTheyAre) {
  ScaledWeights scaled = scaleWeights(std::vector{1.0, 10.0, 13.0, 0.0, 1e6});
  EXPECT_EQ(scaled.units, (Units{1, 10, 13, 0, 1000000}));
  EXPECT_EQ(scaled.unitsPerOne, 1);
  EXPECT_TRUE(scaled.exact);
}

TEST(ScaleWeights, DecimalsAreWhatTheUserWrote) {
  ScaledWeights scaled = scaleWeights(std::vector{0.1, 0.2, 0.3, 12.75});
  EXPECT_EQ(scaled.units, (Units{10, 20, 30, 1275}));  // although 0.1 + 0.2 != 0.3 for doubles
  EXPECT_TRUE(scaled.exact);
  EXPECT_EQ(scaled.unitsPerOne, 100);
}

TEST(ScaleWeights, PowersOfOneHalfAreExact) {
  std::vector<double> weights{1000, std::ldexp(1.0, -20), std::ldexp(1.0, -40)};
  ScaledWeights scaled = scaleWeights(weights);
  EXPECT_TRUE(scaled.exact);
  EXPECT_EQ(scaled.units[1], scaled.units[2] << 20);
  EXPECT_EQ(static_cast<double>(scaled.units[0]) / scaled.unitsPerOne, 1000);
}

TEST(ScaleWeights, RoundsWhatCannotBeExactAndSaysSo) {
  ScaledWeights scaled = scaleWeights(std::vector{1e300, 1e-300, 0.0, 5e299});
  EXPECT_FALSE(scaled.exact);
  EXPECT_GT(scaled.units[0], scaled.units[3]);
  EXPECT_EQ(scaled.units[1], 1);  // not free
  EXPECT_EQ(scaled.units[2], 0);
  EXPECT_NEAR(static_cast<double>(scaled.units[0]) / scaled.unitsPerOne / 1e300, 1, 1e-12);
}

TEST(ScaleWeights, RejectsWhatIsNoWeight) {
  EXPECT_THROW(scaleWeights(std::vector{-1.0}), std::invalid_argument);
  EXPECT_THROW(scaleWeights(std::vector{std::nan("")}), std::invalid_argument);
  EXPECT_THROW(scaleWeights(std::vector{std::numeric_limits<double>::infinity()}),
               std::invalid_argument);
  EXPECT_TRUE(scaleWeights({}).units.empty());
}

}  // namespace
}  // namespace barricade::sat
