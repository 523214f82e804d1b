#include "solver/smt/terms.h"

#include <algorithm>
#include <cassert>
#include <functional>

#include "ir/semantics.h"

namespace barricade {
namespace {

bool isNegationOf(Expr a, Expr b) {
  return (a->op() == Op::Not && a->arg(0) == b) || (b->op() == Op::Not && b->arg(0) == a);
}

// Whether `part` is one of the operands of the chain of `op` at the top of `e` (a few levels).
bool chainContains(Op op, Expr e, Expr part, int depth = 6) {
  for (; depth > 0 && e->op() == op; --depth) {
    if (e->arg(0) == part || e->arg(1) == part) return true;
    e = e->arg(0);
  }
  return e == part;
}

bool isZero(Expr e) {
  return e->isLiteral() && e->value() == 0;
}
bool isOne(Expr e) {
  return e->isLiteral() && e->value() == 1;
}

}  // namespace

void collectConjuncts(Expr e, std::vector<Expr>& conjuncts) {
  forEachNodeWhile({e}, [&](Expr part) {
    if (part->op() == Op::And) return true;
    if (!part->isTrue()) conjuncts.push_back(part);
    return false;
  });
}

std::unordered_set<const Variable*> leavesOf(Expr e) {
  std::unordered_set<const Variable*> leaves;
  forEachNode({e}, [&](Expr part) {
    if (part->op() == Op::Variable) leaves.insert(part->variable());
  });
  return leaves;
}

Expr Terms::number(const BigInt& value, Type type) {
  return type->isInt() ? pool_.integer(value) : pool_.bitVector(value, type->width());
}

//--- Logic ----------------------------------------------------------------------------------

Expr Terms::lnot(Expr a) {
  if (a->isTrue()) return no();
  if (a->isFalse()) return yes();
  if (a->op() == Op::Not) return a->arg(0);
  return pool_.make(Op::Not, a);
}

Expr Terms::land(Expr a, Expr b) {
  return logic(Op::And, a, b);
}
Expr Terms::lor(Expr a, Expr b) {
  return logic(Op::Or, a, b);
}

Expr Terms::anyOf(const std::vector<Expr>& conditions) {
  Expr any = no();
  for (Expr condition : conditions) any = lor(any, condition);
  return any;
}

Expr Terms::logic(Op op, Expr a, Expr b) {
  const bool isAnd = op == Op::And;
  const Op dual = isAnd ? Op::Or : Op::And;
  auto neutral = [&](Expr e) { return isAnd ? e->isTrue() : e->isFalse(); };
  auto dominant = [&](Expr e) { return isAnd ? e->isFalse() : e->isTrue(); };
  if (neutral(a)) return b;
  if (neutral(b)) return a;
  if (dominant(a)) return a;
  if (dominant(b)) return b;
  if (a == b) return a;
  if (isNegationOf(a, b)) return isAnd ? no() : yes();
  if (chainContains(op, a, b)) return a;
  if (chainContains(op, b, a)) return b;
  if (chainContains(op, a, lnot(b)) || chainContains(op, b, lnot(a))) return isAnd ? no() : yes();
  // (p && c) || (p && !c) = p, and a || (!a && b) = a || b, with their duals.
  if (a->op() == dual && b->op() == dual) {
    for (int i : {0, 1})
      for (int j : {0, 1})
        if (a->arg(static_cast<std::size_t>(i)) == b->arg(static_cast<std::size_t>(j)) &&
            isNegationOf(a->arg(static_cast<std::size_t>(1 - i)),
                         b->arg(static_cast<std::size_t>(1 - j))))
          return a->arg(static_cast<std::size_t>(i));
  }
  for (auto [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
    if (y->op() != dual) continue;
    for (std::size_t i : {0U, 1U}) {
      if (y->arg(i) == x) return x;  // absorption
      if (isNegationOf(y->arg(i), x)) return logic(op, x, y->arg(1 - i));
    }
  }
  if (a->id() > b->id() && b->op() != op) std::swap(a, b);
  return pool_.make(op, a, b);
}

Expr Terms::ite(Expr c, Expr then, Expr otherwise) {
  if (c->isTrue() || then == otherwise) return then;
  if (c->isFalse()) return otherwise;
  if (c->op() == Op::Not) return ite(c->arg(0), otherwise, then);
  if (then->type()->isBool()) {
    if (then->isTrue()) return lor(c, otherwise);
    if (then->isFalse()) return land(lnot(c), otherwise);
    if (otherwise->isTrue()) return lor(lnot(c), then);
    if (otherwise->isFalse()) return land(c, then);
  }
  // An inner choice by the same condition is known.
  if (then->op() == Op::Ite && then->arg(0) == c) return ite(c, then->arg(1), otherwise);
  if (otherwise->op() == Op::Ite) {
    Expr inner = otherwise->arg(0);
    if (inner == c) return ite(c, then, otherwise->arg(2));
    if (otherwise->arg(1) == then) return ite(lor(c, inner), then, otherwise->arg(2));
    // ite(p && !c, a, ite(p && c, b, old)): under p the choice is by c alone.
    if (Expr either = lor(c, inner); either->isTrue()) return ite(c, then, otherwise->arg(1));
  }
  return pool_.ite(c, then, otherwise);
}

//--- Relations ------------------------------------------------------------------------------

namespace {

// A chain of conditions with a literal for each.
bool choosesLiterals(Expr e) {
  constexpr unsigned longest = 8;
  for (unsigned i = 0; i < longest && e->op() == Op::Ite; ++i) {
    const bool first = e->arg(1)->isLiteral();
    if (!first && !e->arg(2)->isLiteral()) return false;
    e = e->arg(first ? 2 : 1);
  }
  return e->isLiteral();
}

}  // namespace

Expr Terms::equal(Expr a, Expr b) {
  if (a == b) return yes();
  if (a->isLiteral() && b->isLiteral()) return boolean(a->value() == b->value());
  if (a->type()->isBool()) {
    for (auto [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
      if (x->isTrue()) return y;
      if (x->isFalse()) return lnot(y);
    }
    if (isNegationOf(a, b)) return no();
  }
  if (b->op() == Op::Ite && a->isLiteral()) std::swap(a, b);
  // ite(c, 1, 0) == 1, the shape of every converted condition, and ite(c, ite(d, 1, 0), 0) == 1,
  // that of a conjunction.
  if (a->op() == Op::Ite && b->isLiteral() && choosesLiterals(a))
    return ite(a->arg(0), equal(a->arg(1), b), equal(a->arg(2), b));
  if (a->op() == Op::ZeroExtend && b->op() == Op::ZeroExtend &&
      a->arg(0)->type() == b->arg(0)->type())
    return equal(a->arg(0), b->arg(0));
  if (b->op() == Op::ZeroExtend && a->isLiteral()) std::swap(a, b);
  if (a->op() == Op::ZeroExtend && b->isLiteral()) {
    const unsigned inner = a->arg(0)->type()->width();
    if (b->value() >> inner != 0) return no();
    return equal(a->arg(0), pool_.bitVector(b->value(), inner));
  }
  // x + c == x + d, x + c == d.
  auto split = [&](Expr e) -> std::pair<Expr, BigInt> {
    if (e->op() == Op::BvAdd && e->arg(1)->isLiteral()) return {e->arg(0), e->arg(1)->value()};
    if (e->isLiteral()) return {nullptr, e->value()};
    return {e, 0};
  };
  if (a->type()->isBitVector()) {
    auto [baseA, offsetA] = split(a);
    auto [baseB, offsetB] = split(b);
    if (baseA == baseB) return boolean(offsetA == offsetB);
  }
  if (a->id() > b->id()) std::swap(a, b);
  return pool_.make(Op::Equal, a, b);
}

Expr Terms::less(Expr a, Expr b, bool isSigned) {
  return compare(a->type()->isInt() ? Op::IntLt : isSigned ? Op::BvSlt : Op::BvUlt, a, b);
}

Expr Terms::lessEqual(Expr a, Expr b, bool isSigned) {
  return compare(a->type()->isInt() ? Op::IntLe : isSigned ? Op::BvSle : Op::BvUle, a, b);
}

// Only < and <= remain (both directions and their negations become one of them).
Expr Terms::compare(Op op, Expr a, Expr b) {
  switch (op) {
    case Op::BvUgt: return compare(Op::BvUlt, b, a);
    case Op::BvUge: return lnot(compare(Op::BvUlt, a, b));
    case Op::BvUle: return lnot(compare(Op::BvUlt, b, a));
    case Op::BvSgt: return compare(Op::BvSlt, b, a);
    case Op::BvSge: return lnot(compare(Op::BvSlt, a, b));
    case Op::BvSle: return lnot(compare(Op::BvSlt, b, a));
    case Op::IntGt: return compare(Op::IntLt, b, a);
    case Op::IntGe: return lnot(compare(Op::IntLt, a, b));
    case Op::IntLe: return lnot(compare(Op::IntLt, b, a));
    default: break;
  }
  if (a == b) return no();
  if (a->isLiteral() && b->isLiteral()) {
    const BigInt values[] = {a->value(), b->value()};
    const unsigned width = a->type()->isBitVector() ? a->type()->width() : 0;
    return boolean(evaluateOperator(op, boolType(), width, width, 0, values) != 0);
  }
  if (op == Op::BvUlt && isZero(b)) return no();
  if (op == Op::BvUlt && isOne(b)) return equal(a, pool_.bitVector(0, a->type()->width()));
  if (a->type()->isBitVector()) {
    // Both sides zero-extended, or one of them and a literal: compare the narrow parts, unsigned.
    auto narrow = [](Expr e) {
      return e->op() == Op::ZeroExtend && e->arg(0)->type()->width() < e->type()->width();
    };
    if (narrow(a) && narrow(b) && a->arg(0)->type() == b->arg(0)->type())
      return compare(Op::BvUlt, a->arg(0), b->arg(0));
    const unsigned width = a->type()->width();
    if (narrow(a) && b->isLiteral()) {
      const BigInt bound = op == Op::BvSlt ? toSigned(b->value(), width) : b->value();
      const unsigned inner = a->arg(0)->type()->width();
      if (bound <= 0) return no();
      if (bound >= BigInt(1) << inner) return yes();
      return compare(Op::BvUlt, a->arg(0), pool_.bitVector(bound, inner));
    }
    if (narrow(b) && a->isLiteral()) {
      const BigInt bound = op == Op::BvSlt ? toSigned(a->value(), width) : a->value();
      const unsigned inner = b->arg(0)->type()->width();
      if (bound < 0) return yes();
      if (bound >= (BigInt(1) << inner) - 1) return no();
      return compare(Op::BvUlt, pool_.bitVector(bound, inner), b->arg(0));
    }
  }
  return pool_.make(op, a, b);
}

//--- Arithmetic -----------------------------------------------------------------------------

namespace {

// The operands of nested `op`s; none where there are more than `most`.
std::vector<Expr> operandsOf(Op op, Expr e, std::size_t most) {
  std::vector<Expr> operands{e};
  for (std::size_t i = 0; i < operands.size();) {
    if (operands[i]->op() != op) {
      ++i;
      continue;
    }
    if (operands.size() == most) return {};
    operands.push_back(operands[i]->arg(1));
    operands[i] = operands[i]->arg(0);
  }
  return operands;
}

std::vector<Expr> factorsOf(Expr e) {
  constexpr std::size_t most = 6;
  return operandsOf(Op::BvMul, e, most);
}

bool take(std::vector<Expr>& from, Expr e) {
  const auto it = std::ranges::find(from, e);
  if (it == from.end()) return false;
  from.erase(it);
  return true;
}

Op quotientOf(Op remainder) {
  return remainder == Op::BvURem ? Op::BvUDiv : Op::BvSDiv;
}

bool isRemainder(Expr e) {
  return e->op() == Op::BvURem || e->op() == Op::BvSRem;
}

}  // namespace

// The factors m, x of m * x where one addend is m * (x % y) and the other m * (x / y) * y. Holds
// modulo 2^width of any numbers, and with y = 0.
std::vector<Expr> Terms::undivided(Expr remainder, Expr quotient) {
  std::vector<Expr> factors = factorsOf(remainder);
  const auto it = std::ranges::find_if(factors, isRemainder);
  if (it == factors.end()) return {};
  const Expr dividend = (*it)->arg(0), divisor = (*it)->arg(1);
  const Expr divided = pool_.make(quotientOf((*it)->op()), dividend, divisor);
  std::vector<Expr> others = factorsOf(quotient);
  const std::vector<Expr> ofDivisor = factorsOf(divisor);
  if (ofDivisor.empty() || !take(others, divided) ||
      !std::ranges::all_of(ofDivisor, [&](Expr factor) { return take(others, factor); }))
    return {};
  *it = dividend;
  std::vector<Expr> rest = factors;
  take(rest, dividend);
  return std::ranges::is_permutation(rest, others) ? factors : std::vector<Expr>{};
}

// What a - b is where b = (a / y) * y: a % y; null where it is not.
Expr Terms::remainder(Expr a, Expr b) {
  const std::vector<Expr> factors = factorsOf(b);
  for (Expr factor : factors) {
    const bool isSigned = factor->op() == Op::BvSDiv;
    if ((!isSigned && factor->op() != Op::BvUDiv) || factor->arg(0) != a) continue;
    std::vector<Expr> divisor = factors;
    take(divisor, factor);
    if (std::ranges::is_permutation(divisor, factorsOf(factor->arg(1))))
      return pool_.make(isSigned ? Op::BvSRem : Op::BvURem, a, factor->arg(1));
  }
  return nullptr;
}

// a + b where a part of one is what a division leaves of a part of the other; null where none is.
Expr Terms::undividedSum(Expr a, Expr b) {
  constexpr std::size_t most = 8;
  std::vector<Expr> addends[] = {operandsOf(Op::BvAdd, a, most), operandsOf(Op::BvAdd, b, most)};
  for (unsigned side : {0U, 1U})
    for (Expr remainder : addends[side])
      for (Expr quotient : addends[1 - side]) {
        const std::vector<Expr> factors = undivided(remainder, quotient);
        if (factors.empty()) continue;
        take(addends[side], remainder);
        take(addends[1 - side], quotient);
        Expr sum = factors.front();
        for (std::size_t i = 1; i < factors.size(); ++i) sum = mul(sum, factors[i]);
        for (const auto& rest : addends)
          for (Expr addend : rest) sum = add(sum, addend);
        return sum;
      }
  return nullptr;
}

Expr Terms::add(Expr a, Expr b) {
  return arithmetic(a->type()->isInt() ? Op::IntAdd : Op::BvAdd, a, b);
}

Expr Terms::sub(Expr a, Expr b) {
  return arithmetic(a->type()->isInt() ? Op::IntSub : Op::BvSub, a, b);
}

Expr Terms::mul(Expr a, Expr b) {
  return arithmetic(a->type()->isInt() ? Op::IntMul : Op::BvMul, a, b);
}

// Of at most one literal.
Expr Terms::sum(Op op, Expr a, Expr b) {
  if (isZero(a)) return b;
  if (isZero(b)) return a;
  if (a->isLiteral() || (b->op() == op && !b->arg(1)->isLiteral() && a->op() != op))
    std::swap(a, b);
  if (b->isLiteral() && a->op() == op && a->arg(1)->isLiteral())
    return arithmetic(op, a->arg(0), arithmetic(op, a->arg(1), b));
  // Constants to the outside: (x + c) + y = (x + y) + c.
  if (!b->isLiteral() && a->op() == op && a->arg(1)->isLiteral())
    return arithmetic(op, arithmetic(op, a->arg(0), b), a->arg(1));
  if (!b->isLiteral() && b->op() == op && b->arg(1)->isLiteral())
    return arithmetic(op, arithmetic(op, a, b->arg(0)), b->arg(1));
  if (op == Op::BvAdd && !b->isLiteral())
    if (Expr sum = undividedSum(a, b)) return sum;
  if (!b->isLiteral() && a->op() != op && b->op() != op && a->id() > b->id()) std::swap(a, b);
  return pool_.make(op, a, b);
}

// A division of a zero-extended value by a number that its own width has, without a sign: there.
// Divisions of one value in several widths are one. Null where it is none.
Expr Terms::narrowDivision(Op op, Expr a, Expr b) {
  if (a->op() != Op::ZeroExtend || !b->isLiteral() || isZero(b)) return nullptr;
  const Expr narrow = a->arg(0);
  const unsigned width = narrow->type()->width();
  if (b->value() >> width != 0) return nullptr;
  const Expr divisor = number(b->value(), narrow->type());
  return zeroExtend(arithmetic(op, narrow, divisor), a->type()->width());
}

Expr Terms::arithmetic(Op op, Expr a, Expr b) {
  Type type = a->type();
  if (a->isLiteral() && b->isLiteral()) {
    const BigInt values[] = {a->value(), b->value()};
    const unsigned width = type->isBitVector() ? type->width() : 0;
    return number(evaluateOperator(op, type, width, width, 0, values), type);
  }
  switch (op) {
    case Op::BvAdd:
    case Op::IntAdd: return sum(op, a, b);
    case Op::BvSub:
    case Op::IntSub:
      if (isZero(b)) return a;
      if (a == b) return number(0, type);
      if (b->op() == op && b->arg(0) == a) return b->arg(1);  // a - (a - x)
      if (b->isLiteral())
        return arithmetic(op == Op::BvSub ? Op::BvAdd : Op::IntAdd, a, number(-b->value(), type));
      if (Expr rest = remainder(a, b)) return rest;
      break;
    case Op::BvMul:
    case Op::IntMul:
      if (a->isLiteral()) std::swap(a, b);
      if (isZero(b)) return b;
      if (isOne(b)) return a;
      if (!b->isLiteral() && a->id() > b->id()) std::swap(a, b);
      break;
    case Op::BvUDiv:
    case Op::BvSDiv:
      if (isOne(b)) return a;
      if (Expr quotient = narrowDivision(Op::BvUDiv, a, b)) return quotient;
      break;
    case Op::BvURem:
      if (isOne(b)) return number(0, type);
      [[fallthrough]];
    case Op::BvSRem:
      if (Expr rest = narrowDivision(Op::BvURem, a, b)) return rest;
      break;
    case Op::BvShl:
    case Op::BvLShr:
    case Op::BvAShr:
      if (isZero(b)) return a;
      break;
    case Op::BvAnd: {
      if (a->isLiteral()) std::swap(a, b);
      if (isZero(b)) return b;
      if (a == b) return a;
      if (b->isLiteral() && b->value() == (BigInt(1) << type->width()) - 1) return a;
      // A mask that covers a zero-extended value.
      if (b->isLiteral() && a->op() == Op::ZeroExtend) {
        const unsigned inner = a->arg(0)->type()->width();
        const BigInt ones = (BigInt(1) << inner) - 1;
        if (BigInt(b->value() & ones) == ones) return a;
      }
      break;
    }
    case Op::BvOr:
      if (a->isLiteral()) std::swap(a, b);
      if (isZero(b) || a == b) return a;
      break;
    case Op::BvXor:
      if (a->isLiteral()) std::swap(a, b);
      if (isZero(b)) return a;
      if (a == b) return number(0, type);
      for (unsigned i : {0U, 1U})  // (x ^ b) ^ b
        if (a->op() == op && a->arg(i) == b) return a->arg(1 - i);
      break;
    default: break;
  }
  return pool_.make(op, a, b);
}

Expr Terms::extract(Expr e, unsigned high, unsigned low) {
  const unsigned width = e->type()->width();
  if (low == 0 && high == width) return e;
  if (e->isLiteral()) return pool_.bitVector(e->value() >> low, high - low);
  if (e->op() == Op::Extract) return extract(e->arg(0), high + e->low(), low + e->low());
  if (e->op() == Op::ZeroExtend || e->op() == Op::SignExtend) {
    const unsigned inner = e->arg(0)->type()->width();
    if (high <= inner) return extract(e->arg(0), high, low);
    if (e->op() == Op::ZeroExtend) {
      if (low >= inner) return pool_.bitVector(0, high - low);
      return zeroExtend(extract(e->arg(0), inner, low), high - low);
    }
  }
  if (e->op() == Op::Concat) {
    const unsigned lower = e->arg(1)->type()->width();
    if (high <= lower) return extract(e->arg(1), high, low);
    if (low >= lower) return extract(e->arg(0), high - lower, low - lower);
  }
  // The low bits of a sum or product depend on the low bits of its operands only.
  if (low == 0 && (e->op() == Op::BvAdd || e->op() == Op::BvSub || e->op() == Op::BvMul))
    return arithmetic(e->op(), extract(e->arg(0), high, 0), extract(e->arg(1), high, 0));
  if (e->op() == Op::Ite && (e->arg(1)->isLiteral() || e->arg(2)->isLiteral()))
    return ite(e->arg(0), extract(e->arg(1), high, low), extract(e->arg(2), high, low));
  return pool_.extract(e, high, low);
}

Expr Terms::zeroExtend(Expr e, unsigned width) {
  if (e->type()->width() == width) return e;
  if (e->isLiteral()) return pool_.bitVector(e->value(), width);
  if (e->op() == Op::ZeroExtend) return zeroExtend(e->arg(0), width);
  return pool_.extend(Op::ZeroExtend, e, width);
}

//--- Any operator ---------------------------------------------------------------------------

Expr Terms::rebuild(Expr shape, std::vector<Expr> args) {
  const Op op = shape->op();
  if (isComparison(op)) return compare(op, args[0], args[1]);
  switch (op) {
    case Op::Not: return lnot(args[0]);
    case Op::And:
    case Op::Or: {
      Expr result = args[0];
      for (std::size_t i = 1; i < args.size(); ++i) result = logic(op, result, args[i]);
      return result;
    }
    case Op::Implies: return implies(args[0], args[1]);
    case Op::Iff:
    case Op::Equal: return equal(args[0], args[1]);
    case Op::NotEqual: return lnot(equal(args[0], args[1]));
    case Op::Ite: return ite(args[0], args[1], args[2]);
    case Op::Extract: return extract(args[0], shape->high(), shape->low());
    case Op::ZeroExtend: return zeroExtend(args[0], shape->type()->width());
    case Op::SignExtend: {
      Expr e = args[0];
      const unsigned width = shape->type()->width();
      if (e->type()->width() == width) return e;
      if (e->isLiteral()) return pool_.bitVector(toSigned(e->value(), e->type()->width()), width);
      // The sign bit of a widened value is zero.
      if (e->op() == Op::ZeroExtend && e->arg(0)->type()->width() < e->type()->width())
        return zeroExtend(e->arg(0), width);
      return pool_.extend(Op::SignExtend, e, width);
    }
    case Op::Concat: {
      if (args[0]->isLiteral() && args[1]->isLiteral())
        return pool_.bitVector((args[0]->value() << args[1]->type()->width()) | args[1]->value(),
                               shape->type()->width());
      if (isZero(args[0])) return zeroExtend(args[1], shape->type()->width());
      // Neighbouring pieces of one value grow together again.
      if (args[0]->op() == Op::Extract && args[1]->op() == Op::Extract &&
          args[0]->arg(0) == args[1]->arg(0) && args[0]->low() == args[1]->high())
        return extract(args[0]->arg(0), args[0]->high(), args[1]->low());
      return pool_.make(op, args[0], args[1]);
    }
    case Op::BvNot:
    case Op::BvNeg:
    case Op::IntNeg:
      if (args[0]->isLiteral()) {
        const BigInt values[] = {args[0]->value()};
        const unsigned width = shape->type()->isBitVector() ? shape->type()->width() : 0;
        return number(evaluateOperator(op, shape->type(), width, 0, 0, values), shape->type());
      }
      if (args[0]->op() == op) return args[0]->arg(0);
      return pool_.make(op, args[0]);
    case Op::Select:
    case Op::Apply:
    case Op::Old:
    case Op::Forall:
    case Op::Exists: return pool_.withArgs(shape, std::move(args));
    default:
      if (args.empty()) return shape;
      return arithmetic(op, args[0], args[1]);
  }
}

Expr Terms::fresh(const std::string& hint, Type type) {
  Variable* variable = program_.newVariable();
  variable->name = hint + "!" + std::to_string(freshCount_++);
  variable->kind = Variable::Kind::Constant;
  variable->type = type;
  fresh_.insert(variable);
  return pool_.variable(variable);
}

const Function* Terms::freshFunction(const std::string& hint, const std::vector<Type>& domain,
                                     Type range) {
  Function* function = program_.newFunction();
  function->name = hint + "!" + std::to_string(freshCount_++);
  function->result = range;
  freshFunctions_.insert(function);
  for (Type type : domain) {
    Variable* parameter = program_.newVariable();
    parameter->kind = Variable::Kind::Bound;
    parameter->type = type;
    function->parameters.push_back(parameter);
  }
  return function;
}

//--- Rewriting ------------------------------------------------------------------------------

Expr Terms::substitute(Expr e, const std::unordered_map<Expr, Expr>& map,
                       std::unordered_map<Expr, Expr>& memo) {
  return fold<Expr>(
      e, memo, [&](Expr part) { return replacement(part, map); },
      [&](Expr part, std::vector<Expr> args) {
        return std::ranges::equal(args, part->args()) ? part : rebuild(part, std::move(args));
      });
}

Terms::Under::Under(Terms& terms, Expr fact) : terms_(terms) {
  std::vector<Expr> conjuncts;
  collectConjuncts(fact, conjuncts);
  for (Expr c : conjuncts) {
    known_[c] = terms.yes();
    known_[terms.lnot(c)] = terms.no();
  }
}

Expr Terms::Under::operator()(Expr e) {
  return known_.empty() ? e : terms_.substitute(e, known_, memo_);
}

}  // namespace barricade
