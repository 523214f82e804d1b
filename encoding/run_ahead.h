// Inner loops that run ahead of the loop around them, as where a ring is filled as far as it is
// free:
//
//   for (c = 0, f = 0; c < n; ++c) {
//     for (; f < n && f < c + stages; ++f) { wait until f % stages is free; fill; arrive }
//     wait until c % stages is full; use; arrive
//   }
//
// The inner loop steps f by one below all of its bounds, or up to the one that moves, and does
// nothing before it leaves. So at its end f is at the least bound, or where it was if that is
// higher; and at the outer loop's head, at the greatest of those so far. A bound that stays is the
// same each time; one that goes up by one with the outer loop is greatest the last time, and where
// it wraps around it has been the greatest number of all. So f has a closed form in the outer loop.
// Whatever else only the inner loop changes is what that loop's closed forms say of as many
// iterations as f has gone up by.
//
// Bounds go up by one at most: after the outer loop's first iteration, in which the inner loop
// fills the ring, it runs once or not at all (LoopEncoder::peel).
#pragma once

#include <optional>
#include <vector>

#include "encoding/iteration.h"
#include "encoding/loop_summary.h"

namespace barricade {

struct OuterIteration {
  const Kernel& kernel;
  Terms& terms;
  const Placeholders& placeholders;
  const Loop& loop;
  const Iteration& iteration;
  const std::vector<LoopSummary>& summaries;  // of this loop and those inside
};

std::optional<RunAhead> findRunAhead(const OuterIteration& outer);

}  // namespace barricade
