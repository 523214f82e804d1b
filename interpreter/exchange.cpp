#include "interpreter/exchange.h"

#include <algorithm>

#include "interpreter/words.h"

namespace barricade {
namespace {

using Result = std::optional<std::uint64_t>;

bool isShuffle(ExchangeFunction function) {
  return function == ExchangeFunction::Shuffle || function == ExchangeFunction::ShuffleUp ||
         function == ExchangeFunction::ShuffleDown || function == ExchangeFunction::ShuffleXor;
}

// Nothing: the source is outside of the segment, and the lane keeps its own value.
std::optional<std::uint64_t> sourceLane(ExchangeFunction function, const LaneInput& self) {
  const std::uint64_t size = std::max<std::uint64_t>(self.segment, 1);
  const std::uint64_t first = self.lane / size * size;
  const std::uint64_t last = first + size - 1;
  const std::uint64_t own = self.lane;
  const std::uint64_t by = self.operand;
  switch (function) {
    case ExchangeFunction::ShuffleUp:
      if (by > own || own - by < first) return std::nullopt;
      return own - by;
    case ExchangeFunction::ShuffleDown:
      if (by > last || own + by > last) return std::nullopt;
      return own + by;
    case ExchangeFunction::ShuffleXor:
      // Lanes of earlier segments can be read, of later ones not.
      if ((own ^ by) > last) return std::nullopt;
      return own ^ by;
    default: return first + by % size;
  }
}

Result shuffled(ExchangeFunction function, const std::vector<LaneInput>& lanes,
                const LaneInput& self) {
  const auto source = sourceLane(function, self);
  if (!source) return self.value;
  for (const LaneInput& lane : lanes)
    if (lane.lane == *source) return lane.value;
  return std::nullopt;
}

std::uint64_t combined(ExchangeFunction function, std::uint64_t a, std::uint64_t b,
                       unsigned width) {
  const std::uint64_t flip = 1ull << ((width == 0 ? 64 : width) - 1);
  const bool isSigned =
      function == ExchangeFunction::ReduceMin || function == ExchangeFunction::ReduceMax;
  const bool less = isSigned ? (a ^ flip) < (b ^ flip) : a < b;
  switch (function) {
    case ExchangeFunction::ReduceAdd: return (a + b) & maskOf(width);
    case ExchangeFunction::ReduceMin:
    case ExchangeFunction::ReduceUnsignedMin: return less ? a : b;
    case ExchangeFunction::ReduceMax:
    case ExchangeFunction::ReduceUnsignedMax: return less ? b : a;
    case ExchangeFunction::ReduceAnd: return a & b;
    case ExchangeFunction::ReduceOr: return a | b;
    default: return a ^ b;
  }
}

// The lanes for which the condition holds.
template <typename Condition>
std::uint64_t maskWhere(const std::vector<LaneInput>& lanes, Condition condition) {
  std::uint64_t mask = 0;
  for (const LaneInput& lane : lanes)
    if (lane.lane < 64 && condition(lane)) mask |= 1ull << lane.lane;
  return mask;
}

}  // namespace

std::vector<Result> exchange(ExchangeFunction function, const std::vector<LaneInput>& lanes,
                             unsigned width) {
  std::vector<Result> results;
  const std::uint64_t all = maskWhere(lanes, [](const LaneInput&) { return true; });
  const std::uint64_t holds = maskWhere(lanes, [](const LaneInput& l) { return l.value != 0; });
  std::uint64_t reduced = lanes.front().value;
  for (std::size_t i = 1; i < lanes.size(); ++i)
    reduced = combined(function, reduced, lanes[i].value, width);
  for (const LaneInput& self : lanes) {
    const std::uint64_t equal =
        maskWhere(lanes, [&](const LaneInput& l) { return l.value == self.value; });
    switch (function) {
      case ExchangeFunction::Ballot: results.emplace_back(holds); break;
      case ExchangeFunction::Any: results.emplace_back(holds != 0); break;
      case ExchangeFunction::All: results.emplace_back(holds == all); break;
      case ExchangeFunction::MatchAny: results.emplace_back(equal); break;
      case ExchangeFunction::MatchAll: results.emplace_back(equal == all ? all : 0); break;
      default: results.push_back(isShuffle(function) ? shuffled(function, lanes, self) : reduced);
    }
  }
  return results;
}

}  // namespace barricade
