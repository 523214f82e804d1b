#include "analysis/affine_in_thread.h"

#include <algorithm>

namespace barricade {
namespace {

std::optional<OfThread> affine(const std::vector<std::uint64_t>& numbers, unsigned per) {
  std::optional<std::size_t> first;
  std::optional<OfThread> form;
  for (std::size_t t = 0; t < numbers.size() && !form; ++t) {
    if (numbers[t] == noNumber) continue;
    if (!first) first = t;
    const BigInt run = t / per - *first / per;
    if (run == 0) continue;
    const BigInt rise = BigInt(numbers[t]) - numbers[*first];
    if (rise % run != 0) return std::nullopt;
    form = OfThread{rise / run, BigInt(numbers[*first]) - rise / run * (*first / per), per};
  }
  if (!first) return std::nullopt;
  if (!form) form = OfThread{0, BigInt(numbers[*first]), 1};
  for (std::size_t t = 0; t < numbers.size(); ++t)
    if (numbers[t] != noNumber && form->of(t) != numbers[t]) return std::nullopt;
  return form;
}

}  // namespace

std::optional<OfThread> affineInThread(const std::vector<std::uint64_t>& numbers, unsigned warp) {
  const auto byThread = affine(numbers, 1);
  return byThread ? byThread : affine(numbers, warp);
}

std::optional<RangeOfThread> affineRange(std::vector<std::uint64_t> begins,
                                         std::vector<std::uint64_t> ends,
                                         const std::vector<std::size_t>& empty, unsigned warp) {
  const auto first = [](const std::vector<std::uint64_t>& numbers) {
    return *std::ranges::find_if(numbers, [](std::uint64_t n) { return n != noNumber; });
  };
  for (const std::uint64_t at : {noNumber, first(begins), first(ends)}) {
    for (const std::size_t t : empty) begins[t] = ends[t] = at;
    const auto begin = affineInThread(begins, warp), end = affineInThread(ends, warp);
    if (begin && end &&
        std::ranges::all_of(empty, [&](std::size_t t) { return begin->of(t) == end->of(t); }))
      return RangeOfThread{*begin, *end};
  }
  return std::nullopt;
}

}  // namespace barricade
