// Arrays that say where in others something is: `out[place[i]] = v`, the neighbours in a graph.
#pragma once

#include <set>
#include <vector>

#include "ir/program.h"

namespace barricade {

// Those of whose contents an index of the kernel is computed: into the array `of`, or null for any.
std::set<const Variable*> indexArrays(const Procedure& kernel, const Variable* of = nullptr);

// And those of whose elements atomic operations give such contents.
std::set<const Variable*> indexArraysAndCounters(const Procedure& kernel, const Variable* of);

// Literals of which parts of indices into the array are multiples: its rows may be so long.
std::set<BigInt> rowLengths(const Procedure& kernel, const Variable* array);

// Those of whose contents a condition of the kernel is computed, by other means than functions, as
// floats are: how long lists are, what state something is in.
std::set<const Variable*> countArrays(const Procedure& kernel);
// And those of whose elements atomic operations give such contents.
std::set<const Variable*> countArraysAndCounters(const Procedure& kernel);

// Those of global memory that the kernel does not write: it is given them. Not such of which the
// program states already that no two elements are equal.
std::vector<const Array*> givenIndexArrays(const Program& program, const Procedure& kernel,
                                           const Variable* of = nullptr);

// Of those of global memory, and of the counters from which an index is taken, what another kernel
// of the program has computed: the kernel may change it, too, unless it is `of`.
std::vector<const Array*> computedIndexArrays(const Program& program, const Procedure& kernel,
                                              const Variable* of);

// Whether the program computes what the array holds, or its host code gives it: else it may be
// anything.
bool hasContentsOfProgram(const Array& array);

bool isWritten(const Procedure& kernel, const Variable* array);
// Whether the kernel does nothing with the array but store in it.
bool isOnlyStored(const Procedure& kernel, const Variable* array);

}  // namespace barricade
