// Copies of procedures, for transformations that leave the original as it is. They belong to the
// same program: variables, functions and callees are those of the original.
#pragma once

#include <memory>

#include "ir/program.h"

namespace barricade {

// All but the blocks.
std::unique_ptr<Procedure> copyDeclaration(const Procedure& procedure);

// With blocks of the same labels and indices.
std::unique_ptr<Procedure> copyOf(const Procedure& procedure);

}  // namespace barricade
