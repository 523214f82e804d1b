// Parts of twins (twins.h) whose threads signal each other with fences and atomic operations, or
// find out by the result of one who comes first.
#pragma once

#include "testsuite/fuzz/random.h"
#include "testsuite/fuzz/twin_part.h"

namespace barricade::fuzz {

TwinPart makeSignalTwin(Random& random, const TwinPlace& place, bool broken);

}  // namespace barricade::fuzz
