// Findings that no repair takes away, in a kernel that has others beside them.
#pragma once

#include <string>
#include <vector>

#include "analysis/checks.h"
#include "analysis/options.h"
#include "finding/result.h"

namespace barricade {

// Whether barriers, or what may stand in for them, decide about it.
bool isForRepair(FindingKind kind);

// Whether such findings are looked for; those that no option turns off always are.
bool isChecked(FindingKind kind, const Checks& checks);

// The checks that a repair is held against: without those whose findings stay whatever is done
// about the races, where there are any.
Checks checksForRepair(const VerificationResult& found, Checks checks);

// Whether races where arithmetic wraps around, for some sizes or parameters, stand beside others. A
// barrier may end them, or one of the grid with a cooperative launch: nobody wants it for these.
bool leavesOverflow(const VerificationResult& found);
// Whether there are no others.
bool isOnlyOfOverflow(const VerificationResult& found);

// What is to be said of those that stay after a repair under these options.
std::vector<std::string> remainingFindings(const VerificationResult& found,
                                           const VerifyOptions& repaired);

}  // namespace barricade
