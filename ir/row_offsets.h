// Arrays that may say where the rows of other arrays begin, as in a graph or a sparse matrix:
// `for (e = first[v]; e < first[v + 1]; ++e)`. Sorted keys are the same: `key[i] != key[i - 1]`.
#pragma once

#include <vector>

#include "ir/program.h"

namespace barricade {

// Arrays of which the kernel reads an element and the one after it, not as a vector of four, and
// writes none.
std::vector<const Array*> rowOffsets(const Program& program, const Procedure& kernel);

}  // namespace barricade
