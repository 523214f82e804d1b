// `--check=uninitialized`: reads of shared memory that nobody has written. Runs of the kernel find
// them; the same runs, with what the launch alone decides (analysis/sure_writes.h), show that there
// are none in any execution. What neither says is undecided.
#pragma once

#include <functional>

#include "barricade/settings.h"
#include "finding/result.h"

namespace barricade {

// Adds to what verify() has made of the kernel, which is prepared by now. `found` is told of each
// finding.
void checkInitialization(Program& program, Procedure& kernel, const VerifyOptions& options,
                         VerificationResult& result,
                         const std::function<void(const Finding&)>& found);

}  // namespace barricade
