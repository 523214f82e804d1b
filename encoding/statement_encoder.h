// What each statement does to the pair of threads.
#pragma once

#include "encoding/assignment_encoder.h"
#include "encoding/barrier_encoder.h"
#include "encoding/call_encoder.h"
#include "encoding/synchronization_encoder.h"

namespace barricade {

class StatementEncoder {
 public:
  StatementEncoder(PairRun& run, Memory& memory, Evaluator& evaluator, AccessMonitor& monitor)
      : run_(run),
        memory_(memory),
        evaluator_(evaluator),
        signals_(run, evaluator, monitor),
        assignments_(run, memory, evaluator, monitor, signals_),
        barriers_(run, memory, evaluator, monitor, signals_),
        synchronization_(run, memory, evaluator, monitor, assignments_, barriers_, signals_),
        calls_(run, evaluator, monitor, assignments_, signals_) {}

  void execute(const Step& step);
  // At the end of the procedure.
  void checkPostconditions(const PerThread& path);

 private:
  void assume(const Assume& assumption, const Step& step);
  void checkAssertion(const Assert& check, const Step& step);
  bool isShown(Expr condition) const;
  void call(const Call& call, const Step& step);
  void revealBySignal(const Call& call, const Step& step);

  PairRun& run_;
  Memory& memory_;
  Evaluator& evaluator_;
  SignalRecorder signals_;
  AssignmentEncoder assignments_;
  BarrierEncoder barriers_;
  SynchronizationEncoder synchronization_;
  CallEncoder calls_;
};

}  // namespace barricade
