#include "advice/memory_cost.h"

#include <algorithm>
#include <vector>

namespace barricade {

namespace {

// The largest number of the words, each given once, that one bank has.
unsigned mostInOneBank(std::span<const std::uint64_t> words, unsigned banks) {
  std::vector<unsigned> inBank(banks);
  unsigned most = 0;
  for (std::uint64_t word : words) most = std::max(most, ++inBank[word % banks]);
  return most;
}

}  // namespace

BankCost bankCost(std::span<const LaneAccess> lanes, unsigned bytes, const MemoryLayout& layout) {
  const unsigned lanesAtOnce = std::max(1u, layout.banks * layout.bankBytes / bytes);
  std::vector<LaneAccess> ordered(lanes.begin(), lanes.end());
  std::sort(ordered.begin(), ordered.end(),
            [](const LaneAccess& a, const LaneAccess& b) { return a.lane < b.lane; });
  BankCost cost;
  std::vector<std::uint64_t> words;
  for (auto next = ordered.begin(); next != ordered.end();) {
    const unsigned part = next->lane / lanesAtOnce;
    words.clear();
    for (; next != ordered.end() && next->lane / lanesAtOnce == part; ++next) {
      const std::uint64_t last = (next->address + bytes - 1) / layout.bankBytes;
      for (std::uint64_t w = next->address / layout.bankBytes; w <= last; ++w) words.push_back(w);
    }
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    const unsigned degree = mostInOneBank(words, layout.banks);
    cost.degree = std::max(cost.degree, degree);
    cost.passes += degree;
    ++cost.best;
  }
  return cost;
}

SectorCost sectorCost(std::span<const LaneAccess> lanes, unsigned bytes,
                      const MemoryLayout& layout) {
  std::vector<std::uint64_t> addresses;
  for (const LaneAccess& access : lanes) addresses.push_back(access.address);
  std::sort(addresses.begin(), addresses.end());
  std::uint64_t covered = 0, coveredTo = 0;   // bytes
  std::uint64_t sectors = 0, nextSector = 0;  // sectors from here on are not counted yet
  for (std::uint64_t address : addresses) {
    const std::uint64_t end = address + bytes;
    covered += end - std::clamp(coveredTo, address, end);
    coveredTo = std::max(coveredTo, end);
    const std::uint64_t endSector = (end - 1) / layout.sectorBytes + 1;
    const std::uint64_t first = std::max(nextSector, address / layout.sectorBytes);
    if (endSector > first) sectors += endSector - first;
    nextSector = std::max(nextSector, endSector);
  }
  return {sectors, (covered + layout.sectorBytes - 1) / layout.sectorBytes};
}

}  // namespace barricade
