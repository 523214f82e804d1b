// What findings about the end of a run share: the place of what a kernel states, and the values of
// its parameters.
#pragma once

#include "finding/result.h"
#include "interpreter/interpreter.h"

namespace barricade {

SourceChain placeOf(const Program& program, const Specification& specification);

// Of the parameters that are no arrays.
void addParameters(Finding& finding, const Procedure& kernel, const LaunchConfiguration& launch);

}  // namespace barricade
