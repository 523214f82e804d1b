// Where a position on a ring (rings.h) is after so many iterations. Where sizes or initial values
// leave open whether sums wrap around, or whether a mask is one of low bits, that is so under the
// condition that all is well, and the position is anything else.
#include <algorithm>

#include "encoding/loop_head.h"
#include "encoding/number_range.h"

namespace barricade {
namespace {

// The bits that hold all numbers up to `most`.
unsigned widthFor(const BigInt& most) {
  return most == 0 ? 1 : boost::multiprecision::msb(most) + 1;
}

// Of numbers without signs, which are of one width.
Expr isBelow(Terms& terms, Expr a, Expr b) {
  if (rangeOf(terms, a, false).high < rangeOf(terms, b, false).low) return terms.yes();
  return terms.less(a, b, false);
}
Expr isAtMost(Terms& terms, Expr a, Expr b) {
  if (rangeOf(terms, a, false).high <= rangeOf(terms, b, false).low) return terms.yes();
  return terms.lessEqual(a, b, false);
}
Expr sumIsAtMost(Terms& terms, Expr a, Expr b, const BigInt& most) {
  if (rangeOf(terms, a, false).high + rangeOf(terms, b, false).high <= most) return terms.yes();
  const unsigned width = a->type()->width() + 1;
  const Expr sum = terms.add(terms.zeroExtend(a, width), terms.zeroExtend(b, width));
  return terms.lessEqual(sum, terms.number(most, sum->type()), false);
}

Expr bitAnd(Terms& terms, Expr a, Expr b) {
  return terms.rebuild(terms.pool().make(Op::BvAnd, a, b), {a, b});
}

Expr isLowMask(Terms& terms, Expr mask) {
  const Expr above = terms.add(mask, terms.number(1, mask->type()));
  return terms.equal(bitAnd(terms, mask, above), terms.number(0, mask->type()));
}

// That no sum on the ring wraps around: each is of a number below the size, but for the first, and
// of a step that is not negative where numbers have signs.
Expr staysExact(Terms& terms, const Ring& ring, Expr initial, Expr step, Expr size) {
  const BigInt most = rangeOfWidth(size->type()->width(), ring.isSigned).high;
  const Expr one = terms.number(1, size->type());
  const Expr exact = terms.land(isAtMost(terms, one, size),
                                isAtMost(terms, size, terms.number(most, size->type())),
                                sumIsAtMost(terms, terms.sub(size, one), step, most));
  if (ring.kind == Ring::Kind::Remainder)
    return terms.land(exact, sumIsAtMost(terms, initial, step, most));
  return terms.land(exact, isBelow(terms, initial, size), isAtMost(terms, step, size));
}

// (initial + counter * step) % size, in as many bits as the sum takes.
Expr remainderAfter(Terms& terms, Expr initial, Expr step, Expr size, Expr counter) {
  const unsigned width = size->type()->width();
  const BigInt most = rangeOf(terms, initial, false).high +
                      rangeOf(terms, counter, false).high * rangeOf(terms, step, false).high;
  const unsigned wide = std::max(widthFor(most), width);
  auto widened = [&](Expr e) {
    return e->type()->width() <= wide ? terms.zeroExtend(e, wide) : terms.extract(e, wide, 0);
  };
  const Expr sum = terms.add(widened(initial), terms.mul(widened(counter), widened(step)));
  const Expr divisor = widened(size);
  return terms.extract(terms.rebuild(terms.pool().make(Op::BvURem, sum, divisor), {sum, divisor}),
                       width, 0);
}

}  // namespace

Expr LoopHead::ringValue(const LoopRun& loop, std::size_t variable, unsigned thread, Expr counter) {
  Terms& terms = run_.terms;
  const LoopSummary& summary = summaryOf(loop);
  const auto found = summary.rings.find(variable);
  const Expr initial = loop.initial[thread][variable];
  if (found == summary.rings.end() || !initial || counter->type()->isInt()) return nullptr;
  const Ring& ring = found->second;
  const Expr step = instantiate(ring.step, loop, thread, counter);
  const Expr bound = instantiate(ring.bound, loop, thread, counter);

  Expr value = nullptr, holds = nullptr;
  bool startsWithin = true;  // so that the form is the initial value after no iteration
  if (ring.kind == Ring::Kind::Mask) {
    holds = isLowMask(terms, bound);
    const Expr distance = terms.mul(resizedCounter(counter, initial->type()->width()), step);
    value = bitAnd(terms, terms.add(initial, distance), bound);
    startsWithin = isAtMost(terms, initial, bound)->isTrue();
  } else {
    holds = staysExact(terms, ring, initial, step, bound);
    value = remainderAfter(terms, initial, step, bound, counter);
    startsWithin = ring.kind == Ring::Kind::Restart || isBelow(terms, initial, bound)->isTrue();
  }
  if (holds->isFalse()) return nullptr;
  if (!startsWithin) value = terms.ite(terms.equal(counter, counterNumber(0)), initial, value);
  return holds->isTrue() ? value : terms.ite(holds, value, evaluator_.freshValue(variable));
}

}  // namespace barricade
