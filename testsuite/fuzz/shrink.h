// Makes a failing kernel small: as long as it still fails in the same way, statements vanish,
// branches and loops give way to their bodies, expressions to their parts.
#pragma once

#include <functional>

#include "testsuite/fuzz/kernel.h"

namespace barricade::fuzz {

// `fails` is asked at most `tries` times.
Kernel shrink(Kernel kernel, const std::function<bool(const Kernel&)>& fails, unsigned tries);

}  // namespace barricade::fuzz
