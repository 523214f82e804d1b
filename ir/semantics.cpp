#include "ir/semantics.h"

#include <cassert>

namespace barricade {

BigInt toUnsigned(const BigInt& value, unsigned width) {
  const BigInt modulus = BigInt(1) << width;
  if (value >= 0) return value < modulus ? value : BigInt(value & (modulus - 1));
  BigInt reduced = value % modulus;  // truncated towards zero
  return reduced < 0 ? BigInt(reduced + modulus) : reduced;
}

BigInt toSigned(const BigInt& value, unsigned width) {
  return boost::multiprecision::bit_test(value, width - 1) ? BigInt(value - (BigInt(1) << width))
                                                           : value;
}

namespace {

BigInt euclideanQuotient(const BigInt& a, const BigInt& b) {
  if (b == 0) return 0;
  BigInt q = a / b;
  if (a % b < 0) q += b > 0 ? -1 : 1;
  return q;
}

// A shift distance, or `width` for every distance that shifts all bits out.
unsigned distance(const BigInt& amount, unsigned width) {
  return amount >= width ? width : static_cast<unsigned>(amount);
}

BigInt signedDivision(Op op, const BigInt& a, const BigInt& b, unsigned width) {
  BigInt x = toSigned(a, width);
  const BigInt y = toSigned(b, width);
  if (op == Op::BvSDiv) return y == 0 ? (x < 0 ? BigInt(1) : BigInt(-1)) : BigInt(x / y);
  if (y == 0) return x;
  BigInt remainder = x % y;  // the sign of the dividend
  if (op == Op::BvSMod && remainder != 0 && (remainder < 0) != (y < 0)) remainder += y;
  return remainder;
}

}  // namespace

BigInt evaluateOperator(Op op, Type type, unsigned argWidth, unsigned secondWidth, unsigned low,
                        std::span<const BigInt> args) {
  const BigInt& a = args[0];
  const BigInt& b = args.size() > 1 ? args[1] : args[0];
  const unsigned w = argWidth;
  auto wrapped = [&](const BigInt& value) { return toUnsigned(value, w); };
  switch (op) {
    case Op::Not: return a == 0 ? 1 : 0;
    case Op::And: {
      for (const BigInt& x : args)
        if (x == 0) return 0;
      return 1;
    }
    case Op::Or: {
      for (const BigInt& x : args)
        if (x != 0) return 1;
      return 0;
    }
    case Op::Implies: return a == 0 || b != 0 ? 1 : 0;
    case Op::Iff:
    case Op::Equal: return a == b ? 1 : 0;
    case Op::NotEqual: return a != b ? 1 : 0;
    case Op::IntNeg: return -a;
    case Op::IntAdd: return a + b;
    case Op::IntSub: return a - b;
    case Op::IntMul: return a * b;
    case Op::IntDiv: return euclideanQuotient(a, b);
    case Op::IntMod: return b == 0 ? a : BigInt(a - b * euclideanQuotient(a, b));
    case Op::IntLt: return a < b ? 1 : 0;
    case Op::IntLe: return a <= b ? 1 : 0;
    case Op::IntGt: return a > b ? 1 : 0;
    case Op::IntGe: return a >= b ? 1 : 0;
    case Op::Concat: return (a << secondWidth) | b;
    case Op::Extract: return toUnsigned(a >> low, type->width());
    case Op::ZeroExtend: return a;
    case Op::SignExtend: return toUnsigned(toSigned(a, w), type->width());
    case Op::BvAdd: return wrapped(a + b);
    case Op::BvSub: return wrapped(a - b);
    case Op::BvMul: return wrapped(a * b);
    case Op::BvUDiv: return b == 0 ? BigInt((BigInt(1) << w) - 1) : BigInt(a / b);
    case Op::BvURem: return b == 0 ? a : BigInt(a % b);
    case Op::BvSDiv:
    case Op::BvSRem:
    case Op::BvSMod: return wrapped(signedDivision(op, a, b, w));
    case Op::BvShl: return wrapped(a << distance(b, w));
    case Op::BvLShr: return a >> distance(b, w);
    case Op::BvAShr: return wrapped(toSigned(a, w) >> distance(b, w));
    case Op::BvAnd: return a & b;
    case Op::BvOr: return a | b;
    case Op::BvXor: return a ^ b;
    case Op::BvNot: return ((BigInt(1) << w) - 1) ^ a;
    case Op::BvNeg: return wrapped(-a);
    case Op::BvUlt: return a < b ? 1 : 0;
    case Op::BvUle: return a <= b ? 1 : 0;
    case Op::BvUgt: return a > b ? 1 : 0;
    case Op::BvUge: return a >= b ? 1 : 0;
    case Op::BvSlt: return toSigned(a, w) < toSigned(b, w) ? 1 : 0;
    case Op::BvSle: return toSigned(a, w) <= toSigned(b, w) ? 1 : 0;
    case Op::BvSgt: return toSigned(a, w) > toSigned(b, w) ? 1 : 0;
    case Op::BvSge: return toSigned(a, w) >= toSigned(b, w) ? 1 : 0;
    default: break;
  }
  assert(false && "not an interpreted operator");
  return 0;
}

BigInt evaluateOperator(Expr e, std::span<const BigInt> args) {
  auto width = [&](std::size_t i) {
    return e->args().size() > i && e->arg(i)->type()->isBitVector() ? e->arg(i)->type()->width()
                                                                    : 0;
  };
  return evaluateOperator(e->op(), e->type(), width(0), width(1), e->low(), args);
}

}  // namespace barricade
