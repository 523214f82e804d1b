// Kernels of which it is known whether they are right: what people write with warps, named and
// split barriers, barrier objects, copies, fences and atomic operations, and twins of it with one
// thing broken.
#pragma once

#include "testsuite/fuzz/kernel.h"
#include "testsuite/fuzz/random.h"

namespace barricade::fuzz {

struct Twin {
  Kernel kernel;
  std::string name;      // of its parts, and of what is broken
  bool right = true;     // no run shows anything; else some run does
  bool atomics = false;  // what it leaves in memory may depend on the schedule
};

Twin makeTwin(Random& random);

}  // namespace barricade::fuzz
