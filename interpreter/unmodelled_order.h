// What may order the two accesses of a race in practice and is not held against them by a run:
// fences that are known by their name only, as Bugle leaves them. A run that shows such a race
// confirms nothing: the finding is possible.
//
// An access L is ordered before an access C of another thread only by something that the first
// thread, or one that it has synchronised with, does after L, and something that the second one's
// side does before C (PTX ISA, "Memory Consistency Model": base causality order). So what counts
// is what can be reached from L, and what C can be reached from, in the kernel's control flow up
// to the next barrier that both threads pass: on the first side a signal, an atomic operation (L
// itself may be it) or the write of a flag together with a fence; on the second one an observation,
// an atomic operation that acquires, stands beside a fence, or has a result that is used, or a read
// of that flag. A relaxed operation whose result nobody looks at tells a thread nothing (CUDA C++
// Programming Guide, "Atomic Functions"). Where the scope of a fence or an atomic operation leaves
// the other thread out, it does not count.
#pragma once

#include <string>

#include "finding/result.h"
#include "ir/program.h"

namespace barricade {

// The fence or atomic operation that may; null when there is none. `kernel` is the procedure that
// was verified.
const Statement* unmodelledOrder(const Program& program, const Procedure& kernel,
                                 const Finding& race);

// "the __threadfence at kernel.cu:12:3".
std::string nameOf(const Program& program, const Statement& primitive);

}  // namespace barricade
