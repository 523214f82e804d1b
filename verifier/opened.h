// Shared memory holds anything at first. Where threads signal each other by it, some of them set it
// to 0 before a barrier that all other uses come after (SignalArray::openings): that has to reach
// each element that is used.
#pragma once

#include "verifier/signal_pairs.h"

namespace barricade {

bool isOpening(const SignalArray& array, const SignalEvent& event);

// Whether all that use an element find that some thread of the block has set it to 0 before: the
// first thread of the block, or the one whose id is the index of the element, or of its struct.
bool isOpened(const AllSignalPairs& pairs, const SignalArray& array, std::size_t a);

}  // namespace barricade
