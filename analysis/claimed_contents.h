// What contents of given arrays must not be for claims to hold: `atomicCAS(&slot[i], EMPTY, key[t])
// == EMPTY` takes a slot only where the key is another value than EMPTY.
#pragma once

#include <vector>

#include "analysis/options.h"
#include "ir/program.h"

namespace barricade {

// Each array once with each value; none where what is stored is computed.
std::vector<ExcludedValue> claimedContents(const Program& program, const Procedure& kernel);

}  // namespace barricade
