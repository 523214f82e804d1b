// Replays findings in the interpreter (interpreter/replay.h), so that reports can tell errors that
// were seen to happen from possible ones.
#pragma once

#include "barricade/settings.h"
#include "ir/program.h"
#include "verifier/result.h"

namespace barricade {

// Sets `confirmed` and the reason of each finding. With ConfirmMode::Require, findings that no run
// confirms become undecided. `kernel` is the procedure that was verified.
void confirmFindings(const Program& program, const Procedure& kernel, const Settings& settings,
                     VerificationResult& result);

}  // namespace barricade
