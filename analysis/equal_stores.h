// Stores whose values may be equal by what the kernel does, and not by chance: where two of them
// meet the race may be benign.
#pragma once

#include <unordered_set>

#include "analysis/uniformity.h"

namespace barricade {

// Whether `value` is one for all threads of a block (`done = 1`, `largest = s[0]`). An element of
// an array is not, but for what `uniformity` tells of the variable that it is read into.
bool isOneForAll(const Kernel& kernel, const Uniformity& uniformity, Expr value);

// Whether there is an array that can race and to which only such values are written. What is read
// from one element of shared memory counts as one for all.
bool hasEqualStores(const Kernel& kernel);

// Stores of what is made of arrays that nobody writes, if another one stores what is made of the
// same arrays, or the same one in a loop: threads load what they share twice.
std::unordered_set<const Statement*> repeatedStores(const Kernel& kernel);

}  // namespace barricade
