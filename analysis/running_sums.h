// Variables to which a loop does nothing but add: `base += count[w]`, also in loops inside it and
// by way of others that each iteration sets first. Nothing is subtracted, nor a negative literal
// added.
#pragma once

#include "analysis/kernel.h"

namespace barricade {

bool isRunningSum(const Kernel& kernel, const Loop& loop, std::size_t variable);

}  // namespace barricade
