// Races between atomic operations and plain accesses, of a run from barrier to barrier. What comes
// after an atomic operation that has read an element is ordered behind the operations that it has
// read from (causality order of the PTX memory model): of `if (atomicAdd(c, 1) == n - 1) *c = 0;`
// the reset. The machine of turns knows that order and decides about such races.
#pragma once

#include "interpreter/interpreter.h"

namespace barricade {

// Leaves out those of `result` that no run in turns shows.
void decideAtomicRaces(const Program& program, const Procedure& kernel,
                       const LaunchConfiguration& launch, const RunOptions& options,
                       RunResult& result);

}  // namespace barricade
