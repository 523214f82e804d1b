// The statements of a block that one statement of the source has become.
#pragma once

#include "ir/program.h"

namespace barricade {

// The first statement at `location`; the size of the block where it has none.
std::size_t findStatement(const Block& block, LocationId location);

// The block that holds one; null where there is none.
Block* blockWith(const Procedure& kernel, LocationId location);

// The first of the statements without calls that lead to the one at `index` and are of its line.
std::size_t beginOfSourceStatement(const Program& program, const Block& block, std::size_t index);

}  // namespace barricade
