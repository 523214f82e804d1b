// Arms of a branch, of which no thread runs two: the program does not say what one does first.
#pragma once

#include <string>
#include <vector>

#include "encoding/problem.h"

namespace barricade {

// Whether no thread gets from one to the other without going round a loop.
bool areInDifferentArms(const Kernel& kernel, const Statement& a, const Statement& b);

// Writes in different arms that leave different values in one element. A barrier between the arms
// would take that race away, and decide which of the two stays: the mistake would be there still.
struct ArmClash {
  Expr condition = nullptr;
  std::size_t array = 0;
  std::size_t event = 0;            // thread 2's write
  std::vector<std::size_t> others;  // thread 1's, of which one is meant
};

std::vector<ArmClash> clashesOfArms(Problem& problem, const Execution& execution,
                                    const std::vector<ErrorCondition>& races);

// Of a model of the condition: what stands in the way.
std::string inWords(Problem& problem, const Execution& execution, const ArmClash& clash,
                    SolverSession& model);

}  // namespace barricade
