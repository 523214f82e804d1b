// Variables of a loop that hold what a thread has drawn in an iteration before, as where work is
// drawn ahead:
//
//     for (t = atomicAdd(n, 1); t < tiles; t = next) { next = atomicAdd(n, 1); work(t); }
//
// They are results of atomic operations (analysis/atomic_results.h), which nobody else has got.
#pragma once

#include <map>
#include <set>

#include "analysis/elected.h"
#include "encoding/iteration.h"

namespace barricade {

struct LoopSummary;

// At the head of a loop: a result that the thread has got in an iteration of it, plus `offset`, or
// what one of the `origins` was when the loop was entered.
struct DrawnValue {
  const Call* atomic = nullptr;  // any of those that give it: all are alike
  Performer performer = Performer::Own;
  Expr element = nullptr;         // these over placeholders of what the loop leaves alone
  Expr operand = nullptr;         // the last one; null: none
  Expr offset = nullptr;          // null: 0
  std::set<std::size_t> origins;  // variables
  Expr sets = nullptr;            // over placeholders: an iteration gives it a result of its own
};

// By variable; `next` is what each becomes in the iteration, over placeholders.
std::map<std::size_t, DrawnValue> findDrawnValues(const Kernel& kernel, Terms& terms,
                                                  const Placeholders& placeholders,
                                                  const Loop& loop, const Iteration& iteration,
                                                  const std::map<std::size_t, Expr>& next);

}  // namespace barricade
