// Asynchronous copies of single threads and the waits for their groups.
#pragma once

#include "encoding/assignment_encoder.h"

namespace barricade {

class CopyEncoder {
 public:
  CopyEncoder(PairRun& run, Evaluator& evaluator, AccessMonitor& monitor,
              AssignmentEncoder& assignments)
      : run_(run), evaluator_(evaluator), monitor_(monitor), assignments_(assignments) {}

  void start(const Call& call, const Step& step);
  void wait(const Call& call, const Step& step);

 private:
  // Some elements from an offset on, as each thread means them.
  struct Range {
    PerThread first{}, elements{}, zeros{};
    Expr index = nullptr;  // the first, as the program says it
  };
  void access(AccessKind kind, const Variable* array, const Range& range, const Call& call,
              const Step& step);
  ThreadCopy copyOf(const Call& call) const;
  Expr covers(const Range& range, unsigned thread) const;

  PairRun& run_;
  Evaluator& evaluator_;
  AccessMonitor& monitor_;
  AssignmentEncoder& assignments_;
};

}  // namespace barricade
