// Blocks from where a thread only returns: it accesses nothing, meets no barrier and checks nothing
// any more. Who goes there has ended, as far as others can tell.
#pragma once

#include <vector>

#include "ir/cfg.h"
#include "ir/program.h"

namespace barricade {

// By block.
std::vector<bool> findEndings(const Procedure& procedure, const ControlFlow& flow);

}  // namespace barricade
