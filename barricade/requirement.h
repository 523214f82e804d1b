// Where a kernel is wrong for some sizes and parameters only, the condition under which it is
// right.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "barricade/settings.h"
#include "finding/result.h"
#include "ir/program.h"
#include "repair/result.h"

namespace barricade {

// The verification of a kernel: conditional where it is refuted, sizes are open (or `always`) and a
// condition is found. Findings are not told before it is known which it is.
VerificationResult verifyWithCondition(Program& program, VerifyOptions options, bool always);

// Counters that have to be taken for no negative numbers where a kernel is to be right: then
// repairs take them so, too. With the note that says so.
struct AssumedCounters {
  std::vector<std::string> arrays;  // by their names in the program
  std::vector<std::string> notes;
};
AssumedCounters assumedCounters(const Settings& settings, const std::string& kernel);

// The condition beside a repair: of a fresh copy, as repairing changes the program. `refuted`: what
// was found for the sizes that are given.
std::optional<Condition> conditionFor(const Settings& settings, const std::string& kernel,
                                      const VerificationResult& refuted);

// Of barriers of a repair that only decide which of two threads stores last in global memory: what
// may be required in place of them, one line each.
std::vector<std::string> requiredInstead(const Settings& settings, const RepairResult& repair);

}  // namespace barricade
