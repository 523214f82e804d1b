#include "interpreter/access_history.h"

namespace barricade {

// Whether they differ in value and time only.
bool AccessHistory::alike(const KeptAccess& a, const KeptAccess& b) {
  return a.agent == b.agent && a.site == b.site && a.context == b.context && a.kind == b.kind &&
         a.writes == b.writes && a.silent == b.silent;
}

// Of accesses that are alike the latest two with different values are enough: what is not ordered
// after an earlier one is not ordered after these either, and its value differs from one of them.
std::uint32_t AccessHistory::replaceable(const Cell& cell, const KeptAccess& access) const {
  std::uint32_t oldest = none;
  unsigned found = 0;
  for (std::uint32_t i = cell.first; i != none; i = records_[i].next) {
    const KeptAccess& kept = records_[i].access;
    if (!alike(kept, access)) continue;
    if (kept.value == access.value) return i;
    ++found;
    if (oldest == none || kept.epoch < records_[oldest].access.epoch) oldest = i;
  }
  return found >= 2 ? oldest : none;
}

// Whether no access that is like them has come in between with another value.
bool AccessHistory::goesOn(const Cell& cell, const KeptAccess& kept,
                           const KeptAccess& access) const {
  if (kept.value != access.value) return false;
  for (std::uint32_t i = cell.first; i != none; i = records_[i].next)
    if (alike(records_[i].access, kept) && records_[i].access.time > kept.time) return false;
  return true;
}

void AccessHistory::keep(std::uint32_t slot, KeptAccess access,
                         const std::vector<std::uint32_t>& counters) {
  Cell& cell = cellOf(slot);
  std::uint32_t index = replaceable(cell, access);
  access.firstEpoch = access.epoch;
  access.firstTime = access.time;
  if (index != none && goesOn(cell, records_[index].access, access)) {
    access.firstEpoch = records_[index].access.firstEpoch;
    access.firstTime = records_[index].access.firstTime;
  }
  if (index == none && cell.count == most) {
    index = cell.first;
    for (std::uint32_t i = cell.forgotten++ % most; i > 0; --i) index = records_[index].next;
  }
  if (index != none && records_[index].access.room >= counters.size()) {
    access.counters = records_[index].access.counters;
    access.room = records_[index].access.room;
    std::copy(counters.begin(), counters.end(),
              counters_.begin() + static_cast<std::ptrdiff_t>(access.counters));
    records_[index].access = access;
    return;
  }
  access.counters = static_cast<std::uint32_t>(counters_.size());
  access.room = static_cast<std::uint32_t>(counters.size());
  counters_.insert(counters_.end(), counters.begin(), counters.end());
  if (index != none) {
    records_[index].access = access;
    return;
  }
  records_.push_back({access, cell.first});
  cell.first = static_cast<std::uint32_t>(records_.size() - 1);
  ++cell.count;
}

}  // namespace barricade
