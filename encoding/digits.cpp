#include "encoding/digits.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_set>
#include <vector>

#include "encoding/number_range.h"
#include "ir/semantics.h"
#include "ir/walk.h"

namespace barricade {
namespace {

constexpr std::size_t maximalMonomials = 12;
constexpr std::size_t maximalFactors = 6;
constexpr std::size_t maximalWeights = 8;  // that are tried for a sum
constexpr unsigned maximalDepth = 5;       // digits of an index
constexpr unsigned maximalSteps = 48;      // for two indices
constexpr unsigned narrowest = 32;         // sums that the kernel does not compute itself

// The integer that a term stands for.
struct Number {
  Expr value;
  bool isSigned;

  bool operator==(const Number&) const = default;
  bool operator<(const Number& other) const {
    return std::pair(value->id(), isSigned) < std::pair(other.value->id(), other.isSigned);
  }
};

using Factors = std::vector<Number>;  // sorted; none are 1
using Polynomial = std::map<Factors, BigInt>;

struct Weight {
  Factors factors;
  BigInt coefficient;

  bool operator==(const Weight&) const = default;
};

void add(Polynomial& to, const Polynomial& polynomial, const BigInt& times = 1) {
  for (const auto& [factors, coefficient] : polynomial) {
    BigInt& own = to[factors];
    own += coefficient * times;
    if (own == 0) to.erase(factors);
  }
}

Factors joined(const Factors& a, const Factors& b) {
  Factors all = a;
  all.insert(all.end(), b.begin(), b.end());
  std::sort(all.begin(), all.end());
  return all;
}

Polynomial product(const Polynomial& a, const Polynomial& b) {
  Polynomial all;
  for (const auto& [factors, coefficient] : a)
    for (const auto& [others, times] : b)
      add(all, {{joined(factors, others), coefficient * times}});
  return all;
}

BigInt magnitude(const BigInt& n) {
  return n < 0 ? BigInt(-n) : n;
}

BigInt greatestDivisor(BigInt a, BigInt b) {
  a = magnitude(a);
  b = magnitude(b);
  while (b != 0) {
    const BigInt rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

bool isWithin(const BigInt& value, unsigned width, bool isSigned) {
  return Interval{value, value}.within(rangeOfWidth(width, isSigned));
}

Factors commonOf(const Factors& a, const Factors& b) {
  Factors common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
  return common;
}

bool has(const Factors& factors, const Factors& some) {
  return std::includes(factors.begin(), factors.end(), some.begin(), some.end());
}

Factors without(const Factors& factors, const Factors& some) {
  Factors rest;
  std::set_difference(factors.begin(), factors.end(), some.begin(), some.end(),
                      std::back_inserter(rest));
  return rest;
}

bool isTooLarge(const Polynomial& polynomial) {
  return polynomial.size() > maximalMonomials ||
         std::ranges::any_of(polynomial, [](const auto& monomial) {
           return monomial.first.size() > maximalFactors;
         });
}

// polynomial = upper * weight + rest
struct Split {
  Polynomial upper, rest;
};

Split split(const Polynomial& polynomial, const Weight& weight) {
  Split parts;
  for (const auto& [factors, coefficient] : polynomial) {
    const Factors others = without(factors, weight.factors);
    BigInt rest = coefficient % weight.coefficient;
    const bool isMultiple = has(factors, weight.factors) && (rest == 0 || others.empty());
    if (!isMultiple) {
      parts.rest.emplace(factors, coefficient);
      continue;
    }
    if (rest < 0) rest += weight.coefficient;
    if (rest != 0) parts.rest.emplace(factors, rest);
    if (coefficient != rest) parts.upper.emplace(others, (coefficient - rest) / weight.coefficient);
  }
  return parts;
}

void leaveOutCommon(Polynomial& a, Polynomial& b) {
  std::erase_if(a, [&](const auto& own) {
    const auto same = b.find(own.first);
    if (same == b.end() || same->second != own.second) return false;
    b.erase(same);
    return true;
  });
}

bool isPowerOfTwo(const BigInt& n) {
  return n > 0 && (n & (n - 1)) == 0;
}

// What both sums may be taken apart by: what two of their products share, with the greatest divisor
// of all that have it; and numbers, of which powers of two only where there is nothing else, as
// bits see them.
std::vector<Weight> weightsOf(const Polynomial& a, const Polynomial& b) {
  std::vector<std::pair<Factors, BigInt>> monomials(a.begin(), a.end());
  monomials.insert(monomials.end(), b.begin(), b.end());
  std::vector<Weight> weights, numbers;
  auto offer = [](std::vector<Weight>& to, const Weight& weight) {
    if (weight.factors.empty() && weight.coefficient == 1) return;
    if (to.size() < maximalWeights && std::ranges::find(to, weight) == to.end())
      to.push_back(weight);
  };
  auto divisorOf = [&](const Factors& shared) {
    BigInt divisor = 0;
    for (const auto& [factors, coefficient] : monomials)
      if (has(factors, shared)) divisor = greatestDivisor(divisor, coefficient);
    return divisor;
  };
  for (std::size_t i = 0; i < monomials.size(); ++i)
    for (std::size_t j = i + 1; j < monomials.size(); ++j) {
      const Factors shared = commonOf(monomials[i].first, monomials[j].first);
      if (shared.empty()) {
        offer(numbers, {{}, greatestDivisor(monomials[i].second, monomials[j].second)});
        continue;
      }
      offer(weights, {shared, divisorOf(shared)});
      offer(weights, {shared, 1});
      for (const Number& factor : shared) offer(weights, {{factor}, 1});
    }
  for (const Weight& number : numbers)
    if (!isPowerOfTwo(number.coefficient)) offer(weights, number);
  return weights.empty() ? numbers : weights;
}

// As an integer it is what a term is where `exact` holds.
struct Expansion {
  Polynomial polynomial;
  Expr exact;
};

class Digits {
 public:
  // `whole` are sums that count as one number. With `natural` what is read with a sign is taken for
  // no less than 0, so that both readings of it are one number.
  Digits(Terms& terms, const KernelArithmetic& arithmetic, const std::unordered_set<Expr>& whole,
         bool natural)
      : terms_(terms), arithmetic_(arithmetic), whole_(whole), natural_(natural) {}

  // The numbers that guards compare are computed by the kernel, too, and what divides another.
  void learn(const std::vector<Expr>& guards) {
    forEachNode(guards, [&](Expr e) {
      const bool isSigned = e->op() == Op::BvSlt || e->op() == Op::BvSle || e->op() == Op::BvSDiv ||
                            e->op() == Op::BvSRem;
      const bool isUnsigned = e->op() == Op::BvUlt || e->op() == Op::BvUle ||
                              e->op() == Op::BvUDiv || e->op() == Op::BvURem;
      if (!isSigned && !isUnsigned) return;
      for (Expr side : e->args()) expansionOf({side, isSigned});
    });
  }

  // What follows from two numbers being equal.
  Expr implied(const Number& first, const Number& second) {
    const Expansion one = expansionOf(first), other = expansionOf(second);
    const Expr exact = terms_.land(one.exact, other.exact);
    if (exact->isFalse()) return terms_.yes();
    return terms_.implies(exact, agree(one.polynomial, other.polynomial, 0));
  }

  // Whether some number is read in both ways.
  bool mixesReadings() const {
    return std::ranges::any_of(expansions_, [&](const auto& entry) {
      const auto& [value, isSigned] = entry.first;
      return !isSigned && value->op() == Op::Variable && expansions_.contains({value, true}) &&
             numberOf(value, true).isSigned;
    });
  }

 private:
  // Without a sign where both readings are the same.
  Number numberOf(Expr value, bool isSigned) const {
    return {value, isSigned && rangeOf(terms_, value, true).low < 0};
  }

  // Not taken apart.
  Expansion asOneNumber(Expr value, bool isSigned) const {
    const Number number = numberOf(value, isSigned);
    if (!natural_ || !number.isSigned) return {{{{number}, 1}}, terms_.yes()};
    return {{{{{value, false}}, 1}},
            terms_.lessEqual(terms_.number(0, value->type()), value, true)};
  }

  Expansion expansionOf(const Number& number) {
    const auto known = expansions_.find({number.value, number.isSigned});
    if (known != expansions_.end()) return known->second;
    const Expansion one = asOneNumber(number.value, number.isSigned);
    Expansion expansion = whole_.contains(number.value) ? one : expand(number);
    if (isTooLarge(expansion.polynomial)) expansion = one;
    if (!expansion.polynomial.contains(one.polynomial.begin()->first))
      computed_.emplace(expansion.polynomial, std::pair(number, expansion.exact));
    expansions_.emplace(std::pair(number.value, number.isSigned), expansion);
    return expansion;
  }

  Expansion expand(const Number& number) {
    const Expr e = number.value;
    const bool isSigned = number.isSigned;
    if (e->isLiteral()) {
      const BigInt value = isSigned ? toSigned(e->value(), e->type()->width()) : e->value();
      return {value == 0 ? Polynomial{} : Polynomial{{{}, value}}, terms_.yes()};
    }
    if (e->op() == Op::ZeroExtend || e->op() == Op::SignExtend) return expandExtension(number);
    if (e->op() == Op::Ite && e->arg(2)->isLiteral() && e->arg(2)->value() == 0) {
      Expansion some = expansionOf({e->arg(1), isSigned});
      some.exact = terms_.land(some.exact, e->arg(0));
      return some;
    }
    if (e->op() == Op::Extract && e->low() == 0 &&
        rangeOf(terms_, e->arg(0), false).within(rangeOfWidth(e->type()->width(), isSigned)))
      return expansionOf({e->arg(0), false});
    const KernelOperation made = arithmetic_.madeBy(e);
    const bool isShift =
        made.op == Op::BvShl && made.right->isLiteral() && made.right->value() < e->type()->width();
    if (made.op != Op::BvAdd && made.op != Op::BvSub && made.op != Op::BvMul && !isShift)
      return asOneNumber(e, isSigned);
    const Fits fits = fitsWidth(terms_, made.op, made.left, made.right);
    Expansion whole = expansionOf({made.left, isSigned});
    Expansion other = expansionOf({made.right, isSigned});
    if (made.op == Op::BvAdd) add(whole.polynomial, other.polynomial);
    if (made.op == Op::BvSub) add(whole.polynomial, other.polynomial, -1);
    if (made.op == Op::BvMul) whole.polynomial = product(whole.polynomial, other.polynomial);
    if (isShift)
      whole.polynomial = product(whole.polynomial,
                                 {{{}, BigInt(1) << made.right->value().convert_to<unsigned>()}});
    whole.exact = terms_.land(whole.exact, other.exact, isSigned ? fits.asSigned : fits.asUnsigned);
    while (gather(whole)) continue;
    return whole;
  }

  Expansion expandExtension(const Number& number) {
    const Expr inner = number.value->arg(0);
    const bool isSigned = number.value->op() == Op::SignExtend;
    Expansion expansion = expansionOf({inner, isSigned});
    if (isSigned && !number.isSigned)
      expansion.exact = terms_.land(expansion.exact,
                                    terms_.lessEqual(terms_.number(0, inner->type()), inner, true));
    return expansion;
  }

  // That it is not the least number of its width, whose quotient by -1 is none; quotients are not
  // further from zero than what is divided.
  Expr isNotLeast(Expr e) const {
    while (e->op() == Op::BvSDiv) e = e->arg(0);
    return terms_.lessEqual(terms_.number(0, e->type()), e, true);
  }

  // Whether `quotient` is dividend / by where `exact` holds: as it is, or x / (y * by) where the
  // dividend is x / y.
  bool isQuotient(const Number& number, Expr dividend, const Number& by, Expr& exact) {
    const Expr quotient = number.value;
    if (numberOf(quotient, by.isSigned) != number) return false;
    const Op division = by.isSigned ? Op::BvSDiv : Op::BvUDiv;
    if (quotient->op() != division || quotient->type() != by.value->type()) return false;
    if (quotient->arg(0) == dividend && quotient->arg(1) == by.value) return true;
    if (dividend->op() != division || quotient->arg(0) != dividend->arg(0)) return false;
    const Expansion divisor = expansionOf({quotient->arg(1), by.isSigned});
    const Expansion one = expansionOf(by), other = expansionOf({dividend->arg(1), by.isSigned});
    const Expr zero = terms_.number(0, by.value->type());
    exact =
        terms_.land(terms_.land(exact, divisor.exact),
                    terms_.land(one.exact, other.exact, terms_.lnot(terms_.equal(by.value, zero))),
                    terms_.lnot(terms_.equal(dividend->arg(1), zero)));
    return divisor.polynomial == product(one.polynomial, other.polynomial);
  }

  // m * x for m * (x % y) and m * (x / y) * y, of which `rest` is the first. Whether it is there.
  bool gather(Expansion& sum, const Polynomial::value_type& rest, const Number& remainder) {
    const Expr e = remainder.value;
    if (e->op() != Op::BvSRem && e->op() != Op::BvURem) return false;
    const Number by{e->arg(1), e->op() == Op::BvSRem};
    const Expansion divisor = expansionOf(by);
    if (numberOf(e, by.isSigned) != remainder || divisor.polynomial.size() != 1) return false;
    const auto& [divisors, times] = *divisor.polynomial.begin();
    const Factors others = without(rest.first, {remainder}), known = joined(others, divisors);
    for (const auto& multiple : sum.polynomial) {
      const Factors left = without(multiple.first, known);
      const bool isMultiple = left.size() == 1 && has(multiple.first, known);
      if (!isMultiple || multiple.second != rest.second * times) continue;
      Expr exact = terms_.land(sum.exact, divisor.exact);
      if (!isQuotient(left.front(), e->arg(0), by, exact)) continue;
      const Expansion dividend = expansionOf({e->arg(0), by.isSigned});
      Polynomial whole = product(dividend.polynomial, {{others, rest.second}});
      add(whole, {rest, multiple}, -1);
      add(sum.polynomial, whole);
      sum.exact =
          terms_.land(exact, dividend.exact, by.isSigned ? isNotLeast(e->arg(0)) : terms_.yes());
      return true;
    }
    return false;
  }

  // What divisions have taken apart is put together. Whether there was any.
  bool gather(Expansion& sum) {
    for (const auto& monomial : sum.polynomial)
      for (const Number& factor : monomial.first)
        if (gather(sum, monomial, factor)) return true;
    return false;
  }

  // What follows from two sums being equal as integers.
  Expr agree(Polynomial a, Polynomial b, unsigned depth) {
    leaveOutCommon(a, b);
    if (a.empty() && b.empty()) return terms_.yes();
    if (isLiteral(a) && isLiteral(b)) return terms_.no();
    if (const auto same = agreeAsTerms(a, b)) return *same;
    Expr all = terms_.yes();
    if (depth > maximalDepth) return all;
    for (const Weight& weight : weightsOf(a, b)) {
      if (++steps_ > maximalSteps) break;
      const Split one = split(a, weight), other = split(b, weight);
      const Polynomial limit{{weight.factors, weight.coefficient}};
      const Expr areDigits = terms_.land(isBelow(one.rest, limit), isBelow(other.rest, limit));
      if (areDigits->isFalse()) continue;
      const Expr digits = terms_.land(agree(one.rest, other.rest, depth + 1),
                                      agree(one.upper, other.upper, depth + 1));
      all = terms_.land(all, terms_.implies(areDigits, digits));
      // Of two multiples nothing else has to be known.
      if (one.rest.empty() && other.rest.empty()) break;
    }
    return all;
  }

  static bool isLiteral(const Polynomial& polynomial) {
    return polynomial.empty() || (polynomial.size() == 1 && polynomial.begin()->first.empty());
  }

  // Of two numbers of one form that are equal.
  std::optional<Expr> agreeAsTerms(const Polynomial& a, const Polynomial& b) {
    auto single = [](const Polynomial& polynomial) -> const Number* {
      const bool isNumber = polynomial.size() == 1 && polynomial.begin()->second == 1 &&
                            polynomial.begin()->first.size() == 1;
      return isNumber ? &polynomial.begin()->first.front() : nullptr;
    };
    const Number *one = single(a), *other = single(b);
    if (!one && !other) return std::nullopt;
    if (one && other) {
      const OneForm form = inOneForm(*one, *other);
      return terms_.implies(form.exact, terms_.equal(form.first, form.second));
    }
    const Polynomial& literal = one ? b : a;
    if (!isLiteral(literal)) return std::nullopt;
    const Number& number = one ? *one : *other;
    const BigInt value = literal.empty() ? BigInt(0) : literal.begin()->second;
    if (!isWithin(value, number.value->type()->width(), number.isSigned)) return terms_.no();
    return terms_.equal(number.value, literalOf(value, number.value->type()));
  }

  Expr literalOf(const BigInt& value, Type type) const {
    return terms_.number(value < 0 ? value + (BigInt(1) << type->width()) : value, type);
  }

  struct OneForm {
    Expr first, second;
    Expr exact;  // where these are the numbers, in the reading that both have
    bool isSigned = false;
  };

  OneForm inOneForm(const Number& a, const Number& b) const {
    const bool isSigned = a.isSigned || b.isSigned;
    const unsigned width = std::max(a.value->type()->width(), b.value->type()->width());
    Expr exact = terms_.yes();
    auto shaped = [&](const Number& number) {
      const Expr e = number.value;
      const Expr zero = terms_.number(0, e->type());
      const bool isWidest = e->type()->width() == width;
      if (isSigned && !number.isSigned && isWidest)
        exact = terms_.land(exact, terms_.lessEqual(zero, e, true));
      if (isWidest) return e;
      if (!number.isSigned) return terms_.zeroExtend(e, width);
      return terms_.rebuild(terms_.pool().extend(Op::SignExtend, e, width), {e});
    };
    const Expr first = shaped(a), second = shaped(b);
    return {first, second, exact, isSigned};
  }

  // 0 <= digit < limit
  Expr isBelow(const Polynomial& digit, const Polynomial& limit) {
    Expr exact = terms_.yes();
    const auto value = termOf(digit, exact);
    const auto most = termOf(limit, exact);
    if (!value || !most || exact->isFalse()) return terms_.no();
    const auto [below, above, isExact, isSigned] = inOneForm(*value, *most);
    Expr isLess = terms_.land(exact, isExact, terms_.less(below, above, isSigned));
    if (value->isSigned)
      isLess = terms_.land(
          isLess, terms_.lessEqual(terms_.number(0, value->value->type()), value->value, true));
    return terms_.lor(isLess, isQuotientBelow(*value, limit));
  }

  // x / y < limit, as x < limit * y where the kernel computes this product.
  Expr isQuotientBelow(const Number& digit, const Polynomial& limit) {
    const Expr e = digit.value;
    if (e->op() != Op::BvSDiv && e->op() != Op::BvUDiv) return terms_.no();
    const bool isSigned = e->op() == Op::BvSDiv;
    const Number dividend = numberOf(e->arg(0), isSigned), by{e->arg(1), isSigned};
    if (numberOf(e, isSigned) != digit) return terms_.no();
    const Expansion divisor = expansionOf(by);
    const Polynomial most = product(limit, divisor.polynomial);
    if (!computed_.contains(most)) return terms_.no();
    const Expr zero = terms_.number(0, by.value->type());
    return terms_.land(terms_.land(divisor.exact, terms_.less(zero, by.value, isSigned)),
                       isBelow({{{dividend}, 1}}, most));
  }

  // What the kernel computed stands for itself, so that its own guards bound it; else a sum of the
  // width of its widest part.
  std::optional<Number> termOf(const Polynomial& polynomial, Expr& exact) {
    const auto known = computed_.find(polynomial);
    if (known != computed_.end()) {
      exact = terms_.land(exact, known->second.second);
      return numberOf(known->second.first.value, known->second.first.isSigned);
    }
    if (polynomial.size() == 1 && polynomial.begin()->second == 1 &&
        polynomial.begin()->first.size() == 1)
      return polynomial.begin()->first.front();
    Number shape{terms_.number(0, bitVectorType(narrowest)), false};
    for (const auto& [factors, coefficient] : polynomial) {
      if (coefficient < 0) shape.isSigned = true;
      for (const Number& factor : factors) {
        shape.isSigned = shape.isSigned || factor.isSigned;
        if (factor.value->type()->width() > shape.value->type()->width())
          shape.value = factor.value;
      }
    }
    return sumOf(polynomial, shape.value->type(), shape.isSigned, exact);
  }

  std::optional<Number> sumOf(const Polynomial& polynomial, Type type, bool isSigned,
                              Expr& exact) const {
    const Number shape{terms_.number(0, type), isSigned};
    auto apply = [&](Op op, Expr a, Expr b) {
      const Fits fits = fitsWidth(terms_, op, a, b);
      exact = terms_.land(exact, isSigned ? fits.asSigned : fits.asUnsigned);
      return op == Op::BvAdd ? terms_.add(a, b) : terms_.mul(a, b);
    };
    std::optional<Expr> sum;
    for (const auto& [factors, coefficient] : polynomial) {
      if (!isWithin(coefficient, type->width(), isSigned)) return std::nullopt;
      std::optional<Expr> part;
      for (const Number& factor : factors) {
        const OneForm shaped = inOneForm(factor, shape);
        exact = terms_.land(exact, shaped.exact);
        part = part ? apply(Op::BvMul, *part, shaped.first) : shaped.first;
      }
      const Expr literal = literalOf(coefficient, type);
      if (!part)
        part = literal;
      else if (coefficient != 1)
        part = apply(Op::BvMul, *part, literal);
      sum = sum ? apply(Op::BvAdd, *sum, *part) : *part;
    }
    return numberOf(sum.value_or(terms_.number(0, type)), isSigned);
  }

  Terms& terms_;
  const KernelArithmetic& arithmetic_;
  const std::unordered_set<Expr>& whole_;
  bool natural_;
  std::map<std::pair<Expr, bool>, Expansion> expansions_;
  std::map<Polynomial, std::pair<Number, Expr>> computed_;  // sums, and where they are exact
  unsigned steps_ = 0;
};

// The sums that an index is multiplied with on its way, as blockDim.x + 2 where rows have a margin.
std::unordered_set<Expr> sumsAsFactors(const KernelArithmetic& arithmetic, Expr index) {
  std::unordered_set<Expr> sums, seen;
  std::vector<Expr> open{index};
  while (!open.empty()) {
    const Expr e = open.back();
    open.pop_back();
    if (!seen.insert(e).second) continue;
    if (e->op() == Op::ZeroExtend || e->op() == Op::SignExtend) {
      open.push_back(e->arg(0));
      continue;
    }
    const KernelOperation made = arithmetic.madeBy(e);
    if (made.op != Op::BvAdd && made.op != Op::BvSub && made.op != Op::BvMul) continue;
    for (Expr operand : {made.left, made.right}) {
      open.push_back(operand);
      if (made.op != Op::BvMul) continue;
      while (operand->op() == Op::ZeroExtend || operand->op() == Op::SignExtend)
        operand = operand->arg(0);
      const Op op = arithmetic.madeBy(operand).op;
      if (op == Op::BvAdd || op == Op::BvSub) sums.insert(operand);
    }
  }
  return sums;
}

// What an index takes apart: x, as x / by and x % by.
struct Dividend {
  Expr value, quotient, remainder;
  Op division;
  Expr by;
};

std::vector<Dividend> dividendsOf(Expr index) {
  std::vector<Expr> quotients, remainders;
  forEachNode({index}, [&](Expr e) {
    if (e->op() == Op::BvSDiv || e->op() == Op::BvUDiv) quotients.push_back(e);
    if (e->op() == Op::BvSRem || e->op() == Op::BvURem) remainders.push_back(e);
  });
  std::vector<Dividend> dividends;
  for (Expr quotient : quotients)
    for (Expr remainder : remainders)
      if (std::ranges::equal(quotient->args(), remainder->args()) &&
          (quotient->op() == Op::BvSDiv) == (remainder->op() == Op::BvSRem))
        dividends.push_back(
            {quotient->arg(0), quotient, remainder, quotient->op(), quotient->arg(1)});
  return dividends;
}

// From equal quotients and remainders equal dividends follow, as bits and as numbers, and what
// follows from these.
Expr dividendsAgree(Terms& terms, const KernelArithmetic& arithmetic, Expr first, Expr second,
                    const std::vector<Expr>& guards) {
  constexpr unsigned enough = 4;
  unsigned taken = 0;
  Expr all = terms.yes();
  const std::vector<Dividend> others = dividendsOf(second);
  for (const Dividend& one : dividendsOf(first))
    for (const Dividend& other : others) {
      if (one.division != other.division || one.by != other.by || one.value == other.value)
        continue;
      if (++taken > enough) return all;
      const Expr premise = terms.land(terms.equal(one.quotient, other.quotient),
                                      terms.equal(one.remainder, other.remainder));
      all = terms.land(all, terms.implies(premise, terms.equal(one.value, other.value)),
                       digitsAgree(terms, arithmetic, one.value, other.value, guards));
    }
  return all;
}

}  // namespace

Expr digitsAgree(Terms& terms, const KernelArithmetic& arithmetic, Expr first, Expr second,
                 const std::vector<Expr>& guards) {
  if (!first->type()->isBitVector() || first->type() != second->type()) return terms.yes();
  std::unordered_set<Expr> shared = sumsAsFactors(arithmetic, first);
  const std::unordered_set<Expr> others = sumsAsFactors(arithmetic, second);
  std::erase_if(shared, [&](Expr sum) { return !others.contains(sum); });
  Expr all = dividendsAgree(terms, arithmetic, first, second, guards);
  auto take = [&](const std::unordered_set<Expr>& whole) {
    bool mixes = false;
    const auto imply = [&](bool isSigned, bool natural) {
      Digits digits(terms, arithmetic, whole, natural);
      digits.learn(guards);
      all = terms.land(all, digits.implied({first, isSigned}, {second, isSigned}));
      mixes = mixes || digits.mixesReadings();
    };
    for (const bool isSigned : {true, false}) imply(isSigned, false);
    if (mixes) imply(false, true);
  };
  take({});
  if (!shared.empty()) take(shared);
  return terms.implies(terms.equal(first, second), all);
}

}  // namespace barricade
