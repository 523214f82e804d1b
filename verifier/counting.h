// Counters in phases and in turns: what the threads that count have read before bounds their
// results (SignalFacts).
//
// In phases: if whoever counts at a later site has read that all have counted at the sites up to
// here, then the first one of those that counts there comes after all of these, and so do the
// others. So the results of the earlier sites are below how often these count.
//
// In turns: if no two operations on an element come after reads of the same value, each finds what
// its thread has read last. The k-th operation finds k steps, and its thread has read that or less;
// by induction on k all lesser values have been read by those before.
#pragma once

#include "verifier/signal_pairs.h"

namespace barricade {

// Completes the sites of a counter.
void findPhasesAndTurns(const AllSignalPairs& pairs, const std::vector<SignalArray>& arrays,
                        std::vector<SignalFacts>& facts, std::size_t a);

}  // namespace barricade
