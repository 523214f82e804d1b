// A comparison that decides whether an element is replaced becomes an atomic minimum or maximum:
//
//     if (x > m[i]) m[i] = x;            atomicMax(&m[i], x);
//
// Where two threads both find theirs greater, the smaller one may be stored last; no barrier and no
// atomic store helps that. It is done where the branch does nothing but store what was compared.
#pragma once

#include <set>

#include "ir/program.h"
#include "restructure/rewrite.h"

namespace barricade {

// For the stores at `places` that are such, each by itself.
Rewrites makeExtremesAtomic(Program& program, Procedure& kernel,
                            const std::set<LocationId>& places);

}  // namespace barricade
