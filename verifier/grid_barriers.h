// Barriers of the grid that a kernel makes itself (analysis/software_barriers.h), as far as they
// are proven to be such.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analysis/options.h"
#include "ir/program.h"

namespace barricade {

struct GridBarriers {
  std::unique_ptr<Procedure> kernel;  // with barriers of the grid in their place; null: none
  std::unique_ptr<Procedure> barrier;
  std::vector<const Variable*> zeroed;  // arrays that are taken to hold 0 at first
  std::vector<std::string> notes;       // what they assume
};

GridBarriers findGridBarriers(Program& program, Procedure& kernel, const VerifyOptions& options);

}  // namespace barricade
