#include "encoding/mixed_radix.h"

#include <algorithm>
#include <vector>

#include "encoding/number_range.h"
#include "encoding/overflow.h"

namespace barricade {
namespace {

constexpr std::size_t maximalAddends = 8;
constexpr unsigned maximalDepth = 4;  // of rows that are rows themselves: arrays of five dimensions

// index = row * pitch + column; `product` is row * pitch in the order of the kernel.
struct Place {
  Expr product, row, pitch, column;
};

// What a sum consists of; `isTaken` is for what is subtracted.
struct Addend {
  Expr value;
  bool isTaken;
};

std::vector<Addend> addendsOf(Expr index) {
  std::vector<Addend> addends{{index, false}};
  for (std::size_t i = 0; i < addends.size() && addends.size() <= maximalAddends;) {
    const auto [e, isTaken] = addends[i];
    if (e->args().size() == 2 && (e->op() == Op::BvAdd || e->op() == Op::BvSub)) {
      addends[i].value = e->arg(0);
      addends.push_back({e->arg(1), isTaken != (e->op() == Op::BvSub)});
    } else {
      ++i;
    }
  }
  return addends;
}

// A literal as a pitch is the size of a structure or a row; powers of two need no help.
bool isPitch(Expr factor, Expr row) {
  if (row->isLiteral()) return false;
  if (!factor->isLiteral()) return true;
  const BigInt value = factor->value();
  return value > 2 && (value & (value - 1)) != 0;
}

// With either factor of a product as the pitch.
std::vector<Place> placesOf(Terms& terms, Expr index) {
  std::vector<Place> places;
  if (!index->type()->isBitVector()) return places;
  const std::vector<Addend> addends = addendsOf(index);
  for (std::size_t i = 0; i < addends.size(); ++i) {
    const Expr product = addends[i].value;
    if (product->op() != Op::BvMul || addends[i].isTaken) continue;
    Expr column = terms.number(0, index->type());
    for (std::size_t j = 0; j < addends.size(); ++j)
      if (j != i)
        column = addends[j].isTaken ? terms.sub(column, addends[j].value)
                                    : terms.add(column, addends[j].value);
    for (const unsigned side : {0U, 1U})
      if (isPitch(product->arg(1 - side), product->arg(side)))
        places.push_back({product, product->arg(side), product->arg(1 - side), column});
  }
  return places;
}

// What `index` has that `other` has not.
Expr without(Terms& terms, Expr index, Expr other) {
  std::vector<Addend> rest = addendsOf(other);
  Expr difference = terms.number(0, index->type());
  for (const Addend& own : addendsOf(index)) {
    const auto same = std::ranges::find_if(
        rest, [&](const Addend& e) { return e.value == own.value && e.isTaken == own.isTaken; });
    if (same != rest.end())
      rest.erase(same);
    else
      difference =
          own.isTaken ? terms.sub(difference, own.value) : terms.add(difference, own.value);
  }
  for (const Addend& e : rest)
    difference = e.isTaken ? terms.add(difference, e.value) : terms.sub(difference, e.value);
  return difference;
}

// The columns, which may have wrapped around, are less than the pitch apart.
Expr areNear(Terms& terms, const Place& one, const Place& other) {
  const Expr apart = without(terms, one.column, other.column);
  const Expr zero = terms.number(0, apart->type());
  return terms.land(terms.less(zero, one.pitch, true), terms.less(apart, one.pitch, true),
                    terms.less(terms.sub(zero, one.pitch), apart, true));
}

// That the index is exact.
Expr isExact(Terms& terms, const Place& place, bool isSigned) {
  const Fits product = fitsWidth(terms, Op::BvMul, place.product->arg(0), place.product->arg(1));
  const Fits sum = fitsWidth(terms, Op::BvAdd, place.product, place.column);
  return isSigned ? terms.land(product.asSigned, sum.asSigned)
                  : terms.land(product.asUnsigned, sum.asUnsigned);
}

Expr isBelow(Terms& terms, Expr e, Expr limit, bool isSigned) {
  const Expr below = terms.less(e, limit, isSigned);
  return isSigned ? terms.land(below, terms.lessEqual(terms.number(0, e->type()), e, true)) : below;
}

// That the column is below the pitch: by its value, or as a place of its own, whose row is below q,
// where the pitch is its pitch times q: the threads of a grid below their number.
Expr isInRow(Terms& terms, const Place& place, bool isSigned) {
  Expr any = isBelow(terms, place.column, place.pitch, isSigned);
  if (place.pitch->op() != Op::BvMul) return any;
  const Fits fits = fitsWidth(terms, Op::BvMul, place.pitch->arg(0), place.pitch->arg(1));
  for (const Place& inner : placesOf(terms, place.column))
    for (const unsigned side : {0U, 1U})
      if (inner.pitch == place.pitch->arg(side))
        any = terms.lor(any,
                        terms.land(isExact(terms, inner, isSigned),
                                   isBelow(terms, inner.row, place.pitch->arg(1 - side), isSigned),
                                   terms.land(isBelow(terms, inner.column, inner.pitch, isSigned),
                                              isSigned ? fits.asSigned : fits.asUnsigned)));
  return any;
}

// Both rows have so few bits, and the pitch so few, that the products are below 2^(width - 1).
Expr areSmall(Terms& terms, const Place& one, const Place& other) {
  const unsigned width = one.row->type()->width();
  auto below = [&](Expr e, unsigned bits) {
    return terms.less(e, terms.number(BigInt(1) << bits, e->type()), false);
  };
  Expr any = terms.no();
  for (unsigned bits = 1; bits < width - 1; ++bits)
    any = terms.lor(any, terms.land(below(one.row, bits), below(other.row, bits),
                                    below(one.pitch, width - 1 - bits)));
  return any;
}

// Why two places have the same row where their indices are equal.
Expr haveOneRow(Terms& terms, const Place& a, const Place& b, Exactness exactness) {
  if (exactness == Exactness::Small) return terms.land(areSmall(terms, a, b), areNear(terms, a, b));
  Expr any = terms.no();
  for (const bool isSigned : {true, false}) {
    const Expr exact = terms.land(isExact(terms, a, isSigned), isExact(terms, b, isSigned));
    if (exactness == Exactness::Certain && !exact->isTrue()) continue;
    any =
        terms.lor(any, terms.land(exact, isInRow(terms, a, isSigned), isInRow(terms, b, isSigned)));
  }
  return any;
}

Expr mixedRadix(Terms& terms, Expr first, Expr second, Exactness exactness, unsigned depth) {
  Expr all = terms.yes();
  if (depth > maximalDepth) return all;
  const auto [index, other] = withoutExtension(first, second);
  for (const Place& a : placesOf(terms, index))
    for (const Place& b : placesOf(terms, other)) {
      if (a.pitch != b.pitch) continue;
      // Products by literals cost bits little; only in questions without overflow do they add up.
      if (a.pitch->isLiteral() && exactness != Exactness::Any) continue;
      const Expr same = terms.land(terms.equal(a.row, b.row), terms.equal(a.column, b.column));
      const Expr premise =
          terms.land(terms.equal(index, other), haveOneRow(terms, a, b, exactness));
      if (premise->isFalse()) continue;
      all = terms.land(all, terms.implies(premise, same),
                       terms.land(mixedRadix(terms, a.row, b.row, exactness, depth + 1),
                                  mixedRadix(terms, a.column, b.column, exactness, depth + 1)));
    }
  return all;
}

}  // namespace

Expr mixedRadix(Terms& terms, Expr first, Expr second, Exactness exactness) {
  return mixedRadix(terms, first, second, exactness, 0);
}

}  // namespace barricade
