// Exact operators on big integers and the recursive evaluator over them.
#include "interpreter/evaluate.h"

#include "interpreter/functions.h"

namespace barricade {
namespace {

BigInt allOnes(unsigned width) {
  return (BigInt(1) << width) - 1;
}

BigInt wrap(BigInt value, unsigned width) {
  if (width == 0) return value;
  return truncateTo(value, width);
}

// Euclidean division, as Boogie's `div` and `mod`; a divisor of 0 gives 0 and the dividend (Boogie
// leaves it open).
std::pair<BigInt, BigInt> euclidean(const BigInt& a, const BigInt& b) {
  if (b == 0) return {0, a};
  BigInt quotient = a / b;
  BigInt rest = a % b;
  if (rest < 0) {
    quotient += b > 0 ? -1 : 1;
    rest += b > 0 ? b : BigInt(-b);
  }
  return {quotient, rest};
}

BigInt signedDivision(Op op, const BigInt& x, const BigInt& y, unsigned width) {
  BigInt a = signedValue(x, width);
  BigInt b = signedValue(y, width);
  switch (op) {
    case Op::BvSDiv: return b == 0 ? (a < 0 ? BigInt(1) : allOnes(width)) : wrap(a / b, width);
    case Op::BvSRem: return b == 0 ? x : wrap(a % b, width);
    default: {  // BvSMod: the sign of the divisor
      if (b == 0) return x;
      BigInt rest = a % b;
      if (rest != 0 && (rest < 0) != (b < 0)) rest += b;
      return wrap(rest, width);
    }
  }
}

BigInt shift(Op op, const BigInt& value, const BigInt& amount, unsigned width) {
  const bool negative = op == Op::BvAShr && boost::multiprecision::bit_test(value, width - 1);
  if (amount >= width) return negative ? allOnes(width) : BigInt(0);
  const unsigned by = static_cast<unsigned>(amount);
  if (op == Op::BvShl) return wrap(value << by, width);
  BigInt shifted = value >> by;
  if (negative) shifted |= allOnes(width) ^ (allOnes(width) >> by);
  return shifted;
}

}  // namespace

Expr plainCondition(Expr e) {
  while ((e->op() == Op::NotEqual || e->op() == Op::Equal) && e->arg(0)->op() == Op::Ite &&
         e->arg(1)->isLiteral()) {
    Expr choice = e->arg(0);
    if (!choice->arg(1)->isLiteral() || !choice->arg(2)->isLiteral()) break;
    const bool whenTrue = (choice->arg(1) == e->arg(1)) == (e->op() == Op::Equal);
    const bool whenFalse = (choice->arg(2) == e->arg(1)) == (e->op() == Op::Equal);
    if (!whenTrue || whenFalse) break;
    e = choice->arg(0);
  }
  return e;
}

unsigned widthOf(Type type) {
  if (type->isBool()) return 1;
  return type->isBitVector() ? type->width() : 0;
}

BigInt signedValue(const BigInt& value, unsigned width) {
  return boost::multiprecision::bit_test(value, width - 1) ? BigInt(value - (BigInt(1) << width))
                                                           : value;
}

BigInt applyOperator(Expr e, std::span<const BigInt> args) {
  const unsigned width = widthOf(e->type());
  const unsigned operand = e->args().empty() ? 0 : widthOf(e->arg(0)->type());
  auto fold = [&](auto combine) {
    BigInt value = args[0];
    for (std::size_t i = 1; i < args.size(); ++i) value = wrap(combine(value, args[i]), width);
    return value;
  };
  switch (e->op()) {
    case Op::Not: return args[0] == 0 ? 1 : 0;
    case Op::And: return fold([](const BigInt& a, const BigInt& b) { return BigInt(a & b); });
    case Op::Or: return fold([](const BigInt& a, const BigInt& b) { return BigInt(a | b); });
    case Op::Implies: return args[0] == 0 || args[1] != 0 ? 1 : 0;
    case Op::Iff:
    case Op::Equal: return args[0] == args[1] ? 1 : 0;
    case Op::NotEqual: return args[0] != args[1] ? 1 : 0;
    case Op::Ite: return args[0] != 0 ? args[1] : args[2];

    case Op::IntNeg: return -args[0];
    case Op::IntAdd: return fold([](const BigInt& a, const BigInt& b) { return BigInt(a + b); });
    case Op::IntSub: return args[0] - args[1];
    case Op::IntMul: return fold([](const BigInt& a, const BigInt& b) { return BigInt(a * b); });
    case Op::IntDiv: return euclidean(args[0], args[1]).first;
    case Op::IntMod: return euclidean(args[0], args[1]).second;
    case Op::IntLt: return args[0] < args[1] ? 1 : 0;
    case Op::IntLe: return args[0] <= args[1] ? 1 : 0;
    case Op::IntGt: return args[0] > args[1] ? 1 : 0;
    case Op::IntGe: return args[0] >= args[1] ? 1 : 0;

    case Op::Concat: {
      BigInt value = args[0];
      for (std::size_t i = 1; i < args.size(); ++i) {
        value = (value << widthOf(e->arg(i)->type())) | args[i];
      }
      return value;
    }
    case Op::Extract: return wrap(args[0] >> e->low(), e->high() - e->low());
    case Op::ZeroExtend: return args[0];
    case Op::SignExtend: return wrap(signedValue(args[0], operand), width);
    case Op::BvAdd: return fold([](const BigInt& a, const BigInt& b) { return BigInt(a + b); });
    case Op::BvSub: return wrap(args[0] - args[1], width);
    case Op::BvMul: return fold([](const BigInt& a, const BigInt& b) { return BigInt(a * b); });
    case Op::BvUDiv: return args[1] == 0 ? allOnes(width) : BigInt(args[0] / args[1]);
    case Op::BvURem: return args[1] == 0 ? args[0] : BigInt(args[0] % args[1]);
    case Op::BvSDiv:
    case Op::BvSRem:
    case Op::BvSMod: return signedDivision(e->op(), args[0], args[1], width);
    case Op::BvShl:
    case Op::BvLShr:
    case Op::BvAShr: return shift(e->op(), args[0], args[1], width);
    case Op::BvAnd: return fold([](const BigInt& a, const BigInt& b) { return BigInt(a & b); });
    case Op::BvOr: return fold([](const BigInt& a, const BigInt& b) { return BigInt(a | b); });
    case Op::BvXor: return fold([](const BigInt& a, const BigInt& b) { return BigInt(a ^ b); });
    case Op::BvNot: return allOnes(width) ^ args[0];
    case Op::BvNeg: return wrap(-args[0], width);
    case Op::BvUlt: return args[0] < args[1] ? 1 : 0;
    case Op::BvUle: return args[0] <= args[1] ? 1 : 0;
    case Op::BvUgt: return args[0] > args[1] ? 1 : 0;
    case Op::BvUge: return args[0] >= args[1] ? 1 : 0;
    case Op::BvSlt: return signedValue(args[0], operand) < signedValue(args[1], operand) ? 1 : 0;
    case Op::BvSle: return signedValue(args[0], operand) <= signedValue(args[1], operand) ? 1 : 0;
    case Op::BvSgt: return signedValue(args[0], operand) > signedValue(args[1], operand) ? 1 : 0;
    case Op::BvSge: return signedValue(args[0], operand) >= signedValue(args[1], operand) ? 1 : 0;
    default: throw NotEvaluable{"an operator without a concrete value"};
  }
}

std::optional<BigInt> Evaluator::evaluate(Expr e) {
  return visit(e, {});
}

std::optional<BigInt> Evaluator::visit(Expr e, const Environment& bound) {
  switch (e->op()) {
    case Op::BoolLiteral:
    case Op::BvLiteral:
    case Op::IntLiteral: return e->value();
    case Op::Variable: {
      if (auto found = bound.find(e->variable()); found != bound.end()) return found->second;
      return lookup_(e->variable());
    }
    case Op::Old: return visitOld(e, bound);
    case Op::Forall:
    case Op::Exists: throw NotEvaluable{"a quantifier"};
    case Op::Select: {
      if (e->arg(0)->op() != Op::Variable) throw NotEvaluable{"a map of maps"};
      auto index = visit(e->arg(1), bound);
      if (!index) return std::nullopt;
      return read_(e->arg(0)->variable(), *index);
    }
    case Op::Apply: return visitApplication(e, bound);
    case Op::And:
    case Op::Or: {
      bool unknown = false;
      for (Expr arg : e->args()) {
        auto value = visit(arg, bound);
        if (!value)
          unknown = true;
        else if ((*value != 0) == (e->op() == Op::Or))
          return value;
      }
      if (unknown) return std::nullopt;
      return e->op() == Op::And ? 1 : 0;
    }
    case Op::Implies: {
      auto premise = visit(e->arg(0), bound);
      if (premise && *premise == 0) return BigInt(1);
      auto conclusion = visit(e->arg(1), bound);
      if (conclusion && *conclusion != 0) return BigInt(1);
      if (!premise || !conclusion) return std::nullopt;
      return BigInt(0);
    }
    case Op::Ite: {
      auto condition = visit(e->arg(0), bound);
      if (!condition) return std::nullopt;
      return visit(*condition != 0 ? e->arg(1) : e->arg(2), bound);
    }
    default: break;
  }
  std::vector<BigInt> args;
  for (Expr arg : e->args()) {
    auto value = visit(arg, bound);
    if (!value) return std::nullopt;
    args.push_back(std::move(*value));
  }
  return applyOperator(e, args);
}

std::optional<BigInt> Evaluator::visitOld(Expr e, const Environment& bound) {
  if (!before_) return visit(e->arg(0), bound);  // nothing has happened yet at a launch
  std::swap(read_, before_);
  const auto value = visit(e->arg(0), bound);
  std::swap(read_, before_);
  return value;
}

std::optional<BigInt> Evaluator::visitApplication(Expr e, const Environment& bound) {
  std::vector<BigInt> args;
  for (Expr arg : e->args()) {
    auto value = visit(arg, bound);
    if (!value) return std::nullopt;
    args.push_back(std::move(*value));
  }
  const Function& function = *e->function();
  if (function.body) {
    Environment inner;
    for (std::size_t i = 0; i < args.size(); ++i) inner[function.parameters[i]] = args[i];
    return visit(function.body, inner);
  }
  if (function.isOtherThread())
    throw NotEvaluable{"a value of another thread (" + function.name + ")"};
  return HostFunction(function).evaluate(args, seed_);
}

}  // namespace barricade
