#include "encoding/number_range.h"

#include <algorithm>

#include "analysis/set_bits.h"
#include "ir/semantics.h"

namespace barricade {
namespace {

// Terms share parts: below this what is known is what the width tells.
constexpr unsigned maximalNesting = 8;

Interval rangeOf(const Terms& terms, Expr e, bool isSigned, unsigned depth);

std::optional<Interval> exactRange(const Terms& terms, Op op, Expr left, Expr right, bool isSigned,
                                   unsigned depth) {
  const Interval a = rangeOf(terms, left, isSigned, depth);
  const Interval b = rangeOf(terms, right, isSigned, depth);
  switch (op) {
    case Op::BvAdd: return Interval{a.low + b.low, a.high + b.high};
    case Op::BvSub: return Interval{a.low - b.high, a.high - b.low};
    case Op::BvMul: return productOf(a, b);
    case Op::BvShl: {
      if (!right->isLiteral() || right->value() >= right->type()->width()) return std::nullopt;
      const BigInt factor = BigInt(1) << static_cast<unsigned>(right->value());
      return Interval{a.low * factor, a.high * factor};
    }
    default: return std::nullopt;
  }
}

// Quotients are rounded towards zero, and remainders have the sign of the dividend.
std::optional<Interval> rangeOfSignedDivision(const Terms& terms, Expr e, bool isSigned,
                                              unsigned depth) {
  const Expr divisor = e->arg(1);
  const Interval numbers = rangeOfWidth(divisor->type()->width(), true);
  if (!divisor->isLiteral() || divisor->value() < 1 || divisor->value() > numbers.high)
    return std::nullopt;
  const Interval dividend = rangeOf(terms, e->arg(0), true, depth);
  if (!isSigned && dividend.low < 0) return std::nullopt;
  if (e->op() == Op::BvSDiv)
    return Interval{dividend.low / divisor->value(), dividend.high / divisor->value()};
  const BigInt most = divisor->value() - 1, least = -most;
  return Interval{std::clamp(dividend.low, least, BigInt(0)),
                  std::clamp(dividend.high, BigInt(0), most)};
}

// Of what is no arithmetic, or nothing.
std::optional<Interval> rangeOfOther(const Terms& terms, Expr e, bool isSigned, unsigned depth) {
  const bool byLiteral = e->args().size() == 2 && e->arg(1)->isLiteral();
  switch (e->op()) {
    case Op::BvLiteral: {
      const BigInt value = isSigned ? toSigned(e->value(), e->type()->width()) : e->value();
      return Interval{value, value};
    }
    case Op::Variable:
      if (const BigInt* most = terms.limitOf(e))
        if (!isSigned || *most <= rangeOfWidth(e->type()->width(), true).high)
          return Interval{0, *most};
      break;
    case Op::ZeroExtend: return rangeOf(terms, e->arg(0), false, depth);
    case Op::SignExtend: return rangeOf(terms, e->arg(0), true, depth);
    case Op::Extract:  // of a number that the lower bits hold
      if (e->low() == 0) return rangeOf(terms, e->arg(0), false, depth);
      break;
    case Op::Ite: {
      const Interval a = rangeOf(terms, e->arg(1), isSigned, depth);
      const Interval b = rangeOf(terms, e->arg(2), isSigned, depth);
      return Interval{std::min(a.low, b.low), std::max(a.high, b.high)};
    }
    case Op::Apply:
      if (isPopulationCount(e)) return Interval{0, e->arg(0)->type()->width()};
      break;
    case Op::BvAnd:
      if (byLiteral) return Interval{0, e->arg(1)->value()};
      break;
    case Op::BvURem:
      if (byLiteral && e->arg(1)->value() > 0) return Interval{0, e->arg(1)->value() - 1};
      break;
    case Op::BvUDiv:
      if (byLiteral && e->arg(1)->value() > 0)
        return Interval{0, rangeOf(terms, e->arg(0), false, depth).high / e->arg(1)->value()};
      break;
    case Op::BvSDiv:
    case Op::BvSRem: return rangeOfSignedDivision(terms, e, isSigned, depth);
    case Op::BvLShr:
      if (byLiteral && e->arg(1)->value() < e->type()->width())
        return Interval{0, rangeOf(terms, e->arg(0), false, depth).high >>
                               static_cast<unsigned>(e->arg(1)->value())};
      break;
    default: break;
  }
  return std::nullopt;
}

// What may leave the width wraps around: it can be anything then.
Interval rangeOf(const Terms& terms, Expr e, bool isSigned, unsigned depth) {
  const Interval all = rangeOfWidth(e->type()->width(), isSigned);
  if (depth == 0) return all;
  const unsigned view = 2 * depth + (isSigned ? 1 : 0);
  if (const auto known = terms.knownRanges().find(e); known != terms.knownRanges().end())
    if (const auto range = known->second.find(view); range != known->second.end())
      return {range->second.low, range->second.high};
  std::optional<Interval> range = rangeOfOther(terms, e, isSigned, depth - 1);
  if (!range && e->args().size() == 2 && e->arg(0)->type()->isBitVector())
    range = exactRange(terms, e->op(), e->arg(0), e->arg(1), isSigned, depth - 1);
  if (!range || !range->within(all)) range = all;
  terms.knownRanges()[e].insert_or_assign(view, Terms::Range{range->low, range->high});
  return *range;
}

}  // namespace

Interval rangeOfWidth(unsigned width, bool isSigned) {
  const BigInt count = BigInt(1) << width;
  if (!isSigned) return {0, count - 1};
  return {-count / 2, count / 2 - 1};
}

Interval rangeOf(const Terms& terms, Expr e, bool isSigned) {
  return rangeOf(terms, e, isSigned, maximalNesting);
}

std::optional<Interval> exactRange(const Terms& terms, Op op, Expr left, Expr right,
                                   bool isSigned) {
  return exactRange(terms, op, left, right, isSigned, maximalNesting);
}

std::pair<Expr, Expr> withoutExtension(Expr first, Expr second) {
  while ((first->op() == Op::ZeroExtend || first->op() == Op::SignExtend) &&
         first->op() == second->op() && first->arg(0)->type() == second->arg(0)->type()) {
    first = first->arg(0);
    second = second->arg(0);
  }
  return {first, second};
}

}  // namespace barricade
