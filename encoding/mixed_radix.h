// Rows and columns of two indices. From x * d + z = y * d + w, with z and w less than d apart and
// no product overflowing, x = y and z = w follow. Bits see that only by refuting all products, one
// by one; but the implication holds for any numbers, so that a question may assume it.
#pragma once

#include "encoding/overflow.h"

namespace barricade {

// What counts as not overflowing.
enum class Exactness {
  Any,      // a premise where it is not certain
  Certain,  // only where nothing can overflow, as in 64 bits from factors of 32: costs next to
            // nothing
  Small,    // products of rows and pitches of few bits: cheap to see, and columns may wrap around
};

// A condition that always holds, about all ways in which both indices are rows of the same pitch.
// Sums are taken apart as the kernel puts them together, so that columns are the numbers that its
// own conditions bound.
Expr mixedRadix(Terms& terms, const KernelArithmetic& arithmetic, Expr first, Expr second,
                Exactness exactness);

}  // namespace barricade
