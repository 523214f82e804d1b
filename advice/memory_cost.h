// What one access of a warp costs: passes over the banks of shared memory, sectors of global
// memory.
//
// Shared memory has banks that serve one word at a time; word w lies in bank w mod `banks`. Lanes
// that want the same word share it, different words of a bank are served one after another. Wide
// accesses are split so that a part wants as many words as there are banks: with 32 banks of 4
// bytes, accesses of 8 bytes are served 16 lanes at a time, those of 16 bytes 8 (NVIDIA, CUDA C++
// Programming Guide and Best Practices Guide, "Shared Memory"; where arrays begin does not matter,
// as it moves all words of an array by the same number of banks).
//
// Global memory is fetched in sectors of 32 bytes; arrays begin at a sector, as cudaMalloc has it.
#pragma once

#include <cstdint>
#include <span>

namespace barricade {

struct MemoryLayout {
  unsigned banks = 32;
  unsigned bankBytes = 4;
  unsigned sectorBytes = 32;
};

struct LaneAccess {
  unsigned lane = 0;
  std::uint64_t address = 0;  // byte, from the start of the array
};

struct BankCost {
  unsigned degree = 0;       // the largest number of different words in one bank, in one pass
  std::uint64_t passes = 0;  // that it takes
  std::uint64_t best = 0;    // that it would take without conflicts
};

// Of accesses with the same number of bytes by different lanes of a warp.
BankCost bankCost(std::span<const LaneAccess> lanes, unsigned bytes, const MemoryLayout& layout);

struct SectorCost {
  std::uint64_t sectors = 0;  // that hold a byte that some lane wants
  std::uint64_t minimum = 0;  // that could hold as many bytes
};

SectorCost sectorCost(std::span<const LaneAccess> lanes, unsigned bytes,
                      const MemoryLayout& layout);

}  // namespace barricade
