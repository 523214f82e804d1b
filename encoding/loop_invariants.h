// Invariants at the heads of loops: the user's are checked and used, candidates are assumed under
// their selectors and leave obligations (houdini.h).
#pragma once

#include "encoding/loop_head.h"

namespace barricade {

class LoopInvariants {
 public:
  LoopInvariants(PairRun& run, Evaluator& evaluator, LoopHead& head)
      : run_(run), evaluator_(evaluator), head_(head) {}

  // After skipped iterations.
  void assume(const LoopRun& loop, Pass pass);
  // At the loop's entry and after a body.
  void check(const LoopRun& loop, Pass pass);
  void stateObligations(const LoopRun& loop, Pass pass);

 private:
  Expr conditionOf(const LoopRun& loop, const Statement& invariant, unsigned thread);
  LoopView view(const LoopRun& loop);

  PairRun& run_;
  Evaluator& evaluator_;
  LoopHead& head_;
};

}  // namespace barricade
