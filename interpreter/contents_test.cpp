// Initial contents of arrays.
#include "interpreter/contents.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>

namespace barricade {
namespace {

TEST(Contents, LinksLeadToEarlierElementsOrToThemselves) {
  const ArrayContents links = ArrayContents::links(7);
  for (std::uint64_t i = 0; i < 100; ++i) EXPECT_LE(links.element(i, 32), i);
}

TEST(Contents, EveryFillHasALastElement) {
  constexpr std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
  for (const ArrayContents& contents :
       {ArrayContents::zeros(), ArrayContents::iota(), ArrayContents::offsets(1),
        ArrayContents::links(1), ArrayContents::random(1), ArrayContents::among({3}, 1),
        ArrayContents::floats(1)})
    EXPECT_LE(contents.element(last, 8), 255);
}

TEST(Contents, FloatsAreOneAndMore) {
  for (std::uint64_t i = 0; i < 20; ++i) {
    const auto bits = static_cast<std::uint32_t>(ArrayContents::floats(1).element(i, 32));
    EXPECT_GE(std::bit_cast<float>(bits), 1.0F);
    EXPECT_LT(std::bit_cast<float>(bits), 2.0F);
  }
}

}  // namespace
}  // namespace barricade
