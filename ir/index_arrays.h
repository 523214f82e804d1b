// Arrays that say where in others something is: `out[place[i]] = v`, the neighbours in a graph.
#pragma once

#include <set>
#include <vector>

#include "ir/program.h"

namespace barricade {

// Those of whose contents an index of the kernel is computed: into the array `of`, or null for any.
std::set<const Variable*> indexArrays(const Procedure& kernel, const Variable* of = nullptr);

// Those of global memory that the kernel does not write: it is given them.
std::vector<const Array*> givenIndexArrays(const Program& program, const Procedure& kernel,
                                           const Variable* of = nullptr);

}  // namespace barricade
