// What a run leaves in memory, held against what the kernel ensures of it when all threads have
// ended (ir/launch_postcondition.h): all elements, one by one.
#pragma once

#include "interpreter/interpreter.h"
#include "interpreter/launch.h"

namespace barricade {

// Adds a finding for each postcondition of the launch that does not hold, with the first element.
void checkFinalContents(const Program& program, const Procedure& kernel, const Launch& launch,
                        const RunOptions& options, RunResult& result);

}  // namespace barricade
