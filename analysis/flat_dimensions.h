// Kernels without the dimensions that their blocks, or their grid, have one of: where the launch is
// one of rows, the rank `(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x` of a
// thread is `threadIdx.x`, by which other analyses know who a thread is.
#pragma once

#include <memory>

#include "analysis/options.h"
#include "ir/program.h"

namespace barricade {

// A copy of the kernel, into which calls have been inlined, that does the same; null: it reads no
// id or size of such a dimension.
std::unique_ptr<Procedure> withoutFlatDimensions(Program& program, const Procedure& kernel,
                                                 const VerifyOptions& options);

}  // namespace barricade
