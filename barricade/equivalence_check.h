// Whether a kernel leaves what the sequential function leaves that it is compared with
// (ir/reference.h): refuted by a run of both, or equal in some.
#pragma once

#include "analysis/options.h"
#include "finding/result.h"
#include "ir/program.h"

namespace barricade {

// `result` is what is known of the kernel otherwise.
void checkEquivalence(Program& program, Procedure& kernel, const VerifyOptions& options,
                      VerificationResult& result);

}  // namespace barricade
