// Which accesses are worth keeping.
#include "interpreter/shadow.h"

#include <algorithm>
#include <cassert>

namespace barricade {

bool Shadow::clear(std::span<const std::uint32_t> threads) {
  assert(std::ranges::is_sorted(threads));
  for (Cell& cell : cells_) {
    if (cell.generation != generation_) continue;
    for (std::uint32_t* link = &cell.first; *link != none;) {
      Record& record = records_[*link];
      if (std::ranges::binary_search(threads, record.access.thread))
        *link = record.next;
      else
        link = &record.next;
    }
  }
  return !passedOver_;
}

// Of the accesses of one thread from one place two with different values are enough.
bool Shadow::neededOfThread(const Cell& cell, const PendingAccess& access) const {
  unsigned kept = 0;
  unsigned values = 0;
  for (std::uint32_t i = cell.first; i != none; i = records_[i].next, ++kept) {
    const PendingAccess& other = records_[i].access;
    if (other.thread != access.thread || other.site != access.site ||
        other.context != access.context || other.kind != access.kind)
      continue;
    if (other.value == access.value) return false;
    ++values;
  }
  return values < 2 && kept < most;
}

// A later access by agent t of value w conflicts with a kept one that differs in both (the value
// of a read or write never matters in another way). So (agent, value) is needed if some (t, w)
// with t != agent, w != value finds no kept one that differs in both: then t is the first kept
// access's agent or w is its value. By Bollobas's theorem at most 6 are kept of one place.
bool Shadow::needed(const Cell& cell, const PendingAccess& access) const {
  const PendingAccess* first = nullptr;
  bool otherAgents = false;      // kept ones with another agent than the first's ...
  bool sameOtherValue = true;    // ... all have one value,
  std::uint64_t otherValue = 0;  // this one
  bool otherValues = false;      // the same with the roles changed
  bool sameOtherAgent = true;
  std::uint32_t otherAgent = 0;
  for (std::uint32_t i = cell.first; i != none; i = records_[i].next) {
    const PendingAccess& kept = records_[i].access;
    if (kept.site != access.site || kept.context != access.context || kept.kind != access.kind) {
      continue;
    }
    if (!first) {
      first = &kept;
      continue;
    }
    if (kept.agent != first->agent) {
      if (otherAgents && kept.value != otherValue) sameOtherValue = false;
      otherAgents = true;
      otherValue = kept.value;
    }
    if (kept.value != first->value) {
      if (otherValues && kept.agent != otherAgent) sameOtherAgent = false;
      otherValues = true;
      otherAgent = kept.agent;
    }
  }
  if (!first) return true;
  if (first->agent != access.agent &&
      (!otherAgents || (sameOtherValue && otherValue != access.value))) {
    return true;
  }
  return first->value != access.value &&
         (!otherValues || (sameOtherAgent && otherAgent != access.agent));
}

}  // namespace barricade
