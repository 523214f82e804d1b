// Numbers of a block's threads as one form of the thread's number, or of its warp's.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "ir/expr.h"

namespace barricade {

// slope * (number of the thread in its block / per) + offset
struct OfThread {
  BigInt slope = 0;
  BigInt offset = 0;
  unsigned per = 1;

  BigInt of(std::size_t thread) const { return slope * (thread / per) + offset; }
  bool operator==(const OfThread&) const = default;
};

// Of a thread that has none.
inline constexpr std::uint64_t noNumber = std::numeric_limits<std::uint64_t>::max();

// The form of the numbers of those threads that have one; nothing: there is none for all.
// `warp`: how many threads a warp has.
std::optional<OfThread> affineInThread(const std::vector<std::uint64_t>& numbers, unsigned warp);

// From `begin` to before `end`, for each thread.
struct RangeOfThread {
  OfThread begin, end;
};

// The same for ranges, of threads of which some have a number. Those of `empty` have a range of
// nothing, wherever the forms of the others have it: on these, or where all begin or all end.
std::optional<RangeOfThread> affineRange(std::vector<std::uint64_t> begins,
                                         std::vector<std::uint64_t> ends,
                                         const std::vector<std::size_t>& empty, unsigned warp);

}  // namespace barricade
