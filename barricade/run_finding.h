// What findings that runs have shown share: the place of what a kernel states, the iterations in
// which something is done, and the values of parameters.
#pragma once

#include "finding/result.h"
#include "interpreter/interpreter.h"

namespace barricade {

SourceChain placeOf(const Program& program, const Specification& specification);

std::vector<LoopIteration> iterationsOf(const RunPlace& place);

// Of the parameters that are no arrays.
void addParameters(Finding& finding, const Procedure& kernel, const LaunchConfiguration& launch);

}  // namespace barricade
