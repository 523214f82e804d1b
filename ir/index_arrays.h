// Arrays that say where in others something is: `out[place[i]] = v`, the neighbours in a graph.
#pragma once

#include <set>

#include "ir/program.h"

namespace barricade {

// Those of whose contents an index of the kernel is computed: into the array `of`, or null for any.
std::set<const Variable*> indexArrays(const Procedure& kernel, const Variable* of = nullptr);

}  // namespace barricade
