// Writes down what may order accesses beside barriers of both threads (signal_event.h), where an
// execution is asked for it.
#pragma once

#include "encoding/access_monitor.h"
#include "encoding/evaluator.h"

namespace barricade {

class SignalRecorder {
 public:
  SignalRecorder(PairRun& run, Evaluator& evaluator, const AccessMonitor& monitor)
      : run_(run), evaluator_(evaluator), monitor_(monitor) {}

  bool isActive() const { return run_.options.order && run_.threads() == 2; }
  // To be called before the step does anything else.
  SignalEvent begin(SignalEvent::Kind kind, const Step& step) const;

  // As `begin`, with what the operation is given; its result, once there is one, with `atomic`.
  SignalEvent beginAtomic(const Call& call, const PerThread& offset, const Step& step);
  void atomic(SignalEvent event, const Call& call);
  void store(SignalEvent event, std::size_t array, const PerThread& offset, const PerThread& value);
  void fence(const Call& call, const Step& step);
  void barrier(const Event& barrier, const Step& step);
  void warpBarrier(const Step& step);  // of all lanes of each warp

 private:
  void record(SignalEvent event);

  PairRun& run_;
  Evaluator& evaluator_;
  const AccessMonitor& monitor_;
};

}  // namespace barricade
