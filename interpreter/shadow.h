// What a barrier has not yet ordered: for each element of one array the accesses that a later one
// may race with. Not every access is kept: of those from one place in the program just enough
// that any later access which conflicts with one of them conflicts with one that is kept. That is
// so until a barrier orders what some threads have done and leaves what others have: then a run
// that has passed accesses over must be made again with those of every thread (`keepEveryThread`).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/program.h"

namespace barricade {

struct PendingAccess {
  std::uint64_t value = 0;
  std::uint32_t agent = 0;     // who conflicts with others: a thread, or a group
  std::uint32_t thread = 0;    // index in the launch
  std::uint32_t site = 0;      // which access of the code
  std::uint32_t context = 0;   // by which calls
  std::uint32_t counters = 0;  // where the enclosing loops' iteration numbers start
  std::uint32_t interval = 0;
  AccessKind kind = AccessKind::Read;
  bool asynchronous = false;
};

class Shadow {
 public:
  // Up to `most` accesses of an element are kept as if each thread's were the only ones.
  static constexpr unsigned most = 64;
  void keepEveryThread() { keepsEveryThread_ = true; }

  // All accesses so far are ordered before all that follow.
  void clear() {
    ++generation_;
    passedOver_ = false;
    records_.clear();
    counters_.clear();
  }

  // The accesses so far of these threads (ascending numbers) are. False: an access of another
  // thread may have been passed over for one of these.
  bool clear(std::span<const std::uint32_t> threads);

  // Reports each kept access of `slot` that conflicts with `access` by onConflict(kept, counters),
  // then keeps `access` if it is needed; then countLoops(list) appends its iteration numbers.
  template <typename OnConflict, typename CountLoops>
  void access(std::uint32_t slot, PendingAccess access, bool benignTolerance,
              OnConflict&& onConflict, CountLoops&& countLoops) {
    Cell& cell = cellOf(slot);
    if (cell.generation != generation_) cell = {generation_, none};
    if (access.kind == AccessKind::Atomic || !benignTolerance) access.value = 0;
    for (std::uint32_t i = cell.first; i != none; i = records_[i].next) {
      const PendingAccess& kept = records_[i].access;
      if (conflict(kept, access, benignTolerance))
        onConflict(kept, counters_.data() + kept.counters);
    }
    if (!(keepsEveryThread_ && neededOfThread(cell, access)) && !needed(cell, access)) {
      passedOver_ = passedOver_ || !keepsEveryThread_;
      return;
    }
    access.counters = static_cast<std::uint32_t>(counters_.size());
    countLoops(counters_);
    records_.push_back({access, cell.first});
    cell.first = static_cast<std::uint32_t>(records_.size() - 1);
  }

  // Reports the kept accesses of `slot` that conflict with `access`, which is not kept.
  template <typename OnConflict>
  void check(std::uint32_t slot, const PendingAccess& access, bool benignTolerance,
             OnConflict&& onConflict) {
    const Cell& cell = cellOf(slot);
    if (cell.generation != generation_) return;
    for (std::uint32_t i = cell.first; i != none; i = records_[i].next) {
      const PendingAccess& kept = records_[i].access;
      if (conflict(kept, access, benignTolerance)) {
        onConflict(kept, counters_.data() + kept.counters);
      }
    }
  }

  static bool conflict(const PendingAccess& a, const PendingAccess& b, bool benignTolerance) {
    if (a.agent == b.agent) return false;
    if (a.kind == b.kind && a.kind != AccessKind::Write) return false;
    if (a.kind == AccessKind::Atomic || b.kind == AccessKind::Atomic) return true;
    return !benignTolerance || a.value != b.value;
  }

 private:
  static constexpr std::uint32_t none = ~0u;
  struct Cell {
    std::uint32_t generation = 0;
    std::uint32_t first = none;
  };
  struct Record {
    PendingAccess access;
    std::uint32_t next;
  };

  Cell& cellOf(std::uint32_t slot) {
    if (slot >= cells_.size()) cells_.resize(slot + slot / 2 + 64);
    return cells_[slot];
  }
  bool needed(const Cell& cell, const PendingAccess& access) const;
  bool neededOfThread(const Cell& cell, const PendingAccess& access) const;

  std::vector<Cell> cells_;
  std::vector<Record> records_;
  std::vector<std::uint32_t> counters_;
  std::uint32_t generation_ = 1;
  bool keepsEveryThread_ = false;
  bool passedOver_ = false;
};

}  // namespace barricade
