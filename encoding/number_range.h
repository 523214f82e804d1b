// Which numbers a term can stand for, as far as the term itself tells: extensions of narrower
// values, literals, masks and remainders bound them, sizes and ids of a launch have limits
// (Terms::limit), and so does arithmetic on bounded numbers. An index of 64 bits that is computed
// from values of 32 bits is seldom able to wrap around, nor is the id of a thread in its grid.
#pragma once

#include <optional>
#include <utility>

#include "solver/index/linear_form.h"
#include "solver/smt/terms.h"

namespace barricade {

// All numbers that the bits of a bit vector can be, read with or without a sign, or more.
Interval rangeOf(const Terms& terms, Expr e, bool isSigned);
// The numbers of a width.
Interval rangeOfWidth(unsigned width, bool isSigned);

// Of the exact result of BvAdd, BvSub, BvMul or BvShl by a literal; null for other operators.
std::optional<Interval> exactRange(const Terms& terms, Op op, Expr left, Expr right, bool isSigned);

// What two numbers were before they were extended in the same way: equal exactly where they are.
std::pair<Expr, Expr> withoutExtension(Expr first, Expr second);

}  // namespace barricade
