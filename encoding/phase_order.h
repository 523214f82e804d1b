// What phases order. Thread 1's access a and thread 2's access b, later in the text, are ordered
//
// * a before b, when thread 2 has waited for the arrival that thread 1 makes next after a: its
//   number is what thread 1 has counted at a, thread 2's knowledge at b is higher;
// * b before a, when thread 1 had waited at a for the arrival that thread 2 makes next after b.
// (The
//   threads are run one after another by the text of the program; in branches of which one is the
//   producer's and one the consumer's either may come first.)
//
// That needs each participant to make its n-th arrival before the n-th phase is complete: see
// channel_members.h, phase_checks.h. So the counters at a are remembered, of one access for each
// array: which one is followed is the solver's choice.
#pragma once

#include "analysis/counters.h"
#include "encoding/pair_run.h"

namespace barricade {

class PhaseOrder {
 public:
  explicit PhaseOrder(PairRun& run) : run_(run) {}

  // Whether the execution has to know: races, in a kernel that has phases.
  bool possible() const;
  Stamp stampOf(unsigned thread) const;
  // Where `condition` holds, thread 1's access to the array is followed, and none before it.
  void follow(std::size_t array, Expr condition, Stamp at);
  // The condition that the followed access and what thread 2 does now are ordered. What thread 2
  // only starts now (a copy) is not over when it arrives next.
  Expr orders(std::size_t array, bool starts) const;
  // The same for an access that is not over, before which thread 1 had waited for that much.
  Expr ordersBefore(std::size_t array, const std::vector<Expr>& waited) const;

  // Whether the pair belongs together at the channel, and whether a thread arrives there.
  Expr within(std::size_t channel) const;
  Expr takesPart(std::size_t channel, unsigned thread) const;

 private:
  bool reaches(const Channel& channel, std::size_t array) const;
  bool isHalves(std::size_t channel) const;

  PairRun& run_;
};

}  // namespace barricade
