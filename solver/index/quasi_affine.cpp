#include "solver/index/quasi_affine.h"

#include <algorithm>

#include "ir/semantics.h"

namespace barricade {
namespace {

// More terms in one of its factors: a product stays as it is.
constexpr std::size_t maximalFactor = 8;

BigInt power(unsigned bits) {
  return BigInt(1) << bits;
}

bool isSignedComparison(Op op) {
  return op == Op::BvSlt || op == Op::BvSle || op == Op::BvSgt || op == Op::BvSge;
}

// Of equal meaning modulo 2^width, with small coefficients.
LinearForm reduced(LinearForm form, unsigned width) {
  for (auto& term : form.terms) term.second = toSigned(toUnsigned(term.second, width), width);
  std::erase_if(form.terms, [](const auto& term) { return term.second == 0; });
  form.constant = toSigned(toUnsigned(form.constant, width), width);
  return form;
}

}  // namespace

//--- Other operators --------------------------------------------------------------------------

Expr expanded(ExprPool& pool, Expr e) {
  if (!e->type()->isBitVector()) return e;
  const unsigned width = e->type()->width();
  auto zero = [&] { return pool.bitVector(0, width); };
  auto isNegative = [&](Expr x) { return pool.make(Op::BvSlt, x, zero()); };
  auto negateIf = [&](Expr condition, Expr x) {
    return condition->isFalse()  ? x
           : condition->isTrue() ? pool.make(Op::BvNeg, x)
                                 : pool.ite(condition, pool.make(Op::BvNeg, x), x);
  };
  auto sign = [&](Expr x) {
    return x->isLiteral() ? pool.boolean(toSigned(x->value(), width) < 0) : isNegative(x);
  };
  auto magnitude = [&](Expr x) {
    return x->isLiteral() ? pool.bitVector(abs(toSigned(x->value(), width)), width)
                          : negateIf(isNegative(x), x);
  };
  auto isSet = [&](Expr x) { return pool.make(Op::Equal, x, pool.bitVector(1, 1)); };
  switch (e->op()) {
    case Op::BvSDiv: {
      const Expr quotient = pool.make(Op::BvUDiv, magnitude(e->arg(0)), magnitude(e->arg(1)));
      return negateIf(sign(e->arg(0)), negateIf(sign(e->arg(1)), quotient));
    }
    case Op::BvSRem:
      return negateIf(sign(e->arg(0)),
                      pool.make(Op::BvURem, magnitude(e->arg(0)), magnitude(e->arg(1))));
    case Op::BvAnd:
      if (width > 1) return e;
      return pool.ite(isSet(e->arg(0)), e->arg(1), zero());
    case Op::BvOr:
      if (width > 1) return e;
      return pool.ite(isSet(e->arg(0)), pool.bitVector(1, 1), e->arg(1));
    case Op::BvXor:
      if (width > 1) return e;
      return pool.ite(isSet(e->arg(0)), pool.make(Op::BvNot, e->arg(1)), e->arg(1));
    default: return e;
  }
}

//--- Numbers ----------------------------------------------------------------------------------

std::optional<Reasons> QuasiAffine::staysWithin(const LinearForm& form,
                                                const Interval& range) const {
  if (unknowns_.rangeOf(form).within(range)) return Reasons{};
  if (system_.rangeOf(form).within(range)) return system_.reasonsOf(form);
  return std::nullopt;
}

QuasiAffine::Value QuasiAffine::inRange(const Value& value, unsigned width, bool isSigned) {
  const BigInt modulus = power(width);
  const BigInt offset = isSigned ? BigInt(modulus / 2) : BigInt(0);
  const LinearForm moved = shifted(value.form, offset);
  const BigInt turn = floorDivide(system_.rangeOf(moved).low, modulus);
  const Interval there{turn * modulus, (turn + 1) * modulus - 1};
  if (const auto reasons = staysWithin(moved, there))
    return {shifted(value.form, -turn * modulus), unite(value.reasons, *reasons)};
  const LinearForm wrapped = LinearForm::unknown(unknowns_.quotient(moved, modulus));
  return {sum(value.form, wrapped, BigInt(-modulus)), value.reasons};
}

QuasiAffine::Value QuasiAffine::number(Expr e, bool isSigned) {
  return inRange(value(e), e->type()->width(), isSigned);
}

std::optional<QuasiAffine::Value> QuasiAffine::fixed(const Value& value) const {
  const Interval range = system_.rangeOf(value.form);
  if (range.low != range.high) return std::nullopt;
  return Value{LinearForm::number(range.low), unite(value.reasons, system_.reasonsOf(value.form))};
}

//--- Terms ------------------------------------------------------------------------------------

// What is translated before `e`: its words, of an `ite` the one that counts.
std::vector<Expr> QuasiAffine::operands(Expr e) const {
  switch (e->op()) {
    case Op::Variable:
    case Op::Apply: return {};
    case Op::Ite: return {path_.holds(e->arg(0)) ? e->arg(1) : e->arg(2)};
    default: return {e->args().begin(), e->args().end()};
  }
}

// Without recursion: terms can be as deep as the program is long.
const QuasiAffine::Value& QuasiAffine::value(Expr root) {
  std::vector<Expr> stack{root};
  while (!stack.empty()) {
    const Expr e = stack.back();
    if (values_.contains(e)) {
      stack.pop_back();
      continue;
    }
    const Expr meaning = expanded(pool_, e);
    const std::vector<Expr> needed = meaning == e ? operands(e) : std::vector{meaning};
    const std::size_t before = stack.size();
    for (Expr operand : needed)
      if (!values_.contains(operand)) stack.push_back(operand);
    if (stack.size() != before) continue;
    Value translated = meaning == e ? translate(e) : values_.at(meaning);
    values_.emplace(e, std::move(translated));
    stack.pop_back();
  }
  return values_.at(root);
}

QuasiAffine::Value QuasiAffine::translate(Expr e) {
  const unsigned width = e->type()->width();
  switch (e->op()) {
    case Op::BvLiteral: return {LinearForm::number(toSigned(e->value(), width)), {}};
    case Op::Ite: {
      const Value& chosen = values_.at(operands(e).front());
      return {chosen.form, unite(chosen.reasons, path_.why(e->arg(0)))};
    }
    case Op::BvAdd: return linear(e, 1);
    case Op::BvSub: return linear(e, -1);
    case Op::BvNeg: return {scaled(value(e->arg(0)).form, -1), value(e->arg(0)).reasons};
    case Op::BvNot:
      return {shifted(scaled(value(e->arg(0)).form, -1), -1), value(e->arg(0)).reasons};
    case Op::BvMul: return multiply(value(e->arg(0)), value(e->arg(1)), e);
    case Op::Concat: {
      const Value high = value(e->arg(0));
      const Value low = number(e->arg(1), false);
      return {sum(low.form, high.form, power(e->arg(1)->type()->width())),
              unite(low.reasons, high.reasons)};
    }
    case Op::Extract:
      if (e->low() == 0) {
        const Value& whole = value(e->arg(0));
        return {reduced(whole.form, width), whole.reasons};
      }
      return quotient(value(e->arg(0)), power(e->low()));
    case Op::ZeroExtend: return number(e->arg(0), false);
    case Op::SignExtend: return number(e->arg(0), true);
    case Op::BvUDiv:
    case Op::BvURem:
    case Op::BvSMod: return divide(e);
    case Op::BvShl:
    case Op::BvLShr:
    case Op::BvAShr: return shift(e);
    case Op::BvAnd:
    case Op::BvOr:
    case Op::BvXor: return bits(e);
    default: return anything(e);
  }
}

QuasiAffine::Value QuasiAffine::anything(Expr e) {
  return {LinearForm::unknown(unknowns_.leaf(e)), {}};
}

QuasiAffine::Value QuasiAffine::linear(Expr e, const BigInt& factor) {
  const Value& a = value(e->arg(0));
  const Value& b = value(e->arg(1));
  return {reduced(sum(a.form, b.form, factor), e->type()->width()), unite(a.reasons, b.reasons)};
}

//--- Products ---------------------------------------------------------------------------------

QuasiAffine::Value QuasiAffine::multiply(const Value& a, const Value& b, Expr e) {
  const unsigned width = e->type()->width();
  for (const auto& [one, other] : {std::pair(&a, &b), std::pair(&b, &a)})
    if (const auto factor = fixed(*one))
      return {reduced(scaled(other->form, factor->form.constant), width),
              unite(other->reasons, factor->reasons)};
  if (std::max(a.form.terms.size(), b.form.terms.size()) > maximalFactor) return anything(e);
  Value result{scaled(a.form, b.form.constant), unite(a.reasons, b.reasons)};
  for (const auto& [second, factor] : b.form.terms) {
    result.form = sum(result.form, LinearForm::unknown(second), factor * a.form.constant);
    for (const auto& [first, coefficient] : a.form.terms)
      result.form =
          sum(result.form, productOf(first, second, result.reasons), factor * coefficient);
  }
  result.form = reduced(std::move(result.form), width);
  return result;
}

LinearForm QuasiAffine::productOf(UnknownId a, UnknownId b, Reasons& reasons) {
  for (const auto& [one, other] : {std::pair(a, b), std::pair(b, a)}) {
    const Interval range = system_.rangeOf(one);
    if (range.low != range.high) continue;
    reasons = unite(reasons, system_.reasonsOf(one));
    return scaled(LinearForm::unknown(other), range.low);
  }
  const UnknownId product = unknowns_.product(a, b);
  boundProduct(product, a, b);
  return LinearForm::unknown(product);
}

// (a - low) * (b - low) >= 0 and so on, for all corners (McCormick's relaxation).
void QuasiAffine::boundProduct(UnknownId product, UnknownId a, UnknownId b) {
  const Interval left = system_.rangeOf(a);
  const Interval right = system_.rangeOf(b);
  const Reasons reasons = unite(system_.reasonsOf(a), system_.reasonsOf(b));
  for (const bool leftHigh : {false, true})
    for (const bool rightHigh : {false, true}) {
      const BigInt& x = leftHigh ? left.high : left.low;
      const BigInt& y = rightHigh ? right.high : right.low;
      LinearForm corner = sum(LinearForm::unknown(product), LinearForm::unknown(a), BigInt(-y));
      corner = shifted(sum(corner, LinearForm::unknown(b), BigInt(-x)), x * y);
      system_.addAtLeastZero(leftHigh == rightHigh ? corner : scaled(corner, -1), reasons);
    }
  const Interval range = barricade::productOf(left, right);
  system_.addAtLeastZero(shifted(LinearForm::unknown(product), -range.low), reasons);
  system_.addAtLeastZero(shifted(scaled(LinearForm::unknown(product), -1), range.high), reasons);
}

//--- Quotients --------------------------------------------------------------------------------

QuasiAffine::Value QuasiAffine::quotient(const Value& dividend, const BigInt& divisor) {
  if (divisor == 1) return dividend;
  if (dividend.form.isConstant())
    return {LinearForm::number(floorDivide(dividend.form.constant, divisor)), dividend.reasons};
  const Interval range = system_.rangeOf(dividend.form);
  const BigInt turn = floorDivide(range.low, divisor);
  if (const auto reasons = staysWithin(dividend.form, {turn * divisor, (turn + 1) * divisor - 1}))
    return {LinearForm::number(turn), unite(dividend.reasons, *reasons)};
  // floor((divisor * a + b) / divisor) = a + floor(b / divisor)
  LinearForm whole;
  LinearForm rest;
  for (const auto& [id, coefficient] : dividend.form.terms) {
    const BigInt multiple = floorDivide(coefficient, divisor);
    if (multiple * divisor == coefficient)
      whole.terms.emplace_back(id, multiple);
    else
      rest.terms.emplace_back(id, coefficient);
  }
  whole.constant = floorDivide(dividend.form.constant, divisor);
  rest.constant = dividend.form.constant - whole.constant * divisor;
  if (!whole.terms.empty()) {
    const Value part = quotient({rest, dividend.reasons}, divisor);
    return {sum(whole, part.form), part.reasons};
  }
  // floor((g * a + b) / (g * d)) = floor((a + floor(b / g)) / d)
  BigInt common = divisor;
  for (const auto& term : rest.terms) common = gcd(common, term.second);
  if (common != 1) {
    for (auto& term : rest.terms) term.second /= common;
    rest.constant = floorDivide(dividend.form.constant, common);
    return quotient({rest, dividend.reasons}, divisor / common);
  }
  return {LinearForm::unknown(unknowns_.quotient(dividend.form, divisor)), dividend.reasons};
}

QuasiAffine::Value QuasiAffine::remainder(const Value& dividend, const BigInt& divisor) {
  const Value whole = quotient(dividend, divisor);
  return {sum(dividend.form, whole.form, BigInt(-divisor)), whole.reasons};
}

QuasiAffine::Value QuasiAffine::divide(Expr e) {
  const bool isSigned = e->op() == Op::BvSMod;
  const Value dividend = number(e->arg(0), isSigned);
  Value divisor = number(e->arg(1), isSigned);
  if (const auto constant = fixed(divisor)) divisor = *constant;
  const Reasons reasons = unite(dividend.reasons, divisor.reasons);
  if (!divisor.form.isConstant())
    return isSigned ? anything(e) : divideByUnknown(e, dividend, divisor);
  const BigInt& literal = divisor.form.constant;
  if (literal < 0) return anything(e);
  if (literal == 0)
    return e->op() == Op::BvUDiv ? Value{LinearForm::number(-1), reasons}
                                 : Value{dividend.form, reasons};
  Value result = e->op() == Op::BvUDiv ? quotient(dividend, literal) : remainder(dividend, literal);
  result.reasons = unite(result.reasons, reasons);
  return result;
}

// The quotient q with 0 <= dividend - q * divisor < divisor, where the divisor is known to be
// positive.
QuasiAffine::Value QuasiAffine::divideByUnknown(Expr e, const Value& dividend,
                                                const Value& divisor) {
  if (system_.rangeOf(divisor.form).low < 1 || divisor.form.terms.size() > maximalFactor)
    return anything(e);
  const Value q =
      anything(e->op() == Op::BvUDiv ? e : pool_.make(Op::BvUDiv, e->arg(0), e->arg(1)));
  Reasons reasons =
      unite(unite(dividend.reasons, divisor.reasons), system_.reasonsOf(divisor.form));
  LinearForm rest = sum(dividend.form, q.form, BigInt(-divisor.form.constant));
  for (const auto& [id, coefficient] : divisor.form.terms)
    rest =
        difference(rest, scaled(productOf(q.form.terms.front().first, id, reasons), coefficient));
  system_.addAtLeastZero(rest, reasons);
  system_.addAtLeastZero(shifted(difference(divisor.form, rest), -1), reasons);
  return e->op() == Op::BvUDiv ? Value{q.form, {}} : Value{rest, reasons};
}

QuasiAffine::Value QuasiAffine::shift(Expr e) {
  const unsigned width = e->type()->width();
  const Value distance = number(e->arg(1), false);
  if (const auto constant = fixed(distance)) {
    const BigInt& literal = constant->form.constant;
    const bool out = literal >= width;
    if (e->op() == Op::BvShl || (out && e->op() == Op::BvLShr)) {
      const Value& moved = value(e->arg(0));
      const BigInt factor = out ? BigInt(0) : power(static_cast<unsigned>(literal));
      return {reduced(scaled(moved.form, factor), width), unite(moved.reasons, constant->reasons)};
    }
    const unsigned amount = out ? width - 1 : static_cast<unsigned>(literal);
    Value result = quotient(number(e->arg(0), e->op() == Op::BvAShr), power(amount));
    result.reasons = unite(result.reasons, constant->reasons);
    return result;
  }
  const Expr one = pool_.bitVector(1, width);
  if (e->op() == Op::BvAShr) return anything(e);
  const Expr factor = pool_.make(Op::BvShl, one, e->arg(1));
  const auto inside = staysWithin(distance.form, {0, width - 1});
  if (inside)  // not shifted out, so at least 1
    system_.addAtLeastZero(shifted(anything(factor).form, -1), unite(distance.reasons, *inside));
  if (e->op() == Op::BvShl)
    return e == factor ? anything(e) : multiply(value(e->arg(0)), anything(factor), e);
  if (!inside) return anything(e);
  Value result = divideByUnknown(pool_.make(Op::BvUDiv, e->arg(0), factor),
                                 number(e->arg(0), false), anything(factor));
  result.reasons = unite(result.reasons, unite(distance.reasons, *inside));
  return result;
}

//--- Single bits ------------------------------------------------------------------------------

QuasiAffine::Value QuasiAffine::bits(Expr e) {
  Expr x = e->arg(0);
  Expr y = e->arg(1);
  if (x->isLiteral()) std::swap(x, y);
  if (e->args().size() != 2) return anything(e);
  if (y->isLiteral()) {
    const Value common = masked(x, y->value());
    if (e->op() == Op::BvAnd) return common;
    // x | c = x + c - (x & c), x ^ c = x + c - 2 * (x & c)
    const Value& whole = value(x);
    const BigInt times = e->op() == Op::BvOr ? -1 : -2;
    return {reduced(shifted(sum(whole.form, common.form, times), y->value()), e->type()->width()),
            unite(whole.reasons, common.reasons)};
  }
  if (const auto apart = disjointBits(e)) return *apart;
  const Value result = anything(e);
  const Value a = number(x, false);
  const Value b = number(y, false);
  const Reasons reasons = unite(a.reasons, b.reasons);
  const LinearForm both = sum(a.form, b.form);
  if (e->op() == Op::BvAnd) {
    system_.addAtLeastZero(difference(a.form, result.form), reasons);
    system_.addAtLeastZero(difference(b.form, result.form), reasons);
  } else {
    system_.addAtLeastZero(difference(both, result.form), reasons);
    if (e->op() == Op::BvOr) {
      system_.addAtLeastZero(difference(result.form, a.form), reasons);
      system_.addAtLeastZero(difference(result.form, b.form), reasons);
    }
  }
  return result;
}

// x & mask: each run of ones in the mask, from bit `low` to bit `high`, keeps
// 2^low * (floor(x / 2^low) mod 2^(high - low)).
QuasiAffine::Value QuasiAffine::masked(Expr e, const BigInt& mask) {
  const unsigned width = e->type()->width();
  Value result{LinearForm::number(0), {}};
  for (unsigned low = 0; low < width; ++low) {
    if (!bit_test(mask, low)) continue;
    unsigned high = low;
    while (high < width && bit_test(mask, high)) ++high;
    // What is above 2^width does not matter below it, so the number itself is needed at the top
    // and for nothing else.
    const Value run = high == width ? number(e, false) : value(e);
    Value kept = quotient(run, power(low));
    if (high < width) kept = remainder(kept, power(high - low));
    result.form = sum(result.form, kept.form, power(low));
    result.reasons = unite(result.reasons, kept.reasons);
    low = high;
  }
  return result;
}

// One argument is a multiple of 2^k, the other less than that.
std::optional<QuasiAffine::Value> QuasiAffine::disjointBits(Expr e) {
  for (const auto& [above, below] : {std::pair(e->arg(0), e->arg(1)), {e->arg(1), e->arg(0)}}) {
    const Value high = number(above, false);
    const Value low = number(below, false);
    const BigInt most = system_.rangeOf(low.form).high;
    const unsigned k = most == 0 ? 0 : static_cast<unsigned>(msb(most)) + 1;
    const BigInt unit = power(k);
    const bool multiple = high.form.constant % unit == 0 &&
                          std::all_of(high.form.terms.begin(), high.form.terms.end(),
                                      [&](const auto& term) { return term.second % unit == 0; });
    if (!multiple) continue;
    const auto reasons = staysWithin(low.form, {0, unit - 1});
    if (!reasons) continue;
    const Reasons all = unite(unite(high.reasons, low.reasons), *reasons);
    if (e->op() == Op::BvAnd) return Value{LinearForm::number(0), all};
    return Value{sum(high.form, low.form), all};
  }
  return std::nullopt;
}

//--- Comparisons ------------------------------------------------------------------------------

void QuasiAffine::require(Expr comparison, bool holds, const Reasons& reasons) {
  const Op op = comparison->op();
  if (op == Op::Equal || op == Op::NotEqual)
    return requireEqual(comparison, holds == (op == Op::Equal), reasons);
  const bool isSigned = isSignedComparison(op);
  Value a = number(comparison->arg(0), isSigned);
  Value b = number(comparison->arg(1), isSigned);
  const bool swapped = op == Op::BvUgt || op == Op::BvUge || op == Op::BvSgt || op == Op::BvSge;
  const bool strict = op == Op::BvUlt || op == Op::BvUgt || op == Op::BvSlt || op == Op::BvSgt;
  if (swapped) std::swap(a, b);
  const Reasons all = unite(reasons, unite(a.reasons, b.reasons));
  // a < b, a <= b, or the contrary
  if (holds)
    system_.addAtLeastZero(shifted(difference(b.form, a.form), strict ? -1 : 0), all);
  else
    system_.addAtLeastZero(shifted(difference(a.form, b.form), strict ? 0 : -1), all);
}

void QuasiAffine::requireEqual(Expr equation, bool holds, const Reasons& reasons) {
  const unsigned width = equation->arg(0)->type()->width();
  const BigInt modulus = power(width);
  const Value& a = value(equation->arg(0));
  const Value& b = value(equation->arg(1));
  LinearForm form = reduced(difference(a.form, b.form), width);
  Reasons all = unite(reasons, unite(a.reasons, b.reasons));
  // Equal modulo 2^width is equal where the difference is less.
  const auto less = staysWithin(form, {1 - modulus, modulus - 1});
  if (!less) {
    const LinearForm wrapped = LinearForm::unknown(unknowns_.quotient(form, modulus));
    form = sum(form, wrapped, BigInt(-modulus));
    if (holds)
      system_.addZero(std::move(form), all);
    else
      system_.addAtLeastZero(shifted(std::move(form), -1), all);
    return;
  }
  all = unite(all, *less);
  if (holds) return system_.addZero(std::move(form), all);
  const Interval range = system_.rangeOf(form);
  if (range.low > 0 || range.high < 0) return;
  const Reasons bounds = unite(all, system_.reasonsOf(form));
  if (range.low == 0) return system_.addAtLeastZero(shifted(form, -1), bounds);
  if (range.high == 0) return system_.addAtLeastZero(shifted(scaled(form, -1), -1), bounds);
  system_.mention(form);
  disequalities_.push_back({std::move(form), std::move(all)});
}

}  // namespace barricade
