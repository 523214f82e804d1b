// Where a kernel is wrong for some sizes and parameters only, the condition under which it is
// right.
#pragma once

#include <optional>

#include "barricade/settings.h"
#include "finding/result.h"
#include "ir/program.h"

namespace barricade {

// The verification of a kernel: conditional where it is refuted, sizes are open (or `always`) and a
// condition is found. Findings are not told before it is known which it is.
VerificationResult verifyWithCondition(Program& program, const VerifyOptions& options, bool always);

// The condition beside a repair: of a fresh copy, as repairing changes the program.
std::optional<Condition> conditionFor(const Settings& settings, const std::string& kernel);

}  // namespace barricade
