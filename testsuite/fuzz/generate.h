// Random kernels with the flavour of those that caught wrong verifiers: barriers in branches and
// loops of every shape, partial fences, benign writes, contents that decide where control goes.
#pragma once

#include "testsuite/fuzz/kernel.h"
#include "testsuite/fuzz/random.h"

namespace barricade::fuzz {

Kernel generate(Random& random);

// A small random change: a statement dropped, moved or doubled, a fence, a constant, an index.
void mutate(Kernel& kernel, Random& random);

}  // namespace barricade::fuzz
