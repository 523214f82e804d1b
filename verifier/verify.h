// Verification of one kernel.
//
//   std::unique_ptr<Program> program = readProgram("kernel.gbpl", {}, diagnostics);
//   VerificationResult result = verify(*program, {});
//   if (result.verdict == Verdict::Refuted) std::cout << result.findings.front().message;
#pragma once

#include "analysis/options.h"
#include "analysis/prepare.h"
#include "finding/result.h"
#include "ir/program.h"

namespace barricade {

// Changes `program`: calls are inlined into the kernel. Findings come in order of source position.
VerificationResult verify(Program& program, const VerifyOptions& options);
// The same of what has been prepared, or refused.
VerificationResult verify(Program& program, const Prepared& prepared, const VerifyOptions& options);

// The same for what has been prepared (prepare.h): the kernel, and the contracts that it relies on.
VerificationResult verifyPrepared(Program& program, const Prepared& prepared,
                                  const VerifyOptions& options);

// One prepared procedure alone, the contracts of what it calls believed.
VerificationResult verifyProcedure(Program& program, Procedure& procedure,
                                   const VerifyOptions& options);

// What `procedure` asserts of a thread, by itself: other threads are taken not to race with it and
// to come to its barriers.
VerificationResult verifyAlone(Program& program, Procedure& procedure,
                               const VerifyOptions& options);

// Whether that holds, as far as a moment tells; accesses are taken to be within their arrays.
bool isProvenAlone(Program& program, Procedure& procedure, const VerifyOptions& options);

}  // namespace barricade
