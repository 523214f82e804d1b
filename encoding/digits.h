// Two indices as numbers whose digits have places of unknown weight: b * T * C + t * C + c. Where
// both are exact and equal, their digits are equal one by one, from the last: with c and c' below
// C, c = c' and b * T + t = b' * T + t' follow. That holds of any numbers, so that a question may
// assume it.
//
// Indices are polynomials over the integers, so that it does not matter how the kernel puts them
// together, nor in which widths and readings: sums in products are multiplied out, and what a
// division has taken apart is one number again. A weight is what two of the products share. That a
// digit is below its weight is said of the number which the kernel computed, if there is one: this
// is what its guards bound; so is x / y below w where x is below w * y. A sum that both indices
// multiply with may be a weight as a whole. Where quotients and remainders are equal, so is what
// has been divided, and its own digits: of i = t + k * stride in i / w * pitch + i % w. Unlike in
// mixed_radix.h, what may overflow is always a premise.
#pragma once

#include "encoding/overflow.h"

namespace barricade {

// A condition that always holds, about all ways to take both indices apart by factors that they
// share. What each of them needs not to overflow is a premise, of the terms of overflow.h. The
// numbers that `guards` compare are those that digits are taken to be below of.
Expr digitsAgree(Terms& terms, const KernelArithmetic& arithmetic, Expr first, Expr second,
                 const std::vector<Expr>& guards = {});

}  // namespace barricade
