// A union of integer sets as a formula with few atoms.
#pragma once

#include <optional>

#include "precondition/formula.h"

namespace barricade {

// What is left of `context` without `bad`, as clauses or as alternatives, whichever needs fewer
// atoms; the same as far as `context` holds. Each clause of a conjunction excludes a part of `bad`.
// Null: that is too much work.
std::optional<Formula> complementOf(const isl::Set& bad, const isl::BasicSet& context);

// What is left of `formula` without alternatives that only huge numbers fulfil, as `n >=
// 2147483648` for which a loop does not end: nobody demands these. Null: nothing, or it is too much
// work.
std::optional<Formula> withoutHugeNumbers(const Formula& formula, const isl::BasicSet& context,
                                          const Vocabulary& vocabulary);

// The elements of `context` for which the formula holds.
isl::Set setOf(const Formula& formula, const isl::BasicSet& context);
// Whether C reads its text as it is meant: no quotient of a negative number decides.
bool roundsAsC(const Formula& formula, const isl::BasicSet& context);

}  // namespace barricade
