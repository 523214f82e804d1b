// Kernels as CUDA C, so that what the lowering makes of them can be held against their IR text.
#pragma once

#include <optional>
#include <string>

#include "testsuite/fuzz/kernel.h"

namespace barricade::fuzz {

// The kernel with what CUDA can say in place of what is near to it: barriers fence all memory.
// Nothing where that is not enough: copies, havoc, calls without a body, operators C lacks.
std::optional<Kernel> forCuda(Kernel kernel);

std::string renderCuda(const Kernel& kernel);

// --blockDim and --gridDim of its launch.
std::string launchOptions(const Kernel& kernel);

}  // namespace barricade::fuzz
