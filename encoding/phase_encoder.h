// Calls of primitives that work in phases: halves of barriers, named barriers, barrier objects.
// What they count is in variables (analysis/counters.h), what that orders in phase_order.h.
#pragma once

#include "encoding/access_monitor.h"
#include "encoding/assignment_encoder.h"
#include "encoding/phase_checks.h"

namespace barricade {

class PhaseEncoder {
 public:
  PhaseEncoder(PairRun& run, Memory& memory, Evaluator& evaluator, AccessMonitor& monitor,
               AssignmentEncoder& assignments)
      : run_(run),
        memory_(memory),
        evaluator_(evaluator),
        monitor_(monitor),
        assignments_(assignments),
        order_(run),
        checks_(run) {}

  void half(const Call& call, const Step& step);
  void named(const Call& call, const Step& step);
  void object(const Call& call, const Step& step);

 private:
  void accessObject(const Call& call, const Step& step);
  void noteInit(const Call& call, const Step& step);
  void giveToken(const Call& call, const Step& step, std::size_t channel);
  void checkHalves(const Call& call, const Step& step, std::size_t channel);
  void checkNamed(const Call& call, const Step& step);
  void require(const Step& step, Expr holds, const std::string& otherwise);
  void checkBytes(const Synchronization& what, const Step& step, std::size_t channel);
  void noteCall(const Call& call, const Step& step, std::size_t channel);
  void keepTurns(const Step& step, std::size_t channel);
  void waitForEver(const Step& step, std::size_t channel);
  void goNoFurther(const PerThread& there);
  Expr valueOf(const Variable* counter, unsigned thread) const;

  PairRun& run_;
  Memory& memory_;
  Evaluator& evaluator_;
  AccessMonitor& monitor_;
  AssignmentEncoder& assignments_;
  PhaseOrder order_;
  PhaseChecks checks_;
};

}  // namespace barricade
