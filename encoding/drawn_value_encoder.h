// What the pair's threads have drawn in iterations that are skipped (drawn_values.h).
#pragma once

#include "encoding/access_monitor.h"
#include "encoding/loop_head.h"

namespace barricade {

class DrawnValueEncoder {
 public:
  DrawnValueEncoder(PairRun& run, const LoopHead& head, const AccessMonitor& monitor)
      : run_(run), head_(head), monitor_(monitor) {}

  // At the head of the loop, of who is inside; `notFirst`: after an iteration at least.
  void assume(const LoopRun& loop, const PerThread& inside, Expr notFirst);

 private:
  Expr isDrawn(const DrawnValue& drawn, const LoopRun& loop, unsigned thread, Expr value,
               Expr notFirst);

  PairRun& run_;
  const LoopHead& head_;
  const AccessMonitor& monitor_;
};

}  // namespace barricade
