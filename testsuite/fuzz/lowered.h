// Two ways to the IR: a kernel's own text, and what the lowering makes of its CUDA form. The
// verifier has to say the same of both.
#pragma once

#include <optional>
#include <string>

#include "testsuite/fuzz/kernel.h"
#include "verifier/verify.h"

namespace barricade::fuzz {

struct LoweredComparison {
  bool compared = false;     // the kernel has a CUDA form, and both got a verdict
  std::string disagreement;  // empty when there is none
};

// `lower` is the path of scripts/lower.
LoweredComparison compareLowered(const Kernel& kernel, const std::string& lower,
                                 const VerifyOptions& options);

}  // namespace barricade::fuzz
