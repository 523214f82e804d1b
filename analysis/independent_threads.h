// Whether the path of each thread, and which elements it accesses, depend on no other thread: on
// nothing that the kernel writes where others read it, and on no primitive but barriers. Two
// threads alone then do what they do among all others, unless these miss a barrier, which is an
// error by itself.
#pragma once

#include "ir/program.h"

namespace barricade {

// Flow-insensitive; of a kernel into which its calls have been inlined.
bool threadsAreIndependent(const Program& program, const Procedure& kernel);

}  // namespace barricade
