// Loops in which a thread waits for what another one does. Nothing may be moved behind a barrier
// that such a thread comes to only later: the two would wait for each other.
#pragma once

#include <set>

#include "ir/cfg.h"
#include "ir/program.h"

namespace barricade {

// Whether the loop is left by what an atomic operation in it finds: a flag, a lock, a counter.
bool waitsForOthers(const Procedure& kernel, const ControlFlow& flow, const Loop& loop);

// Whether a loop among the blocks does.
bool waitForOthers(const Procedure& kernel, const ControlFlow& flow,
                   const std::set<unsigned>& blocks);

}  // namespace barricade
