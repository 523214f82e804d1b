// Prices of single accesses, computed by hand.
#include "advice/memory_cost.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace barricade {
namespace {

std::vector<LaneAccess> lanes(unsigned count,
                              const std::function<std::uint64_t(unsigned)>& address) {
  std::vector<LaneAccess> result;
  for (unsigned lane = 0; lane < count; ++lane) result.push_back({lane, address(lane)});
  return result;
}

// Lane i accesses `bytes` bytes at i * stride.
BankCost banks(unsigned stride, unsigned bytes, const MemoryLayout& layout = {}) {
  return bankCost(lanes(32, [&](unsigned i) { return std::uint64_t{i} * stride; }), bytes, layout);
}

SectorCost sectors(unsigned stride, unsigned bytes, unsigned start = 0) {
  return sectorCost(lanes(32, [&](unsigned i) { return start + std::uint64_t{i} * stride; }), bytes,
                    {});
}

TEST(Banks, TheStrideDecides) {
  EXPECT_EQ(banks(4, 4).degree, 1u);
  EXPECT_EQ(banks(4 * 2, 4).degree, 2u);
  EXPECT_EQ(banks(4 * 3, 4).degree, 1u);  // odd: all banks
  EXPECT_EQ(banks(4 * 8, 4).degree, 8u);
  EXPECT_EQ(banks(4 * 12, 4).degree, 4u);   // gcd(12, 32) is 4
  EXPECT_EQ(banks(4 * 32, 4).degree, 32u);  // a column of tile[32][32]
  EXPECT_EQ(banks(4 * 33, 4).degree, 1u);   // of tile[32][33]
  EXPECT_EQ(banks(4 * 32, 4).passes, 32u);
  EXPECT_EQ(banks(4 * 32, 4).best, 1u);
}

TEST(Banks, OneWordIsForAll) {
  EXPECT_EQ(banks(0, 4).degree, 1u);
  EXPECT_EQ(banks(1, 1).degree, 1u);  // four lanes a word
  EXPECT_EQ(banks(2, 2).degree, 1u);
  EXPECT_EQ(banks(32, 1).degree, 8u);  // words 0, 8, 16, ...: 4 banks for 32 lanes
  EXPECT_EQ(banks(128, 1).degree, 32u);
  // Two words of bank 0, each wanted by half of the lanes.
  EXPECT_EQ(bankCost(lanes(32, [](unsigned i) { return i % 2 * 128; }), 4, {}).degree, 2u);
}

TEST(Banks, WideAccessesAreServedInParts) {
  EXPECT_EQ(banks(8, 8).degree, 1u);  // 16 lanes have 32 words in a row
  EXPECT_EQ(banks(8, 8).passes, 2u);
  EXPECT_EQ(banks(8, 8).best, 2u);
  EXPECT_EQ(banks(16, 8).degree, 2u);
  EXPECT_EQ(banks(16, 16).degree, 1u);  // 8 lanes likewise
  EXPECT_EQ(banks(16, 16).best, 4u);
  EXPECT_EQ(banks(32, 16).degree, 2u);
  EXPECT_EQ(banks(128, 16).degree, 8u);
  EXPECT_EQ(banks(128, 16).passes, 32u);
  // The worst part counts: the first 8 lanes meet in bank 0 to 3, the others do not.
  const auto uneven = lanes(32, [](unsigned i) { return i < 8 ? i * 128u : i * 16u; });
  EXPECT_EQ(bankCost(uneven, 16, {}).degree, 8u);
  EXPECT_EQ(bankCost(uneven, 16, {}).passes, 11u);
}

TEST(Banks, OtherMachinesHaveOthers) {
  EXPECT_EQ(banks(8, 8, {32, 8, 32}).degree, 1u);
  EXPECT_EQ(banks(8, 8, {32, 8, 32}).best, 1u);
  EXPECT_EQ(banks(4, 4, {16, 4, 32}).best, 2u);  // half warps
  EXPECT_EQ(banks(4 * 16, 4, {16, 4, 32}).degree, 16u);
}

TEST(Sectors, ThoseThatHoldAByte) {
  EXPECT_EQ(sectors(4, 4).sectors, 4u);
  EXPECT_EQ(sectors(4, 4).minimum, 4u);
  EXPECT_EQ(sectors(4, 4, 4).sectors, 5u);  // one element late
  EXPECT_EQ(sectors(8, 4).sectors, 8u);
  EXPECT_EQ(sectors(8, 4).minimum, 4u);
  EXPECT_EQ(sectors(4096, 4).sectors, 32u);
  EXPECT_EQ(sectors(0, 4).sectors, 1u);
  EXPECT_EQ(sectors(0, 4).minimum, 1u);
  EXPECT_EQ(sectors(1, 1).sectors, 1u);
  EXPECT_EQ(sectors(16, 16).sectors, 16u);
  EXPECT_EQ(sectors(16, 16).minimum, 16u);
  EXPECT_EQ(sectors(12, 4).sectors, 12u);  // the field of a struct of 12 bytes: 384 bytes in all
  EXPECT_EQ(sectors(12, 4).minimum, 4u);
}

TEST(Sectors, TheOrderOfTheLanesDoesNotMatter) {
  const auto backwards = lanes(32, [](unsigned i) { return (31 - i) * 4u; });
  EXPECT_EQ(sectorCost(backwards, 4, {}).sectors, 4u);
  const auto pairs = lanes(32, [](unsigned i) { return i / 2 * 32u; });
  EXPECT_EQ(sectorCost(pairs, 4, {}).sectors, 16u);
  EXPECT_EQ(sectorCost(pairs, 4, {}).minimum, 2u);
}

}  // namespace
}  // namespace barricade
