// The barrier calls that stand for sites, and the attributes that carry a site through printing:
//
//   call {:barrier_variable "b7"} {:weight 10} {:scope "block"} $bugle_barrier(1bv1, 1bv1);
#pragma once

#include <optional>
#include <string>

#include "instrument/site.h"
#include "ir/barrier_scope.h"
#include "ir/program.h"

namespace barricade {

bool isBarrier(const Statement& statement);  // of a block or the grid
// Of a barrier that a repair may place or take away: one of those, or a barrier of whole warps.
std::optional<BarrierScope> placeableScope(const Statement& statement);
bool isBarrierInvariant(const Statement& statement);  // stated for the next barrier

// The procedure of that scope; declares it if the program has none.
Procedure* barrierProcedure(Program& program, BarrierScope scope);

// A barrier with both fences.
Statement barrierCall(const Program& program, Procedure* procedure, LocationId location);

// Makes a barrier call one of a site, or a plain one again.
void guard(Program& program, Statement& barrier, const SiteId& site, double weight);
void unguard(Statement& barrier);

}  // namespace barricade
