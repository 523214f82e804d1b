// Rows and columns of two indices. From x * d + z = y * d + w, with z and w from 0 to below d and
// nothing overflowing, x = y and z = w follow. Bits see that only by refuting all products, one by
// one; but the implication holds for any numbers, so that a question may assume it.
#pragma once

#include "solver/smt/terms.h"

namespace barricade {

// A condition that always holds, about all ways in which both indices are rows of the same pitch.
Expr mixedRadix(Terms& terms, Expr first, Expr second);

}  // namespace barricade
