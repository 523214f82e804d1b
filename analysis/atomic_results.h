// What the results of two atomic operations on one element exclude, where all operations of the
// kernel on that array are of one kind and nothing else touches it in between:
//
//   counting        results are different, and as far apart as the step (GPUVerify's refined
//                   atomic abstraction); a launch is taken not to count 2^24 times
//   reserving       the operations add small numbers of any kind: who adds k has the k values from
//                   its result on for itself
//   claiming        `atomicCAS(&a[i], e, w)` finds `e` once, if none writes `e`; `atomicExch(&a[i],
//                   w)` finds another value than the literal `w` once
//   marking         `atomicOr(&a[i], m)`: of a bit that two set, one of them finds it set
//
// Operations that leave the element as it is may stand beside them.
#pragma once

#include "ir/program.h"

namespace barricade {

struct ResultRule {
  enum class Kind { None, Counting, Reserving, Swap, Exchange, Marking };
  Kind kind = Kind::None;
  BigInt value = 0;       // Counting: the step; Swap: what is expected; Exchange: what is stored
  BigInt operations = 0;  // Counting: a launch makes no more of them; 0: it is not known
  // Whether it tells of the operation's last operand, too.
  bool usesOperand() const {
    return kind == Kind::Reserving || kind == Kind::Swap || kind == Kind::Marking;
  }
  bool operator==(const ResultRule&) const = default;
};

// Of one operation; None also where nothing is known.
ResultRule resultRuleOf(const Call& atomic);
// What an operation that adds to an array of global memory, and gives what it found, is done to;
// else null.
const Array* counterOf(const Call& call);
// Of two operations together, by what each says alone.
ResultRule commonRule(const ResultRule& a, const ResultRule& b);
// Sums of addends up to this one do not wrap around, as a launch is taken not to count so often.
BigInt largestAddend(const Call& atomic);
// What the operation adds; null: 1.
Expr addendOf(const Call& atomic);

}  // namespace barricade
