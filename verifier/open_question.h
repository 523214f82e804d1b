// What is said of a question that time did not suffice for.
#pragma once

#include <string>
#include <vector>

#include "encoding/execution.h"

namespace barricade {

// With where it stands, as far as that is known, and what makes it hard.
std::string notDecided(const Program& program, const std::string& name,
                       const std::vector<ErrorCondition>& errors);

// Whoever stops the verification here tells what it was busy with.
void publishQuestion(const VerifyOptions& options, VerificationResult soFar,
                     const std::string& open);

}  // namespace barricade
