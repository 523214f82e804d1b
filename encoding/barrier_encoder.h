// Barriers, and the invariants that the programmer states for them.
#pragma once

#include <vector>

#include "encoding/access_monitor.h"
#include "encoding/evaluator.h"
#include "encoding/signal_recorder.h"

namespace barricade {

class BarrierEncoder {
 public:
  BarrierEncoder(PairRun& run, Memory& memory, Evaluator& evaluator, AccessMonitor& monitor,
                 SignalRecorder& signals)
      : run_(run), memory_(memory), evaluator_(evaluator), monitor_(monitor), signals_(signals) {}

  void barrier(const Call& call, const Step& step);
  // Stated for the next barrier.
  void barrierInvariant(const Call& call, const Step& step);

 private:
  Event eventOf(const Call& call, const Step& step);
  void stopAt(const Event& barrier);
  void passTogether(const Event& barrier, const Step& step);
  void leaveNobodyBehind(Event& barrier, const Step& step);
  Expr passedByAll(const Event& barrier) const;
  void endPending(std::size_t array, const Event& barrier);
  void revealWrites(std::size_t array, const Event& barrier, bool valuesOnly);
  void assumeInvariants(const Event& barrier);
  void instantiate(const Call& invariant, const Event& barrier);

  PairRun& run_;
  Memory& memory_;
  Evaluator& evaluator_;
  AccessMonitor& monitor_;
  Expr within_ = nullptr;  // the pair meets at the barrier under way
  SignalRecorder& signals_;
  std::vector<const Call*> stated_;
};

}  // namespace barricade
