// The token that an arrival at a barrier object gives: the number of its phase.
#pragma once

#include "analysis/counters.h"
#include "solver/smt/terms.h"

namespace barricade {

// Of the last of so many arrivals of a thread; null where it is not known. `type` is the token's.
Expr tokenOf(Terms& terms, const Channel& channel, Expr arrived, Type type);

}  // namespace barricade
