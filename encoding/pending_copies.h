// Asynchronous copies that thread 1 has started and that have not ended yet: until they have, any
// access to what they write and any write of what they read races with them, also one by the same
// thread. Of several copies of the watched element one is followed, which is the solver's choice.
//
// Copies end by the caller's wait: all groups below a number; those that a barrier object waits for
// have ended for any thread that has waited for the phase. From then on what the copy did is an
// access of thread 1 like another, which barriers order.
#pragma once

#include <functional>

#include "encoding/phase_order.h"

namespace barricade {

// Copies come in series: groups of plain and of bulk copies, and those that each channel of barrier
// objects waits for, whose groups are the arrivals (analysis/counters.h).
constexpr std::size_t seriesOfGroups(bool bulk) {
  return bulk ? 1 : 0;
}
constexpr std::size_t seriesOfChannel(std::size_t channel) {
  return 2 + channel;
}

// Which copies of a thread an access belongs to.
struct ThreadCopy {
  std::size_t series = 0;
  Expr group = nullptr;  // thread 1's
};

class PendingCopies {
 public:
  // None at first.
  explicit PendingCopies(PairRun& run);

  // Whether the kernel makes any.
  bool possible() const { return !run_.state.copies.empty(); }
  void add(std::size_t array, AccessKind kind, const ThreadCopy& copy, Expr touched);
  // Adds to `error` with which copies an access of that kind, by a thread, conflicts.
  void findConflicts(std::size_t array, AccessKind kind, unsigned thread, Expr touched,
                     ErrorCondition& error) const;
  // Where `condition` holds the groups below have ended, or have at least read their sources; null:
  // nothing is known. What they have done to an array is pending like other accesses, but where a
  // barrier has ordered it since.
  struct Ended {
    std::size_t series = 0;
    Expr written = nullptr, read = nullptr;
    Expr condition = nullptr;
    std::function<Expr(std::size_t array)> ordered{};  // empty: nothing is
  };
  void end(const Ended& ended);

 private:
  Expr knowsEnd(std::size_t series, unsigned thread, Expr group) const;
  Expr take(Expr& slot, Expr group, Expr below, Expr condition);
  void becomePlain(std::size_t array, std::size_t series, Expr& slot, Expr done, Expr group,
                   const std::vector<Expr>& waited);

  PairRun& run_;
  PhaseOrder order_;
};

}  // namespace barricade
