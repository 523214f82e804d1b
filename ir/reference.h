// What a kernel is compared with: a sequential procedure over the same arrays. One call of it
// leaves in them what the kernel ensures that the launch leaves:
//
//   ensures {:equivalent_to "$f"} {:floating "$$a,$x"} true;
#pragma once

#include <set>
#include <string>
#include <variant>

#include "ir/program.h"

namespace barricade {

struct Reference {
  const Specification* specification = nullptr;
  const Procedure* procedure = nullptr;  // its parameters are the kernel's, by position
  std::set<const Variable*> floating;    // arrays and parameters that hold floating-point numbers
};

bool namesReference(const Specification& specification);

// The procedure that one of the kernel's specifications names, or why there is none.
std::variant<Reference, std::string> readReference(const Program& program, const Procedure& kernel,
                                                   const Specification& specification);

}  // namespace barricade
