// Whether what a run shows is what was claimed: a finding of the same kind, on the same array, at
// the same source positions, in either order. Positions that are not known match all.
#pragma once

#include "finding/result.h"
#include "interpreter/interpreter.h"

namespace barricade {

bool matches(const Finding& claimed, const RunFinding& seen);

}  // namespace barricade
