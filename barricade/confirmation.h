// Replays findings in the interpreter (interpreter/replay.h), so that reports can tell errors that
// were seen to happen from possible ones.
#pragma once

#include "barricade/settings.h"
#include "finding/result.h"
#include "ir/program.h"

namespace barricade {

// Lets `verify` run `kernel`, the procedure that is verified, to confirm findings. There are no
// runs where the user wants none, and under warp synchrony, which the interpreter does not know:
// then findings say so.
void confirmByRuns(VerifyOptions& verify, const Program& program, const Procedure& kernel,
                   const Settings& settings);

// With ConfirmMode::Require, findings that no run has confirmed become undecided.
void dropUnconfirmed(const Settings& settings, VerificationResult& result);

}  // namespace barricade
