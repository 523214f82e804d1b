// What lanes of a warp get from each other: shuffles, votes, matches and reductions, with CUDA's
// meaning (CUDA C++ Programming Guide, "Warp Vote", "Match", "Reduce" and "Shuffle Functions").
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ir/synchronization.h"

namespace barricade {

struct LaneInput {
  unsigned lane = 0;
  std::uint64_t value = 0;    // or a flag
  std::uint64_t operand = 0;  // a lane, or a distance
  std::uint64_t segment = 0;  // width of the segments
};

// For each lane, in the order of `lanes`; nothing where the value is arbitrary. `width` is that of
// a value in bits, 0 for integers. Not for Opaque. MatchAll gives the mask or 0.
std::vector<std::optional<std::uint64_t>> exchange(ExchangeFunction function,
                                                   const std::vector<LaneInput>& lanes,
                                                   unsigned width);

}  // namespace barricade
