// Values of at most 64 bits, each in a machine word whose other bits are zero.
#pragma once

#include <cstdint>

namespace barricade {

// Ones for the bits of a value; a width of 0 is an integer (math-int mode), which has all 64.
inline std::uint64_t maskOf(unsigned width) {
  return width == 0 || width >= 64 ? ~0ull : (1ull << width) - 1;
}

// The value in two's complement; 1 <= width <= 64.
inline std::int64_t signExtended(std::uint64_t value, unsigned width) {
  return static_cast<std::int64_t>(value << (64 - width)) >> (64 - width);
}

}  // namespace barricade
