// Verification of one kernel.
//
//   std::unique_ptr<Program> program = readProgram("kernel.gbpl", {}, diagnostics);
//   VerificationResult result = verify(*program, {});
//   if (result.verdict == Verdict::Refuted) std::cout << result.findings.front().message;
#pragma once

#include "ir/program.h"
#include "verifier/options.h"
#include "verifier/result.h"

namespace barricade {

// Changes `program`: calls are inlined into the kernel. Findings come in order of source position.
VerificationResult verify(Program& program, const VerifyOptions& options);

// The same for a procedure that has been prepared (prepare.h).
VerificationResult verifyPrepared(Program& program, Procedure& kernel,
                                  const VerifyOptions& options);

}  // namespace barricade
