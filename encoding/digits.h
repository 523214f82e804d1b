// Two indices as numbers whose digits have places of unknown weight: b * T * C + t * C + c. Where
// both are exact and equal, their digits are equal one by one, from the last: with c and c' below
// C, c = c' and b * T + t = b' * T + t' follow. That holds of any numbers, so that a question may
// assume it. Unlike mixed_radix.h, addends with one factor are gathered, and numbers of different
// widths and readings, as a pointer that has been moved and an index behind it, count together.
#pragma once

#include "encoding/overflow.h"

namespace barricade {

// A condition that always holds, about all ways to take both indices apart by factors that they
// share. What each of them needs not to overflow is a premise, of the terms of overflow.h.
Expr digitsAgree(Terms& terms, const KernelArithmetic& arithmetic, Expr first, Expr second);

}  // namespace barricade
