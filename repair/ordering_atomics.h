// The atomic operations of a kernel by which its threads may order each other.
#pragma once

#include "instrument/fence_sites.h"

namespace barricade {

// Who takes a lock has nothing to tell with that; who decides nothing by what an operation returns
// goes on whatever the others have done.
OrderingAtomics orderingAtomics(Program& program, Procedure& procedure);

}  // namespace barricade
