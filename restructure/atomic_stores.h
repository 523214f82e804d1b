// A flag that all threads set: `*found = 1` becomes `atomicExch(found, 1)`. It is only done where
// the writes that meet store one constant, so that it does not matter who is last. Threads that
// store different values stay a race: which value remains would still be chance.
#pragma once

#include <set>

#include "ir/program.h"
#include "restructure/rewrite.h"

namespace barricade {

// Makes the plain writes at `stores` atomic, or none of them where one is refused.
Rewrites storeAtomically(Program& program, Procedure& kernel, const std::set<LocationId>& stores);

}  // namespace barricade
