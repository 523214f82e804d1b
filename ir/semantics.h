// What the interpreted operators mean on literals: SMT-LIB's bit vectors (division is total),
// Euclidean division for the integers of math-int mode, as in Boogie.
#pragma once

#include <span>

#include "ir/expr.h"

namespace barricade {

// The value of `e`'s operator on the values of its arguments. Booleans are 0 and 1, bit vectors
// lie in [0, 2^width). The arguments' types are those of `e->args()`. Not for leaves, Ite, Select,
// Apply, Old and quantifiers.
BigInt evaluateOperator(Expr e, std::span<const BigInt> args);

// The same without a node: `type` is the result's, `argWidth` the width of the first argument
// (0 when it is no bit vector), `low` and the width of the second argument matter to Extract and
// Concat.
BigInt evaluateOperator(Op op, Type type, unsigned argWidth, unsigned secondWidth, unsigned low,
                        std::span<const BigInt> args);

BigInt toSigned(const BigInt& value, unsigned width);    // two's complement
BigInt toUnsigned(const BigInt& value, unsigned width);  // modulo 2^width

}  // namespace barricade
