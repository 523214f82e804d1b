#include "encoding/digits.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace barricade {
namespace {

constexpr std::size_t maximalAddends = 8;
constexpr std::size_t maximalFactors = 6;
constexpr unsigned maximalDepth = 5;  // digits of an index

// The integer that a term stands for.
struct Number {
  Expr value;
  bool isSigned;

  bool operator==(const Number&) const = default;
};

// A product of integers, 1 without factors; `isTaken` is for what is subtracted.
struct Monomial {
  std::vector<Number> factors;
  bool isTaken = false;

  bool operator==(const Monomial& other) const {
    return isTaken == other.isTaken && std::ranges::is_permutation(factors, other.factors);
  }
};

using Polynomial = std::vector<Monomial>;

// As an integer it is what a term is where `exact` holds.
struct Expansion {
  Polynomial polynomial;
  Expr exact;
};

class Digits {
 public:
  Digits(Terms& terms, const KernelArithmetic& arithmetic)
      : terms_(terms), arithmetic_(arithmetic) {}

  // What follows from two numbers being equal.
  Expr implied(const Number& first, const Number& second, unsigned depth = 0) const {
    const auto one = expansionOf(first), other = expansionOf(second);
    if (!one || !other) return terms_.yes();
    return terms_.implies(terms_.land(one->exact, other->exact),
                          agree(one->polynomial, other->polynomial, depth));
  }

 private:
  Expr fits(const KernelOperation& made, bool isSigned) const {
    const Fits fits = fitsWidth(terms_, made.op, made.left, made.right);
    return isSigned ? fits.asSigned : fits.asUnsigned;
  }

  // The number that is extended to `number`, with what makes it the same integer.
  std::optional<Number> narrowed(const Number& number, Expr& exact) const {
    const Expr e = number.value;
    if (e->op() != Op::ZeroExtend && e->op() != Op::SignExtend) return std::nullopt;
    const Number inner{e->arg(0), e->op() == Op::SignExtend};
    if (inner.isSigned && !number.isSigned)
      exact = terms_.land(
          exact, terms_.lessEqual(terms_.number(0, inner.value->type()), inner.value, true));
    return inner;
  }

  void addFactors(const Number& number, std::vector<Number>& factors, Expr& exact) const {
    if (const auto inner = narrowed(number, exact)) return addFactors(*inner, factors, exact);
    const KernelOperation made = arithmetic_.madeBy(number.value);
    if (made.op != Op::BvMul || factors.size() >= maximalFactors) {
      factors.push_back(number);
      return;
    }
    exact = terms_.land(exact, fits(made, number.isSigned));
    addFactors({made.left, number.isSigned}, factors, exact);
    addFactors({made.right, number.isSigned}, factors, exact);
  }

  // Sums are taken apart, and products; sums in products are numbers of their own.
  void addTo(Polynomial& polynomial, const Number& number, bool isTaken, Expr& exact) const {
    if (const auto inner = narrowed(number, exact))
      return addTo(polynomial, *inner, isTaken, exact);
    const KernelOperation made = arithmetic_.madeBy(number.value);
    if ((made.op != Op::BvAdd && made.op != Op::BvSub) || polynomial.size() > maximalAddends) {
      Monomial& monomial = polynomial.emplace_back(Monomial{{}, isTaken});
      return addFactors(number, monomial.factors, exact);
    }
    exact = terms_.land(exact, fits(made, number.isSigned));
    addTo(polynomial, {made.left, number.isSigned}, isTaken, exact);
    addTo(polynomial, {made.right, number.isSigned}, isTaken != (made.op == Op::BvSub), exact);
  }

  // That it is not the least number of its width, whose quotient by -1 is none; quotients are not
  // further from zero than what is divided.
  Expr isNotLeast(Expr e) const {
    while (e->op() == Op::BvSDiv) e = e->arg(0);
    return terms_.lessEqual(terms_.number(0, e->type()), e, true);
  }

  // Whether `quotient` is dividend / by where `exact` holds: as it is, or x / (y * by) where the
  // dividend is x / y.
  bool isQuotient(const Number& quotient, Expr dividend, const Number& by, Expr& exact) const {
    const Expr e = quotient.value;
    const Op division = by.isSigned ? Op::BvSDiv : Op::BvUDiv;
    if (quotient.isSigned != by.isSigned || e->op() != division) return false;
    if (e->arg(0) == dividend && e->arg(1) == by.value) return true;
    if (dividend->op() != division || e->arg(0) != dividend->arg(0)) return false;
    std::vector<Number> divisor, parts;
    addFactors({e->arg(1), by.isSigned}, divisor, exact);
    addFactors(by, parts, exact);
    addFactors({dividend->arg(1), by.isSigned}, parts, exact);
    const Expr zero = terms_.number(0, e->type());
    exact = terms_.land(exact, terms_.lnot(terms_.equal(by.value, zero)),
                        terms_.lnot(terms_.equal(dividend->arg(1), zero)));
    return std::ranges::is_permutation(divisor, parts);
  }

  static bool take(std::vector<Number>& from, const Number& number) {
    const auto it = std::ranges::find(from, number);
    if (it == from.end()) return false;
    from.erase(it);
    return true;
  }

  // m * x where one is m * (x % y) and the other m * (x / y) * y.
  std::optional<Monomial> undivided(const Monomial& rest, const Monomial& multiple,
                                    Expr& exact) const {
    for (const Number& remainder : rest.factors) {
      const Expr e = remainder.value;
      if (e->op() != (remainder.isSigned ? Op::BvSRem : Op::BvURem)) continue;
      const Number by{e->arg(1), remainder.isSigned};
      Expr premise = exact;
      std::vector<Number> divisor, others = multiple.factors;
      addFactors(by, divisor, premise);
      if (!std::ranges::all_of(divisor, [&](const Number& n) { return take(others, n); })) continue;
      const auto quotient = std::ranges::find_if(
          others, [&](const Number& n) { return isQuotient(n, e->arg(0), by, premise); });
      if (quotient == others.end()) continue;
      others.erase(quotient);
      Monomial whole = rest;
      take(whole.factors, remainder);
      if (!std::ranges::is_permutation(whole.factors, others)) continue;
      whole.factors.push_back({e->arg(0), by.isSigned});
      exact = by.isSigned ? terms_.land(premise, isNotLeast(e->arg(0))) : premise;
      return whole;
    }
    return std::nullopt;
  }

  // What divisions have taken apart is put together. Whether there was any.
  bool gather(Polynomial& polynomial, Expr& exact) const {
    for (std::size_t i = 0; i < polynomial.size(); ++i)
      for (std::size_t j = 0; j < polynomial.size(); ++j) {
        if (i == j || polynomial[i].isTaken != polynomial[j].isTaken) continue;
        const auto whole = undivided(polynomial[i], polynomial[j], exact);
        if (!whole) continue;
        polynomial[i] = *whole;
        polynomial.erase(polynomial.begin() + static_cast<std::ptrdiff_t>(j));
        return true;
      }
    return false;
  }

  std::optional<Expansion> expansionOf(const Number& number) const {
    Expansion expansion{{}, terms_.yes()};
    addTo(expansion.polynomial, number, false, expansion.exact);
    while (gather(expansion.polynomial, expansion.exact)) continue;
    if (expansion.polynomial.size() > maximalAddends || expansion.exact->isFalse())
      return std::nullopt;
    return expansion;
  }

  static void leaveOutCommon(Polynomial& a, Polynomial& b) {
    std::erase_if(a, [&](const Monomial& own) {
      const auto same = std::ranges::find(b, own);
      if (same == b.end()) return false;
      b.erase(same);
      return true;
    });
  }

  // The factors of both that are no literals, each once.
  static std::vector<Number> commonFactors(const Polynomial& a, const Polynomial& b) {
    auto has = [](const Polynomial& polynomial, const Number& factor) {
      return std::ranges::any_of(polynomial, [&](const Monomial& monomial) {
        return std::ranges::find(monomial.factors, factor) != monomial.factors.end();
      });
    };
    std::vector<Number> common;
    for (const Monomial& monomial : a)
      for (const Number& factor : monomial.factors)
        if (!factor.value->isLiteral() && has(b, factor) &&
            std::ranges::find(common, factor) == common.end())
          common.push_back(factor);
    return common;
  }

  // polynomial = upper * weight + rest
  struct Split {
    Polynomial upper, rest;
  };

  static Split split(const Polynomial& polynomial, const Number& weight) {
    Split parts;
    for (Monomial monomial : polynomial) {
      const auto it = std::ranges::find(monomial.factors, weight);
      const bool isMultiple = it != monomial.factors.end();
      if (isMultiple) monomial.factors.erase(it);
      (isMultiple ? parts.upper : parts.rest).push_back(std::move(monomial));
    }
    return parts;
  }

  // What follows from two sums being equal as integers.
  Expr agree(Polynomial a, Polynomial b, unsigned depth) const {
    leaveOutCommon(a, b);
    if (depth > maximalDepth || a.empty() || b.empty()) return terms_.yes();
    if (const auto one = single(a), other = single(b); one && other)
      return agree(*one, *other, depth);
    Expr all = terms_.yes();
    for (const Number& weight : commonFactors(a, b)) {
      const Split one = split(a, weight), other = split(b, weight);
      const Expr areDigits = terms_.land(isBelow(one.rest, weight), isBelow(other.rest, weight));
      if (areDigits->isFalse()) continue;
      all = terms_.land(
          all, terms_.implies(areDigits, terms_.land(agree(one.rest, other.rest, depth + 1),
                                                     agree(one.upper, other.upper, depth + 1))));
    }
    return all;
  }

  Expr agree(const Number& one, const Number& other, unsigned depth) const {
    if (one.isSigned != other.isSigned || one.value->type() != other.value->type())
      return terms_.yes();
    const Expr same = terms_.equal(one.value, other.value);
    const bool areLeaves = !isTakenApart(one.value) && !isTakenApart(other.value);
    return areLeaves ? same : terms_.land(same, implied(one, other, depth + 1));
  }

  bool isTakenApart(Expr e) const {
    const Op op = arithmetic_.madeBy(e).op;
    return op == Op::BvAdd || op == Op::BvSub || op == Op::BvMul || op == Op::ZeroExtend ||
           op == Op::SignExtend;
  }

  static std::optional<Number> single(const Polynomial& polynomial) {
    if (polynomial.size() != 1 || polynomial[0].isTaken || polynomial[0].factors.size() != 1)
      return std::nullopt;
    return polynomial[0].factors[0];
  }

  // 0 <= digit < weight
  Expr isBelow(const Polynomial& digit, const Number& weight) const {
    Number shape = weight;
    for (const Monomial& monomial : digit)
      for (const Number& factor : monomial.factors)
        if (factor.value->type()->width() > shape.value->type()->width()) shape = factor;
    Expr exact = terms_.yes();
    const auto value = sumOf(digit, shape, exact), limit = inShape(weight, shape);
    if (!value || !limit) return terms_.no();
    const Expr below = terms_.less(*value, *limit, shape.isSigned);
    const Expr zero = terms_.number(0, shape.value->type());
    return terms_.land(exact, below,
                       shape.isSigned ? terms_.lessEqual(zero, *value, true) : terms_.yes());
  }

  // In the width and the reading of `shape`, where `exact` holds; nothing where they do not fit.
  std::optional<Expr> sumOf(const Polynomial& polynomial, const Number& shape, Expr& exact) const {
    const Type type = shape.value->type();
    auto apply = [&](Op op, Expr a, Expr b) {
      exact = terms_.land(exact, fits({op, a, b}, shape.isSigned));
      return op == Op::BvAdd   ? terms_.add(a, b)
             : op == Op::BvSub ? terms_.sub(a, b)
                               : terms_.mul(a, b);
    };
    std::optional<Expr> sum;
    for (const Monomial& monomial : polynomial) {
      std::optional<Expr> product;
      for (const Number& factor : monomial.factors) {
        const auto value = inShape(factor, shape);
        if (!value) return std::nullopt;
        product = product ? apply(Op::BvMul, *product, *value) : *value;
      }
      const Expr addend = product.value_or(terms_.number(1, type));
      if (!sum && !monomial.isTaken)
        sum = addend;
      else
        sum = apply(monomial.isTaken ? Op::BvSub : Op::BvAdd, sum.value_or(terms_.number(0, type)),
                    addend);
    }
    return sum.value_or(terms_.number(0, type));
  }

  std::optional<Expr> inShape(const Number& number, const Number& shape) const {
    const unsigned own = number.value->type()->width(), width = shape.value->type()->width();
    if (own == width && number.isSigned == shape.isSigned) return number.value;
    if (own >= width || (number.isSigned && !shape.isSigned)) return std::nullopt;
    if (!number.isSigned) return terms_.zeroExtend(number.value, width);
    const Expr extended = terms_.pool().extend(Op::SignExtend, number.value, width);
    return terms_.rebuild(extended, {number.value});
  }

  Terms& terms_;
  const KernelArithmetic& arithmetic_;
};

}  // namespace

Expr digitsAgree(Terms& terms, const KernelArithmetic& arithmetic, Expr first, Expr second) {
  if (!first->type()->isBitVector() || first->type() != second->type()) return terms.yes();
  Expr all = terms.yes();
  for (const bool isSigned : {true, false})
    all = terms.land(all, Digits(terms, arithmetic).implied({first, isSigned}, {second, isSigned}));
  return terms.implies(terms.equal(first, second), all);
}

}  // namespace barricade
