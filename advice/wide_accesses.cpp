#include "advice/wide_accesses.h"

#include <algorithm>
#include <bit>

namespace barricade {

namespace {

constexpr unsigned widestAccess = 16;  // bytes

bool sameThread(const WarpLane& a, const WarpLane& b) {
  return a.group == b.group && a.warp == b.warp && a.lane == b.lane;
}

}  // namespace

unsigned elementBytes(const Array& array) {
  return std::max(1u, array.elementWidth / 8);
}

bool WideAccesses::continues(const ObservedStep& step, const ObservedAccess& access) const {
  if (pending_.empty()) return false;
  const Pending& last = pending_.back();
  return access.kind == last.access.kind && access.array == last.access.array &&
         access.offset == last.access.offset + 1 && step.place != last.step.place &&
         sameThread(step.thread, last.step.thread) &&
         std::ranges::equal(step.iterations, last.iterations) &&
         sourceOf_(step.place) == sourceOf_(last.step.place) &&
         (pending_.size() + 1) * elementBytes(*access.array) <= widestAccess;
}

void WideAccesses::add(const ObservedStep& step, const ObservedAccess& access) {
  if (!continues(step, access)) flush();
  pending_.push_back({step, {step.iterations.begin(), step.iterations.end()}, access});
}

void WideAccesses::flush() {
  if (pending_.empty()) return;
  const std::size_t elements = pending_.size();
  // Elements of a power of two have its size as their alignment, or are not of one access.
  const bool whole =
      std::has_single_bit(elements) && pending_.front().access.offset % elements == 0;
  if (whole)
    use(pending_.front(), static_cast<unsigned>(elements));
  else
    for (const Pending& single : pending_) use(single, 1);
  pending_.clear();
}

void WideAccesses::use(const Pending& pending, unsigned elements) const {
  Access access{pending.step, pending.access, elements};
  access.step.iterations = pending.iterations;
  use_(access);
}

}  // namespace barricade
