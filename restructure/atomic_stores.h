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

// Every plain store to one of these arrays becomes an atomic one, whatever it stores: two of them
// do not race then, so that what is wrong beside them is seen. False where one stores several
// elements at once; the kernel is left half done then.
bool makeAllStoresAtomic(Program& program, Procedure& kernel,
                         const std::set<const Variable*>& arrays);

}  // namespace barricade
