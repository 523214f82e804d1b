// How long to look for a cheaper repair, or for a proof that there is none, once one is there: half
// of the time that is left, so that what has been found is told and becomes a patch, and at most so
// many seconds (0: no limit of its own).
#pragma once

#include "verifier/portfolio.h"

namespace barricade {

inline Deadline spareTime(const Deadline& deadline, double most = 0) {
  return Deadline(deadline.slice(2 * most) / 2, deadline.processorSlice(2 * most) / 2);
}

}  // namespace barricade
