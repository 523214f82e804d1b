// What a term of thread 1 is of one thread of the block: where its size is known, each of its
// threads can be looked at.
#pragma once

#include <unordered_map>

#include "encoding/execution.h"

namespace barricade {

// Threads of a block of known sizes, at most one more than `most`.
unsigned threadsOfBlock(const LaunchFacts& launch, unsigned most);

// `e` of the thread with that linear id, in a block of known sizes; where terms have other
// `values`.
Expr ofLinearThread(Terms& terms, const LaunchFacts& launch, const ThreadPair& pair, Expr e,
                    unsigned linear, std::unordered_map<Expr, Expr> values = {});

}  // namespace barricade
