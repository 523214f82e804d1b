#include "analysis/lane_values.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "analysis/set_bits.h"
#include "ir/semantics.h"

namespace barricade {
namespace {

std::uint64_t largestOf(Type type) {
  if (type->isBool()) return 1;
  if (!type->isBitVector() || type->width() >= 64) return LaneValue::anything;
  return (std::uint64_t{1} << type->width()) - 1;
}

// Operators that need no big numbers; nothing: another one.
std::optional<std::uint64_t> quickly(Expr e, std::span<const LaneValue> args) {
  const Type type = e->type();
  const std::uint64_t mask = largestOf(type);
  const std::uint64_t a = args[0].first, b = args.size() > 1 ? args[1].first : 0;
  auto isSignedLess = [&](std::uint64_t x, std::uint64_t y) {
    const std::uint64_t sign = std::uint64_t{1} << (e->arg(0)->type()->width() - 1);
    return (x ^ sign) < (y ^ sign);
  };
  switch (e->op()) {
    case Op::Not: return a ^ 1;
    case Op::Equal:
    case Op::Iff: return a == b;
    case Op::NotEqual: return a != b;
    case Op::BvAdd: return (a + b) & mask;
    case Op::BvSub: return (a - b) & mask;
    case Op::BvMul: return (a * b) & mask;
    case Op::BvAnd: return a & b;
    case Op::BvOr: return a | b;
    case Op::BvXor: return a ^ b;
    case Op::ZeroExtend: return a;
    case Op::BvUlt: return a < b;
    case Op::BvUle: return a <= b;
    case Op::BvUgt: return a > b;
    case Op::BvUge: return a >= b;
    case Op::BvSlt: return isSignedLess(a, b);
    case Op::BvSle: return !isSignedLess(b, a);
    case Op::BvSgt: return isSignedLess(b, a);
    case Op::BvSge: return !isSignedLess(a, b);
    default: return std::nullopt;
  }
}

bool isNarrow(Type type) {
  return type->isBool() || (type->isBitVector() && type->width() <= 64);
}

LaneValue ofNumbers(Expr e, std::span<const LaneValue> args) {
  if (const auto value = quickly(e, args)) return LaneValue::number(*value);
  std::vector<BigInt> numbers;
  for (const LaneValue& arg : args) numbers.emplace_back(arg.first);
  return LaneValue::number(static_cast<std::uint64_t>(evaluateOperator(e, numbers)));
}

// Conjunctions and disjunctions may be decided by one side.
std::optional<LaneValue> ofLogic(Expr e, std::span<const LaneValue> args) {
  if (e->op() != Op::And && e->op() != Op::Or) return std::nullopt;
  const std::uint64_t decides = e->op() == Op::Or ? 1 : 0;
  for (const LaneValue& arg : args)
    if (arg.isNumber() && arg.first == decides) return arg;
  if (std::ranges::all_of(args, [](const LaneValue& arg) { return arg.isNumber(); }))
    return LaneValue::number(1 - decides);
  return LaneValue::upTo(1);
}

std::optional<LaneValue> ofSums(Op op, const LaneValue& a, const LaneValue& b);

// Of two summed up of which one has a base.
std::optional<LaneValue> onTop(const LaneValue& a, const LaneValue& b) {
  LaneValue based = a.base != 0 ? a : b;
  const LaneValue& other = a.base != 0 ? b : a;
  const std::uint32_t base = std::exchange(based.base, 0);
  if (based.isUnknown()) based = LaneValue::number(0);
  std::optional<LaneValue> sum;
  if (other.isEmptySum())
    sum = based;
  else if (based.isEmptySum() && other.kind == LaneValue::Kind::Sum)
    sum = other;
  else
    sum = ofSums(Op::BvAdd, based, other);
  if (!sum) return std::nullopt;
  if (sum->isEmptySum()) return LaneValue::ofBase(base);
  sum->base = base;
  return sum;
}

// Sums of ranges that meet, and what is left of a range without its beginning or end.
std::optional<LaneValue> ofSums(Op op, const LaneValue& a, const LaneValue& b) {
  if (op == Op::BvAdd && (a.base != 0) != (b.base != 0)) return onTop(a, b);
  if (a.base != 0 || b.base != 0) return std::nullopt;
  if (a.kind == LaneValue::Kind::Sum && b.isEmptySum()) return a;
  if (op == Op::BvAdd && b.kind == LaneValue::Kind::Sum && a.isEmptySum()) return b;
  if (a.kind != LaneValue::Kind::Sum || b.kind != LaneValue::Kind::Sum || a.scan != b.scan)
    return std::nullopt;
  if (op == Op::BvAdd) {
    if (a.end == b.first) return LaneValue::sum(a.scan, a.first, b.end);
    if (b.end == a.first) return LaneValue::sum(a.scan, b.first, a.end);
    return std::nullopt;
  }
  if (a.first == b.first && b.end <= a.end) return LaneValue::sum(a.scan, b.end, a.end);
  if (a.end == b.end && a.first <= b.first) return LaneValue::sum(a.scan, a.first, b.first);
  return std::nullopt;
}

// Of a value that is no sum any more: how large it may be.
std::uint64_t boundOf(Expr e, std::span<const LaneValue> args, const ScanBound& bounds) {
  const std::uint64_t largest = largestOf(e->type());
  auto most = [&](std::size_t i) { return mostOf(args[i], bounds); };
  if (isPopulationCount(e)) return e->arg(0)->type()->width();
  switch (e->op()) {
    case Op::ZeroExtend: return std::min(most(0), largest);
    case Op::SignExtend: return most(0) <= largestOf(e->arg(0)->type()) / 2 ? most(0) : largest;
    case Op::Extract: return e->low() == 0 ? std::min(most(0), largest) : largest;
    case Op::BvAnd: return std::min({most(0), most(1), largest});
    case Op::BvAdd: {
      const std::uint64_t left = most(0), right = most(1);
      return left > largest - std::min(right, largest) ? largest : left + right;
    }
    case Op::BvURem:
      return args[1].isNumber() && args[1].first > 0 ? std::min(largest, args[1].first - 1)
                                                     : largest;
    default: return largest;
  }
}

}  // namespace

std::uint64_t mostOf(const LaneValue& value, const ScanBound& bounds) {
  if (value.base != 0) return LaneValue::anything;
  return value.kind == LaneValue::Kind::Sum ? bounds.mostOf(value) : value.first;
}

LaneValue eitherOf(const LaneValue& a, const LaneValue& b, const ScanBound& bounds) {
  return a == b ? a : LaneValue::upTo(std::max(mostOf(a, bounds), mostOf(b, bounds)));
}

std::optional<std::uint64_t> sourceOf(ExchangeFunction shuffle, std::uint64_t thread,
                                      std::uint64_t operand, std::uint64_t segment) {
  const std::uint64_t lane = thread % segment, first = thread - lane;
  switch (shuffle) {
    case ExchangeFunction::Shuffle: return first + operand % segment;
    case ExchangeFunction::ShuffleUp: return operand > lane ? thread : thread - operand;
    case ExchangeFunction::ShuffleDown:
      return operand >= segment - lane ? thread : thread + operand;
    case ExchangeFunction::ShuffleXor:
      if ((lane ^ operand) >= segment) return std::nullopt;
      return first + (lane ^ operand);
    default: return std::nullopt;
  }
}

LaneValue apply(Expr e, std::span<const LaneValue> args, const ScanBound& bounds) {
  const Type type = e->type();
  if (!isNarrow(type)) return {};
  for (Expr arg : e->args())
    if (!isNarrow(arg->type())) return LaneValue::upTo(largestOf(type));
  if (e->op() == Op::Apply) return LaneValue::upTo(boundOf(e, args, bounds));
  if (e->op() == Op::Ite) {
    if (args[0].isNumber()) return args[args[0].first != 0 ? 1 : 2];
    return eitherOf(args[1], args[2], bounds);
  }
  if (const auto decided = ofLogic(e, args)) return *decided;
  if (std::ranges::all_of(args, [](const LaneValue& arg) { return arg.isNumber(); }))
    return ofNumbers(e, args);
  switch (e->op()) {
    case Op::BvAdd:
    case Op::BvSub:
      if (const auto sum = ofSums(e->op(), args[0], args[1])) return *sum;
      break;
    case Op::ZeroExtend:
    case Op::SignExtend:
    case Op::Extract:  // of a sum that fits into what is kept of it, without a sign
      if (args[0].kind == LaneValue::Kind::Sum && args[0].base == 0 &&
          (e->op() != Op::Extract || e->low() == 0) &&
          bounds.mostOf(args[0]) <= largestOf(type) / 2)
        return args[0];
      break;
    default: break;
  }
  return LaneValue::upTo(boundOf(e, args, bounds));
}

}  // namespace barricade
