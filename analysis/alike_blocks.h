// Whether the blocks of a launch do alike what shared memory sees of them: no branch, and no index
// of a shared array, depends on the number of the block other than by way of data.
#pragma once

#include "ir/program.h"

namespace barricade {

// Flow-insensitive; of a kernel into which its calls have been inlined.
bool blocksAreAlike(const Program& program, const Procedure& kernel);

}  // namespace barricade
