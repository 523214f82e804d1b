// The race detector keeps few accesses; it must find what one that keeps all would find.
#include "interpreter/shadow.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <tuple>

namespace barricade {
namespace {

using Pair = std::tuple<std::uint32_t, AccessKind, std::uint32_t, AccessKind>;

TEST(Shadow, FindsWhatKeepingAllAccessesFinds) {
  std::mt19937 random(3);
  for (unsigned trial = 0; trial < 3000; ++trial) {
    const bool tolerant = trial % 3 != 0;
    Shadow shadow;
    std::vector<PendingAccess> all;
    const unsigned length = 1 + random() % 40;
    const unsigned agents = 1 + random() % 5;
    const unsigned values = 1 + random() % 5;
    for (unsigned step = 0; step < length; ++step) {
      if (random() % 25 == 0) {
        shadow.clear();
        all.clear();
      }
      PendingAccess access;
      access.agent = access.thread = random() % agents;
      access.value = random() % values;
      access.site = random() % 3;
      access.kind = static_cast<AccessKind>(access.site == 0 ? 0 : random() % 3);
      std::set<Pair> expected;
      for (const PendingAccess& earlier : all) {
        if (Shadow::conflict(earlier, access, tolerant)) {
          expected.insert({earlier.site, earlier.kind, access.site, access.kind});
        }
      }
      std::set<Pair> found;
      shadow.access(
          5, access, tolerant,
          [&](const PendingAccess& kept, const std::uint32_t* counters) {
            EXPECT_EQ(*counters, kept.thread);
            found.insert({kept.site, kept.kind, access.site, access.kind});
          },
          [&](std::vector<std::uint32_t>& counters) { counters.push_back(access.thread); });
      ASSERT_EQ(found, expected) << "trial " << trial << ", step " << step;
      all.push_back(access);
    }
  }
}

// With those of every thread kept, also when a barrier has ordered what some threads did.
TEST(Shadow, FindsWhatKeepingAllFindsWhereSomeThreadsAreOrdered) {
  std::mt19937 random(4);
  for (unsigned trial = 0; trial < 3000; ++trial) {
    Shadow shadow;
    shadow.keepEveryThread();
    std::vector<PendingAccess> all;
    for (unsigned step = 0; step < 40; ++step) {
      if (random() % 8 == 0) {
        std::vector<std::uint32_t> ordered(2);
        for (std::uint32_t& thread : ordered) thread = random() % 5;
        std::ranges::sort(ordered);
        EXPECT_TRUE(shadow.clear(ordered));
        std::erase_if(
            all, [&](const PendingAccess& a) { return std::ranges::count(ordered, a.thread) > 0; });
      }
      PendingAccess access;
      access.agent = access.thread = random() % 5;
      access.value = random() % 3;
      access.kind = static_cast<AccessKind>(random() % 3);
      bool expected = false;
      for (const PendingAccess& earlier : all)
        expected = expected || Shadow::conflict(earlier, access, true);
      bool found = false;
      shadow.access(
          5, access, true, [&](const PendingAccess&, const std::uint32_t*) { found = true; },
          [](std::vector<std::uint32_t>&) {});
      ASSERT_EQ(found, expected) << "trial " << trial << ", step " << step;
      all.push_back(access);
    }
  }
}

TEST(Shadow, SaysWhatItMayHavePassedOver) {
  auto afterSteps = [](bool everyThread) {
    Shadow shadow;
    if (everyThread) shadow.keepEveryThread();
    PendingAccess access;
    access.kind = AccessKind::Atomic;
    for (std::uint32_t thread = 0; thread < 4; ++thread) {
      access.agent = access.thread = thread;
      shadow.access(
          0, access, true, [](const auto&, const auto*) {}, [](auto&) {});
    }
    return shadow.clear(std::array<std::uint32_t, 3>{0, 1, 2});
  };
  EXPECT_FALSE(afterSteps(false));
  EXPECT_TRUE(afterSteps(true));
}

}  // namespace
}  // namespace barricade
