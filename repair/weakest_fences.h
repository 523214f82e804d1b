// OpenCL's barriers say which memory they order. Of those that a repair adds each gets the fewest
// fences that the repaired kernel verifies with.
#pragma once

#include <vector>

#include "analysis/options.h"
#include "repair/result.h"
#include "verifier/portfolio.h"

namespace barricade {

// `edits` brought in barriers of the block with both fences, and `kernel` verifies with them.
// Takes away what it verifies without, and says in the edits what stays. CUDA's barriers order all
// memory, and are left as they are.
void weakenFences(Program& program, Procedure& kernel, const VerifyOptions& options,
                  const Deadline& deadline, std::vector<RepairEdit*> edits);

}  // namespace barricade
