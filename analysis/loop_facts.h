// What each loop modifies, states and may miss.
#pragma once

#include <unordered_set>
#include <vector>

#include "analysis/slice.h"
#include "analysis/variables.h"
#include "ir/cfg.h"
#include "ir/liveness.h"
#include "ir/program.h"

namespace barricade {

struct LoopFacts {
  // Variables of the slice that are no temporaries, in order of their number.
  std::vector<std::size_t> modified;
  // Those of them whose values are used later by threads that have left the loop, or have never
  // come to it.
  std::vector<std::size_t> liveAfter;
  // Whether some iterations may miss one of the loop's barriers.
  bool hasConditionalBarrier = false;
  // Invariants stated by the user, as statements of the header.
  std::vector<const Statement*> invariants;
};

// By loop.
std::vector<LoopFacts> findLoopFacts(const Procedure& procedure, const ControlFlow& flow,
                                     const Liveness& liveness, const Variables& variables,
                                     const Slice& slice,
                                     const std::unordered_set<const Variable*>& temporaries);

}  // namespace barricade
