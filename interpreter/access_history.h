// The accesses of one array that later ones may race with, by happens-before: for each element
// those of every actor and place in the program, the latest of each with two values. (FastTrack
// keeps less, the last write and the reads since; here every pair of places that races is to be
// found.) At most `most` accesses of an element are kept: a kernel beyond that may have a race that
// is not seen.
#pragma once

#include <vector>

#include "interpreter/clock.h"
#include "interpreter/shadow.h"
#include "ir/synchronization.h"

namespace barricade {

struct KeptAccess : PendingAccess {
  std::uint32_t epoch = 0;  // of the actor `agent`
  std::uint64_t time = 0;   // the number of the access in the run
  // The first of those that are alike, have this value, and came without another value in between.
  std::uint32_t firstEpoch = 0;
  std::uint64_t firstTime = 0;
  Scope scope = Scope::Device;
  bool writes = false;
  bool observes = false;   // an atomic operation that reads
  bool silent = false;     // writes the value that is there
  bool byWarp = false;     // in one access of its lanes
  std::uint32_t room = 0;  // iteration numbers that there is place for
};

class AccessHistory {
 public:
  static constexpr std::size_t most = 64;

  void clear() {
    ++generation_;
    records_.clear();
    counters_.clear();
  }

  // Calls visit(kept, counters) for each kept access of `slot`.
  template <typename Visit>
  void forEach(std::uint32_t slot, Visit visit) {
    const Cell& cell = cellOf(slot);
    for (std::uint32_t i = cell.first; i != none; i = records_[i].next)
      visit(records_[i].access, counters_.data() + records_[i].access.counters);
  }
  void keep(std::uint32_t slot, KeptAccess access, const std::vector<std::uint32_t>& counters);

 private:
  static constexpr std::uint32_t none = ~0u;
  struct Cell {
    std::uint32_t generation = 0;
    std::uint32_t first = none;
    std::uint32_t count = 0;
    std::uint32_t forgotten = 0;
  };
  struct Record {
    KeptAccess access;
    std::uint32_t next;
  };

  Cell& cellOf(std::uint32_t slot) {
    if (slot >= cells_.size()) cells_.resize(slot + slot / 2 + 64);
    Cell& cell = cells_[slot];
    if (cell.generation != generation_) cell = {generation_, none, 0, 0};
    return cell;
  }
  static bool alike(const KeptAccess& a, const KeptAccess& b);
  bool goesOn(const Cell& cell, const KeptAccess& kept, const KeptAccess& access) const;
  std::uint32_t replaceable(const Cell& cell, const KeptAccess& access) const;

  std::vector<Cell> cells_;
  std::vector<Record> records_;
  std::vector<std::uint32_t> counters_;
  std::uint32_t generation_ = 1;
};

}  // namespace barricade
