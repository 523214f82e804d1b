// From a program to the one procedure to verify: the kernel is chosen, calls are inlined, and what
// cannot be verified is rejected with the reason and the place.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/options.h"
#include "finding/result.h"
#include "ir/program.h"

namespace barricade {

struct Prepared {
  Procedure* procedure = nullptr;     // null when rejected
  std::vector<Procedure*> contracts;  // known by their `ensures`, which are to be proven
  std::vector<Rejection> rejections;
  std::vector<std::string> notes;
};

// Inlines into the kernel in place. With several kernels `options.kernel` chooses.
Prepared prepare(Program& program, const VerifyOptions& options);

}  // namespace barricade
