// A place for a barrier between two arms of a branch: none lies between them, but the branch can be
// split there, so that one arm runs before the barrier and the other after it.
#pragma once

#include <optional>
#include <utility>

#include "instrument/site.h"
#include "ir/program.h"
#include "repair/branch_races.h"

namespace barricade {

// Puts a barrier at the start of the arm of the second access, where the first one is in another
// arm of the same branch. Nothing, and no change, where there is no such place.
std::optional<Site> addArmSite(Program& program, Procedure& kernel,
                               std::pair<LocationId, LocationId> accesses, BarrierScope scope);

// Puts a barrier before a statement, and completes its site, of which the name, the scope and the
// place in the source are given.
void insertSite(Program& program, Procedure& kernel, AccessPlace before, Site& site);

}  // namespace barricade
