// Repair of one kernel: the cheapest set of barriers that makes it correct, proven cheapest.
//
//   RepairResult result = repair(*program, verifyOptions, repairOptions);
//   if (result.status == RepairStatus::Repaired) write(result.fixedProgram);
//
// The kernel is encoded once, with a Boolean for every barrier site (docs/repair.md). Each race
// gives a clause that every correct placement satisfies; the cheapest placement of the clauses
// known so far that verifies is therefore the cheapest of all (implicit hitting sets; Davies and
// Bacchus: Solving MaxSAT by solving a sequence of simpler SAT instances, CP 2011).
#pragma once

#include "analysis/options.h"
#include "ir/program.h"
#include "repair/options.h"
#include "repair/result.h"

namespace barricade {

// Changes `program`: calls are inlined into the kernel, and its barriers become the repaired ones.
RepairResult repair(Program& program, const VerifyOptions& verifyOptions,
                    const RepairOptions& options);

}  // namespace barricade
