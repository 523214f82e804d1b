#include "encoding/opaque_products.h"

#include <algorithm>
#include <iterator>
#include <ranges>

#include "encoding/number_range.h"

namespace barricade {
namespace {

// Facts about more pairs of products than this would cost more than they are worth.
constexpr std::size_t maximalPairs = 800;

bool isQuotient(Op op) {
  return op == Op::BvUDiv || op == Op::BvURem || op == Op::BvSDiv || op == Op::BvSRem;
}

// Nothing is said of wider products.
constexpr unsigned maximalWidth = 64;

// Whether `wide` is `e` extended to twice its width, with a sign or without.
bool isExtensionOf(Terms& terms, Expr wide, Expr e) {
  if (wide->op() == Op::Ite) wide = wide->arg(2);
  return wide == terms.zeroExtend(e, wide->type()->width());
}

// Of the equation which says that a product fits its width (encoding/overflow.cpp): the product;
// null for other terms.
Expr productThatFits(Terms& terms, Expr e) {
  if (e->op() != Op::Equal || !e->arg(0)->type()->isBitVector()) return nullptr;
  for (const unsigned side : {0U, 1U}) {
    const Expr wide = e->arg(side);
    Expr product = e->arg(1 - side);
    if (product->op() == Op::Ite) product = product->arg(2);
    if (wide->op() != Op::BvMul || product->op() != Op::ZeroExtend) continue;
    product = product->arg(0);
    if (product->op() != Op::BvMul || 2 * product->type()->width() != wide->type()->width())
      continue;
    for (const unsigned first : {0U, 1U})
      if (isExtensionOf(terms, wide->arg(first), product->arg(0)) &&
          isExtensionOf(terms, wide->arg(1 - first), product->arg(1)))
        return product;
  }
  return nullptr;
}

bool isSignedEquation(Expr fits) {
  return fits->arg(0)->op() == Op::Ite || fits->arg(1)->op() == Op::Ite;
}

bool isNotNegative(const Terms& terms, Expr e) {
  return rangeOf(terms, e, true).low >= 0;
}

// A comparison that ranges decide. What says the limits that ranges follow from stays.
std::optional<bool> decided(const Terms& terms, Expr e) {
  if (e->op() != Op::BvSlt && e->op() != Op::BvUlt) return std::nullopt;
  auto isLeaf = [](Expr side) { return side->isLiteral() || side->op() == Op::Variable; };
  if (isLeaf(e->arg(0)) && isLeaf(e->arg(1))) return std::nullopt;
  const bool isSigned = e->op() == Op::BvSlt;
  const Interval a = rangeOf(terms, e->arg(0), isSigned), b = rangeOf(terms, e->arg(1), isSigned);
  if (a.high < b.low) return true;
  if (a.low >= b.high) return false;
  return std::nullopt;
}

struct Scaled {
  BigInt factor;
  Expr rest;
};

// literal * rest, where it is that; else 1 * e.
Scaled scaled(Expr e) {
  if (e->op() == Op::BvMul)
    for (const unsigned side : {0U, 1U})
      if (e->arg(side)->isLiteral()) return {e->arg(side)->value(), e->arg(1 - side)};
  if (e->op() == Op::BvShl && e->arg(1)->isLiteral() && e->arg(1)->value() < e->type()->width())
    return {BigInt(1) << static_cast<unsigned>(e->arg(1)->value()), e->arg(0)};
  return {1, e};
}

struct Summand {
  Expr value;
  bool isTaken;  // subtracted
};

// Of a sum; none where there are too many.
std::vector<Summand> addendsOf(Expr sum) {
  constexpr std::size_t most = 8;
  std::vector<Summand> addends{{sum, false}};
  for (std::size_t i = 0; i < addends.size();) {
    const auto [value, isTaken] = addends[i];
    if (value->op() != Op::BvAdd && value->op() != Op::BvSub) {
      ++i;
      continue;
    }
    if (addends.size() == most) return {};
    addends[i].value = value->arg(0);
    addends.push_back({value->arg(1), isTaken != (value->op() == Op::BvSub)});
  }
  return addends;
}

}  // namespace

bool scatters(Expr literal) {
  // Bits need an adder for each of its signed digits that are not 0.
  constexpr unsigned leastDigits = 8;
  unsigned digits = 0;
  for (BigInt rest = literal->value(); rest != 0; rest >>= 1)
    if ((rest & 1) != 0) {
      ++digits;
      rest += (rest & 3) == 3 ? 1 : -1;
    }
  return digits >= leastDigits;
}

Expr OpaqueProducts::replace(Expr e) {
  return fold<Expr>(
      e, memo_,
      [&](Expr part) -> std::optional<Expr> {
        if (part->args().empty()) return part;
        if (const Expr product = productThatFits(terms_, part))
          return fitsOf(replace(product->arg(0)), replace(product->arg(1)), isSignedEquation(part));
        return std::nullopt;
      },
      [&](Expr part, std::vector<Expr> args) { return rebuilt(part, std::move(args)); });
}

Expr OpaqueProducts::rebuilt(Expr e, std::vector<Expr> args) {
  const Expr same = terms_.rebuild(e, std::move(args));
  if (const auto known = decided(terms_, same)) return terms_.boolean(*known);
  if (same->op() == Op::BvAdd || same->op() == Op::BvSub) return sum(same);
  if (same->args().size() != 2) return same;
  if (same->op() == Op::BvMul)
    for (const unsigned side : {0U, 1U})
      if (same->arg(side)->isLiteral() && scatters(same->arg(side)))
        return scattered(same->arg(1 - side), same->arg(side));
  if (same->arg(0)->isLiteral() || same->arg(1)->isLiteral()) return same;
  if (same->op() == Op::BvMul) return product(same->arg(0), same->arg(1));
  return isQuotient(same->op()) ? quotient(same, same->arg(0), same->arg(1)) : same;
}

Expr OpaqueProducts::product(Expr left, Expr right) {
  if (left->isLiteral() || right->isLiteral()) return terms_.mul(left, right);
  if (right->id() < left->id()) std::swap(left, right);
  const auto [it, added] = values_.try_emplace({left, right});
  if (!added) return it->second;
  const Expr value = terms_.fresh("product", left->type());
  it->second = value;
  factors_.try_emplace(value, left, right);
  const auto range = exactRange(terms_, Op::BvMul, left, right, false);
  if (range && range->within(rangeOfWidth(left->type()->width(), false))) {
    terms_.limit(value, range->high);
    say(terms_.lessEqual(value, terms_.number(range->high, value->type()), false));
  }
  if (left->type()->width() <= maximalWidth) waiting_.emplace_back(left, right);
  return value;
}

// What is said of it: equal numbers are scattered to equal ones, and by an odd literal only these.
Expr OpaqueProducts::scattered(Expr e, Expr by) {
  const auto [it, added] = values_.try_emplace({e, by});
  if (!added) return it->second;
  const Expr value = terms_.fresh("scattered", e->type());
  it->second = value;
  const bool isOdd = (by->value() & 1) != 0;
  for (const auto& [other, otherValue] : scattered_[by]) {
    const Expr isSame = terms_.equal(e, other), hasSame = terms_.equal(value, otherValue);
    say(isOdd ? terms_.equal(isSame, hasSame) : terms_.implies(isSame, hasSame));
  }
  scattered_[by].emplace_back(e, value);
  return value;
}

// Whether a product fits, as a truth value; where that is certain or a literal decides, as it is.
Expr OpaqueProducts::fitsOf(Expr left, Expr right, bool isSigned) {
  const Fits fits = fitsWidth(terms_, Op::BvMul, left, right);
  const Expr condition = isSigned ? fits.asSigned : fits.asUnsigned;
  if (!productThatFits(terms_, condition)) return replace(condition);
  if (isSigned && isNotNegative(terms_, left) && isNotNegative(terms_, right)) {
    const Expr value = product(left, right);
    return terms_.land(fitsOf(left, right, false),
                       terms_.lessEqual(terms_.number(0, value->type()), value, true));
  }
  if (right->id() < left->id()) std::swap(left, right);
  const auto [it, added] = fits_.try_emplace({left, right, isSigned});
  if (added) it->second = terms_.fresh("fits", boolType());
  return it->second;
}

Expr OpaqueProducts::quotient(Expr shape, Expr dividend, Expr divisor) {
  const bool isSigned = shape->op() == Op::BvSDiv || shape->op() == Op::BvSRem;
  const bool isRest = shape->op() == Op::BvURem || shape->op() == Op::BvSRem;
  const Expr zero = terms_.number(0, dividend->type());
  // Of numbers that are not negative both readings are the same.
  const Expr isPositive = terms_.less(zero, divisor, true);
  const Expr plain = isSigned
                         ? isNotNegative(terms_, dividend)
                               ? isPositive
                               : terms_.land(terms_.lessEqual(zero, dividend, true), isPositive)
                         : terms_.less(zero, divisor, false);
  const auto [it, added] = quotients_.try_emplace({dividend, divisor});
  auto& [quotient, rest] = it->second;
  if (added) {
    divisions_.push_back({dividend, divisor});
    quotient = terms_.fresh("quotient", dividend->type());
    rest = terms_.fresh("rest", dividend->type());
    // Where the divisor is 0 they are not used, and may be anything.
    const BigInt most = rangeOf(terms_, dividend, false).high;
    for (Expr part : {quotient, rest}) {
      terms_.limit(part, most);
      say(terms_.lessEqual(part, terms_.number(most, part->type()), false));
    }
    const Expr rows = product(quotient, divisor);
    say(terms_.implies(terms_.less(zero, divisor, false),
                       terms_.land(terms_.land(terms_.less(rest, divisor, false),
                                               terms_.lessEqual(quotient, dividend, false)),
                                   terms_.land(terms_.equal(dividend, terms_.add(rows, rest)),
                                               terms_.lessEqual(rows, dividend, false)),
                                   fitsOf(quotient, divisor, false))));
  }
  const Expr other = terms_.fresh("quotient", dividend->type());
  return terms_.ite(plain, isRest ? rest : quotient, other);
}

// Numbers have one quotient and one remainder, and these make the number.
void OpaqueProducts::sayOfTwoDivisions(const Division& one, const Division& other) {
  if (one.divisor != other.divisor || one.dividend == other.dividend) return;
  if (one.dividend->type() != other.dividend->type() || ++pairs_ > maximalPairs) return;
  const auto& [quotient, rest] = quotients_.at({one.dividend, one.divisor});
  const auto& [secondQuotient, secondRest] = quotients_.at({other.dividend, other.divisor});
  const Expr isSame = terms_.equal(one.dividend, other.dividend);
  const Expr haveSame =
      terms_.land(terms_.equal(quotient, secondQuotient), terms_.equal(rest, secondRest));
  const Expr zero = terms_.number(0, one.divisor->type());
  say(terms_.implies(
      terms_.less(zero, one.divisor, false),
      terms_.land(terms_.implies(isSame, haveSame), terms_.implies(haveSame, isSame))));
}

// With either factor as the pitch, and what is no product as a pitch of its own.
std::vector<OpaqueProducts::Multiple> OpaqueProducts::multiplesOf(Expr addend, bool isTaken) {
  auto literal = [&](const BigInt& value) { return terms_.number(value, addend->type()); };
  auto fits = [&](const Scaled& e) {
    return fitsWidth(terms_, Op::BvMul, e.rest, literal(e.factor)).asUnsigned;
  };
  const Scaled outer = scaled(addend);
  const auto factors = factors_.find(outer.rest);
  const Expr always = terms_.yes();
  if (factors == factors_.end()) {
    if (auto extended = multiplesOfExtended(addend, isTaken); !extended.empty()) return extended;
    return {{addend, literal(outer.factor), outer.rest, isTaken, fits(outer), always, false}};
  }
  const auto [left, right] = factors->second;
  const Expr isExact = terms_.land(fits(outer), fitsOf(left, right, false));
  std::vector<Multiple> multiples;
  for (const auto& [by, rows] : {std::pair{left, right}, {right, left}}) {
    const Scaled pitch = scaled(by);
    multiples.push_back({addend, terms_.mul(rows, literal(outer.factor * pitch.factor)), pitch.rest,
                         isTaken, terms_.land(isExact, fits(pitch)), always, true});
  }
  return multiples;
}

// Of a product that is extended: of its factors without signs, where they are not negative and it
// fits its own width.
std::vector<OpaqueProducts::Multiple> OpaqueProducts::multiplesOfExtended(Expr addend,
                                                                          bool isTaken) {
  if (addend->op() != Op::SignExtend && addend->op() != Op::ZeroExtend) return {};
  const auto factors = factors_.find(addend->arg(0));
  if (factors == factors_.end()) return {};
  const auto [left, right] = factors->second;
  const unsigned width = addend->type()->width();
  const Expr zero = terms_.number(0, left->type());
  const Expr holds =
      addend->op() == Op::ZeroExtend
          ? fitsOf(left, right, false)
          : terms_.land(fitsOf(left, right, true), terms_.lessEqual(zero, left, true),
                        terms_.lessEqual(zero, right, true));
  std::vector<Multiple> multiples;
  for (const auto& [pitch, rows] : {std::pair{left, right}, {right, left}})
    multiples.push_back({addend, terms_.zeroExtend(rows, width), terms_.zeroExtend(pitch, width),
                         isTaken, holds, holds, true});
  return multiples;
}

// Says of each pitch that several addends have how many rows they are together. Where products are
// extended that is put in their place: bits are bad at sums that are grouped in different ways.
Expr OpaqueProducts::sum(Expr e) {
  if (e->type()->width() > maximalWidth) return e;
  const std::vector<Summand> addends = addendsOf(e);
  std::vector<Multiple> all;
  for (const bool isTaken : {false, true})
    for (const Summand& addend : addends) {
      if (addend.isTaken != isTaken) continue;
      std::unordered_set<Expr> own;  // both factors of a square have the same
      for (const Multiple& multiple : multiplesOf(addend.value, isTaken))
        if (own.insert(multiple.pitch).second) all.push_back(multiple);
    }
  std::unordered_set<Expr> pitches;
  for (const Multiple& one : all) {
    if (!one.isProduct || !pitches.insert(one.pitch).second) continue;
    std::vector<Multiple> same;
    for (const Multiple& other : all)
      if (other.pitch == one.pitch) same.push_back(other);
    if (same.size() < 2) continue;
    const bool areTaken = same.front().isTaken;
    for (Multiple& taken : same) taken.isTaken = taken.isTaken && !areTaken;
    const Rows rows = togetherOf(same);
    if (rows.holds->isTrue()) {
      sayOfRows(rows);
      continue;
    }
    Expr rest = terms_.number(0, e->type());
    for (const Summand& addend : addends)
      if (std::ranges::find(same, addend.value, &Multiple::value) == same.end())
        rest = addend.isTaken ? terms_.sub(rest, addend.value) : terms_.add(rest, addend.value);
    const Expr value = product(rows.number, rows.pitch);
    say(terms_.implies(rows.fit, fitsOf(rows.number, rows.pitch, false)));
    if (rows.range.within(rangeOfWidth(e->type()->width(), false)))
      say(terms_.implies(
          rows.holds,
          terms_.lessEqual(value, terms_.number(rows.range.high, value->type()), false)));
    return terms_.ite(rows.holds, areTaken ? terms_.sub(rest, value) : terms_.add(rest, value), e);
  }
  return e;
}

// Of the value, where it holds: extended products are no negative numbers then.
Interval OpaqueProducts::rangeWhereHolds(const Multiple& multiple) const {
  const Expr value = multiple.value;
  const bool isExtended = value->op() == Op::SignExtend && !multiple.holds->isTrue();
  if (!isExtended) return rangeOf(terms_, value, false);
  return {0, rangeOf(terms_, value->arg(0), true).high};
}

OpaqueProducts::Rows OpaqueProducts::togetherOf(const std::vector<Multiple>& multiples) {
  const Multiple& first = multiples.front();
  Rows all{first.rows, first.pitch, first.value, first.fits, first.holds, rangeWhereHolds(first)};
  for (const Multiple& next : multiples | std::views::drop(1)) {
    const Op op = next.isTaken ? Op::BvSub : Op::BvAdd;
    all.holds = terms_.land(all.holds, next.holds);
    const Interval own = rangeWhereHolds(next);
    all.range = next.isTaken ? Interval{all.range.low - own.high, all.range.high - own.low}
                             : Interval{all.range.low + own.low, all.range.high + own.high};
    all.fit =
        terms_.land(all.fit, next.fits, fitsWidth(terms_, op, all.value, next.value).asUnsigned);
    all.value =
        next.isTaken ? terms_.sub(all.value, next.value) : terms_.add(all.value, next.value);
    all.number =
        next.isTaken ? terms_.sub(all.number, next.rows) : terms_.add(all.number, next.rows);
  }
  return all;
}

// That holds modulo 2^width of any numbers.
void OpaqueProducts::sayOfRows(const Rows& rows) {
  if (rows.number->isLiteral() || !summed_.emplace(rows.pitch, rows.number).second) return;
  say(terms_.equal(product(rows.number, rows.pitch), rows.value));
  say(terms_.implies(rows.fit, fitsOf(rows.number, rows.pitch, false)));
}

void OpaqueProducts::say(Expr fact) {
  facts_ = facts_ ? terms_.land(facts_, fact) : fact;
}

// x / (y * z) = (x / y) / z, where all of them are in use.
void OpaqueProducts::sayOfNested(const Division& whole) {
  const auto factors = factors_.find(whole.divisor);
  if (factors == factors_.end()) return;
  for (const auto& [y, z] : {factors->second, {factors->second.second, factors->second.first}}) {
    const auto row = quotients_.find({whole.dividend, y});
    if (row == quotients_.end()) continue;
    for (const Division& nested : divisions_) {
      // The dividend is a choice between the quotient and what that is of negative numbers.
      const bool isChoice = nested.dividend->op() == Op::Ite;
      const Expr inner = isChoice ? nested.dividend->arg(1) : nested.dividend;
      if (nested.divisor != z || inner != row->second.first) continue;
      const Expr zero = terms_.number(0, z->type());
      const Expr isQuotient = isChoice ? nested.dividend->arg(0) : terms_.yes();
      const Expr fact =
          terms_.implies(terms_.land(terms_.land(isQuotient, fitsOf(y, z, false)),
                                     terms_.less(zero, y, false), terms_.less(zero, z, false)),
                         terms_.equal(quotients_.at({whole.dividend, whole.divisor}).first,
                                      quotients_.at({nested.dividend, z}).first));
      if (nestedSaid_.insert(fact).second) say(fact);
    }
  }
}

Expr OpaqueProducts::newFacts() {
  for (std::size_t i = 0; i < divisions_.size(); ++i) sayOfNested(divisions_[i]);
  for (; compared_ < divisions_.size(); ++compared_)
    for (std::size_t i = 0; i < compared_; ++i)
      sayOfTwoDivisions(divisions_[i], divisions_[compared_]);
  while (!waiting_.empty()) {
    const auto [left, right] = waiting_.back();
    waiting_.pop_back();
    const Product p{left,
                    right,
                    values_.at({left, right}),
                    {fitsOf(left, right, true), fitsOf(left, right, false)}};
    sayOfOne(p);
    for (const Product& q : said_)
      for (const auto& [a, by] : {std::pair{p.left, p.right}, {p.right, p.left}})
        for (const auto& [b, other] : {std::pair{q.left, q.right}, {q.right, q.left}})
          if (by == other && ++pairs_ <= maximalPairs) {
            sayOfTwo(p, a, q, b, by);
            sayOfTwo(q, b, p, a, by);
          }
    said_.push_back(p);
  }
  const Expr facts = facts_ ? facts_ : terms_.yes();
  facts_ = nullptr;
  return facts;
}

void OpaqueProducts::sayOfOne(const Product& p) {
  const Expr zero = terms_.number(0, p.value->type()), one = terms_.number(1, p.value->type());
  Expr bothPositive = terms_.yes();
  for (const auto& [x, y] : {std::pair{p.left, p.right}, {p.right, p.left}}) {
    say(terms_.implies(terms_.equal(x, zero), terms_.equal(p.value, zero)));
    say(terms_.implies(terms_.equal(x, one), terms_.equal(p.value, y)));
    say(terms_.implies(terms_.land(p.fits.asUnsigned, terms_.lnot(terms_.equal(x, zero))),
                       terms_.lessEqual(y, p.value, false)));
    if (!isNotNegative(terms_, x))
      bothPositive = terms_.land(bothPositive, terms_.lessEqual(zero, x, true));
  }
  // Numbers without a sign, and a product without one: both readings are the same.
  say(terms_.implies(terms_.land(bothPositive, p.fits.asSigned),
                     terms_.land(p.fits.asUnsigned, terms_.lessEqual(zero, p.value, true))));
  say(terms_.implies(
      terms_.land(bothPositive, p.fits.asUnsigned, terms_.lessEqual(zero, p.value, true)),
      p.fits.asSigned));
}

void OpaqueProducts::sayOfTwo(const Product& p, Expr a, const Product& q, Expr b, Expr by) {
  const Expr zero = terms_.number(0, by->type());
  const Expr apart = terms_.lessEqual(by, terms_.sub(q.value, p.value), false);
  say(terms_.implies(terms_.equal(a, b), terms_.equal(p.value, q.value)));
  say(terms_.implies(terms_.land(p.fits.asUnsigned, q.fits.asUnsigned, terms_.less(a, b, false)),
                     terms_.land(apart, terms_.lessEqual(p.value, q.value, false))));
  // Of numbers that are not negative that has said all.
  if (isNotNegative(terms_, a) && isNotNegative(terms_, b) && isNotNegative(terms_, by)) return;
  say(terms_.implies(terms_.land(terms_.land(p.fits.asSigned, q.fits.asSigned),
                                 terms_.land(terms_.less(zero, by, true), terms_.less(a, b, true))),
                     terms_.land(apart, terms_.lessEqual(p.value, q.value, true))));
}

}  // namespace barricade
