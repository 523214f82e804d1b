// Replays findings in the interpreter (interpreter/replay.h), so that reports can tell errors that
// were seen to happen from possible ones.
#pragma once

#include <functional>

#include "barricade/settings.h"
#include "ir/program.h"
#include "verifier/result.h"

namespace barricade {

// What VerifyOptions::confirm asks for: a run of `kernel`, the procedure that is verified. Empty
// where the user wants none, and under warp synchrony, which the interpreter does not know.
std::function<bool(Finding&)> confirmer(const Program& program, const Procedure& kernel,
                                        const Settings& settings);

// With ConfirmMode::Require, findings that no run has confirmed become undecided.
void dropUnconfirmed(const Settings& settings, VerificationResult& result);

}  // namespace barricade
