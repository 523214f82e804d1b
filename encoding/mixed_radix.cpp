#include "encoding/mixed_radix.h"

#include <vector>

#include "encoding/number_range.h"
#include "encoding/overflow.h"

namespace barricade {
namespace {

constexpr std::size_t maximalAddends = 8;
constexpr unsigned maximalDepth = 4;  // of rows that are rows themselves: arrays of five dimensions

// index = row * pitch + column
struct Place {
  Expr row, pitch, column;
};

std::vector<Expr> addendsOf(Expr index) {
  std::vector<Expr> addends{index};
  for (std::size_t i = 0; i < addends.size() && addends.size() <= maximalAddends;) {
    const Expr e = addends[i];
    if (e->op() == Op::BvAdd && e->args().size() == 2) {
      addends[i] = e->arg(0);
      addends.push_back(e->arg(1));
    } else {
      ++i;
    }
  }
  return addends;
}

// With either factor of a product as the pitch.
std::vector<Place> placesOf(Terms& terms, Expr index) {
  std::vector<Place> places;
  if (!index->type()->isBitVector()) return places;
  const std::vector<Expr> addends = addendsOf(index);
  for (std::size_t i = 0; i < addends.size(); ++i) {
    const Expr product = addends[i];
    if (product->op() != Op::BvMul || product->arg(0)->isLiteral() || product->arg(1)->isLiteral())
      continue;
    Expr column = terms.number(0, index->type());
    for (std::size_t j = 0; j < addends.size(); ++j)
      if (j != i) column = terms.add(column, addends[j]);
    places.push_back({product->arg(0), product->arg(1), column});
    places.push_back({product->arg(1), product->arg(0), column});
  }
  return places;
}

// That the index is exact.
Expr isExact(Terms& terms, const Place& place, bool isSigned) {
  const Fits product = fitsWidth(terms, Op::BvMul, place.row, place.pitch);
  const Fits sum = fitsWidth(terms, Op::BvAdd, terms.mul(place.row, place.pitch), place.column);
  return isSigned ? terms.land(product.asSigned, sum.asSigned)
                  : terms.land(product.asUnsigned, sum.asUnsigned);
}

Expr isInRow(Terms& terms, const Place& place, bool isSigned) {
  const Expr inRow = terms.less(place.column, place.pitch, isSigned);
  if (!isSigned) return inRow;
  const Expr zero = terms.number(0, place.column->type());
  return terms.land(inRow, terms.lessEqual(zero, place.column, true));
}

Expr mixedRadix(Terms& terms, Expr first, Expr second, Exactness exactness, unsigned depth) {
  Expr all = terms.yes();
  if (depth > maximalDepth) return all;
  const auto [index, other] = withoutExtension(first, second);
  for (const Place& a : placesOf(terms, index))
    for (const Place& b : placesOf(terms, other)) {
      if (a.pitch != b.pitch) continue;
      const Expr same = terms.land(terms.equal(a.row, b.row), terms.equal(a.column, b.column));
      for (const bool isSigned : {true, false}) {
        const Expr exact = terms.land(isExact(terms, a, isSigned), isExact(terms, b, isSigned));
        if (exactness == Exactness::Certain && !exact->isTrue()) continue;
        const Expr rows = terms.land(isInRow(terms, a, isSigned), isInRow(terms, b, isSigned));
        all = terms.land(all,
                         terms.implies(terms.land(terms.equal(index, other), exact, rows), same));
      }
      all = terms.land(all, mixedRadix(terms, a.row, b.row, exactness, depth + 1));
    }
  return all;
}

}  // namespace

Expr mixedRadix(Terms& terms, Expr first, Expr second, Exactness exactness) {
  return mixedRadix(terms, first, second, exactness, 0);
}

}  // namespace barricade
