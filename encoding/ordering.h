// Accesses of a pair of threads that fences and atomic operations order (docs/semantics.md, "Fences
// and atomic operations").
//
// With the access that thread 1 logs (one, of the solver's choice) and the one that thread 2 checks
// each signal event (signal_event.h) is before or after it. An access X of one thread is ordered
// before an access Y of the other when
//
//   released   after X there is an atomic write R that releases: with such an order, or after a
//              fence; by the thread of X, or by the elected thread of its block after a barrier,
//   acquired   before Y there is an atomic read Q that acquires, likewise, and
//   read       Q reads what R has written, or from a chain of counts that goes on from R: on a
//              counter, where R's result is less than what Q has got; on a flag, where Q has got
//              the value of R, which nobody else stores there (facts of all threads: SignalFacts).
//
// X may also be R itself: what is after a read from its chain comes after it on that element,
// with or without fences. Two accesses in sections of one lock are ordered, in either order
// (section_order.cpp), and so are two of threads that hand a word to and fro.
// Every condition is one of those of the PTX memory model, or stronger, with two exceptions that
// docs/ir.md names: what a thread has fenced a barrier hands on as fenced, and a count after a
// fence acquires. One method for each condition of the definition.
#pragma once

#include <map>
#include <span>

#include "encoding/execution.h"
#include "encoding/pair_run.h"

namespace barricade {

// Requirements that are taken for met, to find out which one is missing.
struct Granted {
  bool fenceScope = false;
  bool atomicScope = false;
  bool releasingFence = false;
  bool acquiringFence = false;
  bool facts = false;
  bool releasingBarrier = false;  // that an elected thread waits for the others before it tells
  bool acquiringBarrier = false;  // that the others wait for what an elected thread is told
  // Unless unknown: barriers beside the operations there only.
  LocationId operation = noLocation;
  bool value = false;  // that Q has got late enough a result, or the value
};

// What an ordering is found in: an execution as it was recorded.
struct OrderingView {
  Terms& terms;
  const Kernel& kernel;
  const LaunchFacts& launch;
  const ThreadPair& pair;
  std::span<const SignalEvent> signals;
  std::span<const Event> events;
  std::span<const SignalFacts> facts;
  std::span<const SignalArray> locks;
};

class SignalOrder {
 public:
  SignalOrder(const OrderingView& view, Granted granted = {}) : view_(view), granted_(granted) {}

  // Results of the counter are below it, a wide number; null when it is too large to say. Of the
  // first `sites` only: how often these count.
  Expr limitOf(const SignalFacts& counter) const { return limitOf(counter, counter.sites.size()); }
  Expr limitOf(const SignalFacts& counter, std::size_t sites) const;
  // What the thread that counts had read there last, and whether it had.
  struct Seen {
    Expr any, value;
  };
  Seen seenBefore(std::size_t count, unsigned side) const;
  Terms& terms() const { return view_.terms; }
  // A thread frees an element of the array that it has not taken, or not any more, or passes
  // nothing on, which does not count `inAnyOrder`. For SignalFacts; what those say of locks is not
  // used.
  Expr freesUntaken(std::size_t array, bool inAnyOrder = false) const;
  // A thread stores a value of the flag that has not read, acquired and released the one before, or
  // has stored that value already.
  Expr storesOutOfTurn(std::size_t array) const;
  // What a thread has read last in the element, before the event stores there, and whether it has:
  // nothing of its own lies between, it has acquired that, and the event releases.
  struct Given {
    Expr is, value;
  };
  Given givenBefore(std::size_t store, unsigned side) const;
  // A thread stores in an element of the array that it has not been given.
  Expr storesUngiven(std::size_t array) const;
  // What the facts say of the results of both threads' operations.
  Expr facts() const;
  // Thread 1's followed access, and thread 2's at the given event, are ordered.
  Expr ordered(std::size_t check) const;

 private:
  struct Access;
  struct Releases;
  struct Acquisitions;
  Releases releasesAfter(const Access& access) const;
  Acquisitions acquiredBefore(const Access& access) const;
  void acquisitionsOfOwn(const Access& access, std::size_t q, Acquisitions& acquisitions) const;
  void acquisitionsOfElected(const Access& access, std::size_t q, Acquisitions& acquisitions) const;
  Expr orderedBefore(const Access& x, const Access& y) const;
  Expr readsFrom(const Access& x, const Releases& outcome, std::size_t r, std::size_t q,
                 Expr& releasedWhereGot) const;
  Expr isReleasedWhereWritten(unsigned side, const Releases& outcome, std::size_t q,
                              Expr value) const;
  std::vector<Expr> sections(const Access& access) const;
  bool alwaysReleases(std::size_t array) const;
  Expr isClosed(const Access& access, const Releases& outcome, std::size_t q) const;
  void addBatons(const Access& access, const Releases& outcome, const Acquisitions& acquisitions,
                 std::vector<Expr>& inside) const;
  bool isKnownOfElected(std::size_t array, bool loads) const;
  Expr touchesBetween(std::size_t q, std::size_t r, unsigned side) const;
  Expr locked(const Access& x, const Access& y) const;

  Expr limitOf(const SignalEvent& count) const;
  bool isInTurn(const SignalEvent& count) const;
  Expr countsInTurn(std::size_t count) const;
  // The count does not wrap around.
  Expr staysBelowBound(const SignalEvent& count, unsigned side) const;
  Expr isPerformer(unsigned side, Performer performer) const;
  Expr isFirstLane(unsigned side) const;
  bool electsThreads() const;
  bool isGranted(const SignalEvent& event, bool Granted::*barrier) const;
  bool isVisible(std::size_t array) const;
  Expr isFree(const SignalEvent& taking, unsigned side) const;
  bool takes(const SignalEvent& event) const;
  bool frees(const SignalEvent& event) const;
  bool loopFrees(const SignalEvent& skip, std::size_t array) const;
  bool loopTouches(const SignalEvent& skip, std::size_t array) const;
  Expr holdsKnownValue(const SignalEvent& read, unsigned side) const;
  Expr fencesBetween(std::size_t q, std::size_t r, unsigned side = 0) const;
  bool hasFencedBefore(std::size_t q, std::size_t f) const;

  OrderingView view_;
  Granted granted_;
  mutable std::map<std::pair<std::size_t, bool>, bool> knownOfElected_;
};

// Takes what is ordered out of the conditions of the run's races.
void exceptOrdered(PairRun& run);

}  // namespace barricade
