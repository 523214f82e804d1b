#include "encoding/mixed_radix.h"

#include <algorithm>
#include <array>
#include <unordered_set>
#include <vector>

#include "encoding/number_range.h"

namespace barricade {
namespace {

constexpr std::size_t maximalAddends = 8;
constexpr unsigned maximalDepth = 4;  // of rows that are rows themselves: arrays of five dimensions

// index = row * pitch + column + what had been left out before, as the other index has it, too;
// `factors` are row and pitch in the order of the kernel.
struct Place {
  Expr product, row, pitch, column;
  std::array<Expr, 2> factors;
  std::size_t leftOut = 0;  // how many
};

// What a sum consists of; `isTaken` is for what is subtracted.
struct Addend {
  Expr value;
  bool isTaken;

  bool operator==(const Addend&) const = default;
};

// A literal as a pitch is the size of a structure or a row; powers of two need no help.
bool isPitch(Expr factor, Expr row) {
  if (row->isLiteral()) return false;
  if (!factor->isLiteral()) return true;
  const BigInt value = factor->value();
  return value > 2 && (value & (value - 1)) != 0;
}

// That the index is exact.
Expr isExact(Terms& terms, const Place& place, bool isSigned) {
  const Fits product = fitsWidth(terms, Op::BvMul, place.factors[0], place.factors[1]);
  const Fits sum = fitsWidth(terms, Op::BvAdd, place.product, place.column);
  return isSigned ? terms.land(product.asSigned, sum.asSigned)
                  : terms.land(product.asUnsigned, sum.asUnsigned);
}

Expr isBelow(Terms& terms, Expr e, Expr limit, bool isSigned) {
  const Expr below = terms.less(e, limit, isSigned);
  return isSigned ? terms.land(below, terms.lessEqual(terms.number(0, e->type()), e, true)) : below;
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

class Rows {
 public:
  Rows(Terms& terms, const KernelArithmetic& arithmetic, Exactness exactness)
      : terms_(terms), arithmetic_(arithmetic), exactness_(exactness) {}

  Expr implied(Expr first, Expr second, unsigned depth = 0) const {
    Expr all = terms_.yes();
    if (depth > maximalDepth) return all;
    const auto [index, other] = withoutExtension(first, second);
    const auto [places, others] = placesOf(index, other);
    for (const Place& a : places)
      for (const Place& b : others) {
        if (a.pitch != b.pitch || a.leftOut != b.leftOut) continue;
        // Of few bits products by literals are cheap.
        if (a.pitch->isLiteral() && exactness_ == Exactness::Small) continue;
        const Expr premise = terms_.land(terms_.equal(index, other), haveOneRow(a, b));
        if (premise->isFalse()) continue;
        const Expr same = terms_.land(terms_.equal(a.row, b.row), terms_.equal(a.column, b.column));
        all = terms_.land(
            all, terms_.implies(premise, same),
            terms_.land(implied(a.row, b.row, depth + 1), implied(a.column, b.column, depth + 1)));
      }
    return all;
  }

 private:
  // One more of them is taken apart. Whether there was one.
  bool split(std::vector<Addend>& addends) const {
    if (addends.size() > maximalAddends) return false;
    for (Addend& addend : addends) {
      const KernelOperation operation = arithmetic_.madeBy(addend.value);
      if (operation.op != Op::BvAdd && operation.op != Op::BvSub) continue;
      addend.value = operation.left;
      const bool isTaken = addend.isTaken != (operation.op == Op::BvSub);
      addends.push_back({operation.right, isTaken});
      return true;
    }
    return false;
  }

  // The places of one index, while it is taken apart.
  struct Unfolding {
    std::vector<Addend> addends;
    std::unordered_set<Expr> seen;
    std::vector<Place> places;

    explicit Unfolding(Expr index) : addends{{index, false}} {}
  };

  // Of what is added to a product, what the kernel computes by itself stays together.
  std::vector<Place> placesOf(Expr index) const {
    Unfolding unfolding(index);
    do {
      findPlaces(unfolding, 0);
    } while (split(unfolding.addends));
    return std::move(unfolding.places);
  }

  // Side by side, so that what both add, as the first row of a tile, is left out.
  std::pair<std::vector<Place>, std::vector<Place>> placesOf(Expr index, Expr other) const {
    Unfolding a(index), b(other);
    std::size_t leftOut = 0;
    for (bool goesOn = index != other; goesOn;) {
      leftOut += leaveOutCommon(a.addends, b.addends);
      findPlaces(a, leftOut);
      findPlaces(b, leftOut);
      goesOn = split(a.addends);
      goesOn = split(b.addends) || goesOn;
    }
    return {std::move(a.places), std::move(b.places)};
  }

  // Their number.
  static std::size_t leaveOutCommon(std::vector<Addend>& a, std::vector<Addend>& b) {
    return std::erase_if(a, [&](const Addend& own) {
      const auto same = std::ranges::find(b, own);
      if (same == b.end()) return false;
      b.erase(same);
      return true;
    });
  }

  // With either factor of a product as the pitch.
  void findPlaces(Unfolding& unfolding, std::size_t leftOut) const {
    const auto& addends = unfolding.addends;
    for (std::size_t i = 0; i < addends.size(); ++i) {
      const Expr product = addends[i].value;
      const auto [op, left, right] = arithmetic_.madeBy(product);
      if (op != Op::BvMul || addends[i].isTaken || !unfolding.seen.insert(product).second) continue;
      const Expr column = sumWithout(i, addends);
      for (const auto& [row, pitch] : {std::pair{left, right}, {right, left}})
        if (isPitch(pitch, row))
          unfolding.places.push_back({product, row, pitch, column, {left, right}, leftOut});
    }
  }

  Expr sumWithout(std::size_t left, const std::vector<Addend>& addends) const {
    Expr sum = terms_.number(0, addends.front().value->type());
    for (std::size_t i = 0; i < addends.size(); ++i)
      if (i != left)
        sum = addends[i].isTaken ? terms_.sub(sum, addends[i].value)
                                 : terms_.add(sum, addends[i].value);
    return sum;
  }

  std::vector<Addend> addendsOf(Expr index) const {
    std::vector<Addend> addends{{index, false}};
    while (split(addends)) continue;
    return addends;
  }

  // What `index` has that `other` has not.
  Expr without(Expr index, Expr other) const {
    std::vector<Addend> rest = addendsOf(other);
    Expr difference = terms_.number(0, index->type());
    for (const Addend& own : addendsOf(index)) {
      const auto same = std::ranges::find(rest, own);
      if (same != rest.end())
        rest.erase(same);
      else
        difference =
            own.isTaken ? terms_.sub(difference, own.value) : terms_.add(difference, own.value);
    }
    for (const Addend& e : rest)
      difference = e.isTaken ? terms_.add(difference, e.value) : terms_.sub(difference, e.value);
    return difference;
  }

  // The columns, which may have wrapped around, are less than the pitch apart.
  Expr areNear(const Place& one, const Place& other) const {
    const Expr apart = without(one.column, other.column);
    const Expr zero = terms_.number(0, apart->type());
    return terms_.land(terms_.less(zero, one.pitch, true), terms_.less(apart, one.pitch, true),
                       terms_.less(terms_.sub(zero, one.pitch), apart, true));
  }

  // That the column is below the pitch: by its value, or as a place of its own, whose row is below
  // q, where the pitch is its pitch times q: the threads of a grid below their number.
  Expr isInRow(const Place& place, bool isSigned) const {
    Expr any = isBelow(terms_, place.column, place.pitch, isSigned);
    if (place.pitch->op() != Op::BvMul) return any;
    const Fits fits = fitsWidth(terms_, Op::BvMul, place.pitch->arg(0), place.pitch->arg(1));
    for (const Place& inner : placesOf(place.column))
      for (const unsigned side : {0U, 1U})
        if (inner.pitch == place.pitch->arg(side))
          any = terms_.lor(
              any, terms_.land(isExact(terms_, inner, isSigned),
                               isBelow(terms_, inner.row, place.pitch->arg(1 - side), isSigned),
                               terms_.land(isBelow(terms_, inner.column, inner.pitch, isSigned),
                                           isSigned ? fits.asSigned : fits.asUnsigned)));
    return any;
  }

  // Why two places have the same row where their indices are equal.
  Expr haveOneRow(const Place& a, const Place& b) const {
    if (exactness_ == Exactness::Small) return terms_.land(areSmall(terms_, a, b), areNear(a, b));
    Expr any = terms_.no();
    for (const bool isSigned : {true, false}) {
      const Expr exact = terms_.land(isExact(terms_, a, isSigned), isExact(terms_, b, isSigned));
      if (exactness_ == Exactness::Certain && !exact->isTrue()) continue;
      any = terms_.lor(any, terms_.land(exact, isInRow(a, isSigned), isInRow(b, isSigned)));
    }
    return any;
  }

  Terms& terms_;
  const KernelArithmetic& arithmetic_;
  Exactness exactness_;
};

}  // namespace

Expr mixedRadix(Terms& terms, const KernelArithmetic& arithmetic, Expr first, Expr second,
                Exactness exactness) {
  return Rows(terms, arithmetic, exactness).implied(first, second);
}

}  // namespace barricade
