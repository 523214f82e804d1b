// Logging and checking of accesses: thread 1 logs, thread 2 checks; the pair is arbitrary, so by
// symmetry that finds every race. One watched offset, chosen freely by the solver, stands for all
// elements; `pending` says for each array and kind whether thread 1's access to it is pending.
//
// Benign races (GPUVerify's tolerance): with the watched value V, also chosen freely, a logged
// write counts as pending only when it wrote V, a logged read when it saw V; a checked write
// conflicts when its value differs from V. A read conflicts with a pending write that changed what
// was there.
//
// Atomics: an atomic operation is *narrow* when its scope does not include the other thread of the
// pair (ir/synchronization.h). Two atomics conflict when one of them is narrow.
#pragma once

#include <optional>
#include <vector>

#include "encoding/pending_copies.h"
#include "encoding/phase_order.h"

namespace barricade {

struct Access {
  AccessKind kind = AccessKind::Read;
  std::size_t array = 0;
  PerThread offset{};                // null when it is no single element
  PerThread touches{};               // the condition that it covers the watched offset
  PerThread value{};                 // null when unknown
  PerThread previous{};              // writes: what was there, null when unknown
  PerThread handle{};                // asynchronous copies of a group
  std::optional<ThreadCopy> copy{};  // those of a thread
  bool narrow = false;               // atomics: the scope does not include the other thread
  bool neverBenign = false;          // writes: also where an equal one meets it
  // Of a warp: the pair makes it together, so that one of the two does, not both; a write comes
  // after what such accesses have read before.
  Expr together = nullptr;
  bool bounded = false;  // it is to be within the array
  bool isAsync() const { return handle[0] != nullptr || copy; }
};

class AccessMonitor {
 public:
  // Nothing is pending at first.
  explicit AccessMonitor(PairRun& run);

  // Of the element `index`, which is `offset`.
  Access elementAccess(AccessKind kind, const Variable* array, Expr index, const PerThread& offset);
  // Logs and checks it, as the step asks.
  void access(const Access& access, const Step& step);
  // The elements [first, first + count) of `array` exist, as far as its extent is known. Without
  // `count` it is one. `running` is the condition that they are accessed.
  void checkBounds(std::size_t array, Expr first, Expr count, const Statement& statement,
                   Expr running);

  // Whether an operation of that scope leaves the pair's other thread out.
  bool isNarrow(Scope scope) const;
  // Whether the mode looks at races on it.
  bool observes(std::size_t array) const;
  // Accesses to the array that no asynchronous copy makes stay pending where `condition` holds.
  void keepPending(std::size_t array, Expr condition);
  // A wait by the whole group, where `together` holds, ends the copies that belong to `handle`.
  void completeCopies(Expr handle, Expr together);
  PendingCopies& copies() { return copies_; }
  // Threads of a warp that run in lock step finish each statement together: what both did before a
  // point where both run is not pending any more. Only with --warp-sync.
  void synchronizeWarp(const PerThread& running);

 private:
  Event eventOf(Event::Kind kind, const Access& access, const Step& step,
                const PerThread& running) const;
  PerThread follow(const Access& access, const PerThread& running);
  void log(const Access& access, const PerThread& running);
  void logCopy(const Access& access, Expr touched);
  void check(const Access& access, const Statement& statement, const PerThread& running);
  void checkOwnCopies(const Access& access, const Step& step, const PerThread& running);
  bool seesOtherThread() const { return run_.pair.mode != Mode::Single; }
  void findConflicts(const Access& access, Expr touched, Expr differs, ErrorCondition& error);

  PairRun& run_;
  PendingCopies copies_;
  PhaseOrder order_;
  std::vector<Expr> watchedValue_;  // by array; null: not needed so far
};

}  // namespace barricade
