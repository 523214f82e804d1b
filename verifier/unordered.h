// Why fences and atomic operations do not order the accesses of a race: which requirement of
// encoding/ordering.h is missing in the counterexample.
#pragma once

#include "encoding/problem.h"
#include "finding/result.h"

namespace barricade {

// Sets the finding's `unordered` where one missing requirement explains it.
void explainOrder(Problem& problem, const Execution& execution, const ErrorCondition& error,
                  SolverSession& model, Finding& finding);

}  // namespace barricade
