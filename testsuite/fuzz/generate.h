// Random kernels with the flavour of those that caught wrong verifiers: barriers in branches and
// loops of every shape, partial fences, benign writes, contents that decide where control goes.
#pragma once

#include "testsuite/fuzz/kernel.h"
#include "testsuite/fuzz/random.h"

namespace barricade::fuzz {

// A small one has few statements and rarely a loop: ten are verified in the time of a large one.
Kernel generate(Random& random, bool small);

// A small random change: a statement dropped, moved or doubled, a fence, a constant, an index.
void mutate(Kernel& kernel, Random& random);

}  // namespace barricade::fuzz
