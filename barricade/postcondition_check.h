// Whether a kernel keeps what it ensures of an array when all its threads have ended: proven
// (postcondition/postcondition.h), or refuted by a run.
#pragma once

#include "analysis/options.h"
#include "finding/result.h"
#include "ir/program.h"

namespace barricade {

// `result` is what is known of the kernel otherwise; what it ensures becomes part of it.
void checkPostconditions(Program& program, Procedure& kernel, const VerifyOptions& options,
                         VerificationResult& result);

}  // namespace barricade
