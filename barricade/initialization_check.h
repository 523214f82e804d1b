// `--check=uninitialized`: reads of shared memory that nobody has written. Runs of the kernel find
// them; the same runs, with what the launch alone decides (analysis/sure_writes.h), show that there
// are none in any execution. What neither says is undecided.
#pragma once

#include <functional>

#include "barricade/settings.h"
#include "finding/result.h"

namespace barricade {

// Adds to what verify() has made of the kernel, which is prepared by now. `found` is told of each
// finding. Where the check's depth is Shown, only arrays are looked at that are read and never set:
// no statement writes them but atomic operations whose result depends on the old value, and nothing
// is concluded about the others.
void checkInitialization(Program& program, Procedure& kernel, const VerifyOptions& options,
                         VerificationResult& result,
                         const std::function<void(const Finding&)>& found);

// Why a read of a shared array may come before the element is written, in some execution of the
// kernel, which has no races; empty when none does.
std::string whyReadEarly(Program& program, Procedure& kernel, const VerifyOptions& options,
                         const Array& array);

// At how many places short runs show a read of shared memory that nobody has written.
std::optional<unsigned> placesReadEarly(Program& program, Procedure& kernel,
                                        const VerifyOptions& options);

}  // namespace barricade
