// Calls that are no barriers: atomics, asynchronous copies and waits, and procedures that are known
// by their contracts.
#pragma once

#include <string>
#include <vector>

#include "encoding/assignment_encoder.h"

namespace barricade {

class CallEncoder {
 public:
  CallEncoder(PairRun& run, Evaluator& evaluator, AccessMonitor& monitor,
              AssignmentEncoder& assignments, SignalRecorder& signals)
      : run_(run),
        evaluator_(evaluator),
        monitor_(monitor),
        assignments_(assignments),
        signals_(signals) {}

  void atomic(const Call& call, const Step& step);
  void asyncCopy(const Call& call, const Step& step);
  void waitEvents(const Call& call, const Step& step);
  // Preconditions are asserted, what the callee may modify and its results are arbitrary within
  // the postconditions. `modifies _WRITE_HAS_OCCURRED_$$A` makes the call a write access somewhere.
  void contractCall(const Call& call, const Step& step);

 private:
  void checkTogether(const Call& call, const Step& step);
  PerThread handleOf(const Call& copy, const Step& step);
  void accessByCopy(AccessKind kind, const Variable* array, Expr offset, Expr count,
                    const PerThread& handle, const Step& step);

  struct ContractCall;
  Expr instantiate(const Specification& spec, const ContractCall& contract, unsigned t);
  void requirePreconditions(const ContractCall& contract);
  std::vector<Access> havocModified(const ContractCall& contract);
  void bindResults(ContractCall& contract);
  void assumePostconditions(ContractCall& contract, const std::vector<Access>& accesses);

  PairRun& run_;
  Evaluator& evaluator_;
  AccessMonitor& monitor_;
  AssignmentEncoder& assignments_;
  SignalRecorder& signals_;
};

}  // namespace barricade
