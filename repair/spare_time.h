// How long to look for a cheaper repair, or for a proof that there is none, once one is there: half
// of the time that is left, so that what has been found is told and becomes a patch.
#pragma once

#include "verifier/portfolio.h"

namespace barricade {

inline Deadline spareTime(const Deadline& deadline) {
  return Deadline(deadline.slice(0) / 2, deadline.processorSlice(0) / 2);
}

}  // namespace barricade
