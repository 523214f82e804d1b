// That phases are what phase_order.h takes them for, and that nobody waits for ever, at named
// barriers and barrier objects.
//
// Nobody waits for ever. Calls only count and wait for counts, so that the order in which threads
// run makes no difference: it is enough that they come to an end in one order. Let them go through
// loops iteration by iteration, and through the text from top to bottom, a branch of one role
// beside the branch of another. A thread X that never goes on waits for an arrival of a thread Y,
// which
//
//   is at the same call: excluded there, as Y has arrived as often as X waits for;
//   waits at another call for X: excluded for each pair of calls;
//   waits for X at a barrier, is at the end of a loop's body that both run, or has ended: excluded
//     there, for all calls before at which X may wait.
//
// In a loop X waits in the explicit iteration, so that it has been left behind there by the time
// that the text comes to Y: what is asked is where Y is.
//
// Longer circles of more than two roles are not looked at: three branches that wait for each other
// are not followed (channel_members.h). X and Y are threads 1 and 2, in either order by symmetry;
// those at loops of their own are in any iteration each.
//
// A phase takes one arrival of each participant. Participants are as many as a phase waits for,
// so one that comes twice to a phase would end it without another. Before its next arrival for the
// same object a thread must know that the phase before is complete: by a wait of its own, or as it
// has waited for an arrival of a thread that knew it. (Of a single participant that is trivial,
// but where the phase waits for bytes of copies: then it must know before it announces more.)
// Who that is asked at, the last channel where it has waited, or one where it has in iterations
// before, depends on the thread alone; every thread that has told it so has to have known, or all
// that do nothing but arrive there.
#pragma once

#include "encoding/phase_order.h"

namespace barricade {

class PhaseChecks {
 public:
  explicit PhaseChecks(PairRun& run) : run_(run), order_(run) {}

  // An arrival or a wait, or both.
  void note(const Call& call, const Step& step, std::size_t channel);
  // Where `stopped` holds of a thread it makes no arrival before the other one has come as far:
  // that one may not still wait for it at one of the calls since the record number `since`.
  void stop(const PerThread& stopped, std::size_t since);
  // Of the arrivals since the record number `since`, that nobody comes to a phase twice.
  void arriveInTime(std::size_t since);
  // At the end of the kernel.
  void finish();

 private:
  void finishHalves();
  void arrive(const Step& step, std::size_t channel, bool announces);
  void wait(const Step& step, std::size_t channel);
  Expr missing(const WaitRecord& at, unsigned waiting, const Stamp& other) const;
  void report(const WaitRecord& at, Expr condition);
  Expr knewBefore(const ArrivalRecord& at) const;
  Expr wasTold(const ArrivalRecord& at) const;
  Expr wasToldBefore(const ArrivalRecord& at) const;
  Expr wasToldAt(std::size_t channel, const ArrivalRecord& at) const;
  bool tells(const ArrivalRecord& of) const;
  bool tellsFromOtherLoops(std::size_t channel, const ArrivalRecord& at) const;

  PairRun& run_;
  PhaseOrder order_;
};

// Whether the call that arrives waits for the phase as well, or the next primitive in its block
// does.
bool waitsAtOnce(const Kernel& kernel, const Statement& arrival);

}  // namespace barricade
