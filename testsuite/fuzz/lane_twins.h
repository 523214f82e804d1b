// Parts of twins (twins.h) in which the lanes of a warp vote, or find those that have what they
// have.
#pragma once

#include "testsuite/fuzz/random.h"
#include "testsuite/fuzz/twin_part.h"

namespace barricade::fuzz {

TwinPart makeLaneTwin(Random& random, const TwinPlace& place, bool broken);

}  // namespace barricade::fuzz
