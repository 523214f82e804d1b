// How many threads of a block count in one element of a counter: all of them where nothing is
// known, those of a row where each row has an element of its own.
#pragma once

#include <optional>

#include "encoding/ordering.h"

namespace barricade {

// At most, at any of the counter's sites. Nothing: maybe all of the block, as its size is not
// known, or elements depend on more than the ids of threads.
std::optional<unsigned> threadsOfOneElement(const OrderingView& view, const SignalFacts& counter);

}  // namespace barricade
