// Abstraction refinement: each level, more exact and more expensive than the one before, is asked
// only while an error remains (docs/verification.md).
#pragma once

#include <string_view>
#include <vector>

#include "analysis/options.h"
#include "finding/result.h"
#include "ir/program.h"

namespace barricade {

// What is left undecided where there is a finding.
inline constexpr std::string_view furtherNotSearched =
    "further findings were not searched for to the end; --all searches for them";

// What is found of a prepared procedure is added to `result`. `zeroed`: arrays that are taken to
// hold 0 at first.
void runVerification(Program& program, Procedure& kernel, const VerifyOptions& options,
                     VerificationResult& result, std::vector<const Variable*> zeroed = {});

// Of one thread, without races.
void runOfOneThread(Program& program, Procedure& procedure, const VerifyOptions& options,
                    VerificationResult& result);

// What has been found says which it is.
Verdict verdictOf(const VerificationResult& result);

}  // namespace barricade
