// Assignments and havocs: what variables and arrays hold afterwards, and the accesses that
// assignments make.
#pragma once

#include "encoding/access_monitor.h"
#include "encoding/evaluator.h"
#include "encoding/memory.h"
#include "encoding/signal_recorder.h"

namespace barricade {

class AssignmentEncoder {
 public:
  AssignmentEncoder(PairRun& run, Memory& memory, Evaluator& evaluator, AccessMonitor& monitor,
                    SignalRecorder& signals)
      : run_(run), memory_(memory), evaluator_(evaluator), monitor_(monitor), signals_(signals) {}

  void assign(const Assign& assign, const Step& step);
  // A variable of the kernel or an array.
  void havoc(const Variable* variable, const PerThread& path);
  void setVariable(const Variable* variable, const PerThread& path, const PerThread& values);

 private:
  // What a target becomes; null where nothing depends on it.
  struct Assigned {
    PerThread index{};
    PerThread value{};
  };
  Assigned evaluate(const Target& target, Expr value, const PerThread& path);
  void readOperands(const Assign& assign, const Step& step);
  void store(std::size_t array, Expr index, const Assigned& assigned, const Step& step);

  PairRun& run_;
  Memory& memory_;
  Evaluator& evaluator_;
  AccessMonitor& monitor_;
  SignalRecorder& signals_;
};

}  // namespace barricade
