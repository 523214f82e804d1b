#include "encoding/population_counts.h"

#include <algorithm>

namespace barricade {

namespace {

// Of these every two make a fact; of those behind them, which rounds of loops in each other make,
// two of which one is a part of the other by its form.
constexpr std::size_t mostCompared = 24;
constexpr std::size_t mostCounts = 256;

bool isPartByForm(Expr bits, Expr other) {
  return bits->op() == Op::BvAnd && std::ranges::find(bits->args(), other) != bits->args().end();
}

Expr bitwise(Terms& terms, Op op, Expr x, Expr y) {
  return terms.rebuild(terms.pool().make(op, x, y), {x, y});
}

// How many bits a mask of low ones has: (2^j << k) - 1, or all ones >> k. Null: it is none by form.
Expr lengthOfLowMask(Terms& terms, Expr mask) {
  const Type type = mask->type();
  const BigInt width = type->width();
  const BigInt ones = (BigInt(1) << type->width()) - 1;
  const auto isNumber = [](Expr e, const BigInt& value) {
    return e->op() == Op::BvLiteral && e->value() == value;
  };
  const auto ofShift = [&](Expr shift, Expr length, const BigInt& beyond) {
    const Expr isWithin = terms.less(shift, terms.number(width, type), false);
    return terms.ite(isWithin, length, terms.number(beyond, type));
  };
  if (mask->op() == Op::BvLShr && isNumber(mask->arg(0), ones))
    return ofShift(mask->arg(1), terms.sub(terms.number(width, type), mask->arg(1)), 0);
  if (mask->op() != Op::BvAdd || !isNumber(mask->arg(1), ones)) return nullptr;
  const Expr power = mask->arg(0);
  for (unsigned j = 0; j < 2; ++j)
    if (power->op() == Op::BvShl && isNumber(power->arg(0), BigInt(1) << j))
      return ofShift(power->arg(1), terms.add(power->arg(1), terms.number(j, type)), width);
  return nullptr;
}

}  // namespace

void PopulationCounts::add(Expr bits, Expr count) {
  if (counts_.size() >= mostCounts ||
      std::find(counts_.begin(), counts_.end(), std::pair(bits, count)) != counts_.end())
    return;
  counts_.emplace_back(bits, count);
}

PopulationCounts::Counts PopulationCounts::complements(Terms& terms,
                                                       const std::set<BigInt>& tiles) const {
  Counts complements;
  bool someAreLow = false;
  for (const auto& [bits, count] : counts_) {
    const Type type = bits->type();
    if (type != count->type()) continue;
    Expr all = terms.number((BigInt(1) << type->width()) - 1, type);
    Expr length = terms.number(type->width(), type);
    bool isLow = false;
    for (Expr mask : bits->args()) {
      const Expr low = bits->op() == Op::BvAnd ? lengthOfLowMask(terms, mask) : nullptr;
      if (!low) continue;
      all = mask;
      length = low;
      isLow = true;
    }
    someAreLow = someAreLow || isLow;
    complements.emplace_back(bitwise(terms, Op::BvXor, bits, all), terms.sub(length, count));
    for (const BigInt& lanes : tiles) {
      if (isLow || lanes <= 0 || lanes >= type->width()) continue;
      const Expr none = terms.number(0, type);
      const Expr tile = terms.number((BigInt(1) << lanes.convert_to<unsigned>()) - 1, type);
      const Expr isWithin = terms.lessEqual(bits, tile, false);
      complements.emplace_back(
          terms.ite(isWithin, bitwise(terms, Op::BvXor, bits, tile), none),
          terms.ite(isWithin, terms.sub(terms.number(lanes, type), count), none));
    }
  }
  return someAreLow ? complements : Counts{};
}

Expr PopulationCounts::facts(Terms& terms, const Counts& counts) {
  Expr all = terms.yes();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto& [bits, count] = counts[i];
    const Expr none = terms.equal(bits, terms.number(0, bits->type()));
    all = terms.land(all, terms.equal(none, terms.equal(count, terms.number(0, count->type()))));
    const BigInt width = bits->type()->width();
    const Expr most = terms.number(width, count->type());
    const Expr full =
        terms.equal(bits, terms.number((BigInt(1) << bits->type()->width()) - 1, bits->type()));
    all = terms.land(all, terms.lessEqual(count, most, false),
                     terms.equal(full, terms.equal(count, most)));
    // A proper part has fewer.
    for (std::size_t j = 0; j < counts.size(); ++j) {
      const auto& [other, larger] = counts[j];
      if (std::max(i, j) >= mostCompared && !isPartByForm(bits, other)) continue;
      if (other->type() != bits->type() || larger->type() != count->type() || other == bits)
        continue;
      const Expr isPart = terms.land(terms.equal(bitwise(terms, Op::BvAnd, bits, other), bits),
                                     terms.lnot(terms.equal(bits, other)));
      all = terms.land(all, terms.implies(isPart, terms.less(count, larger, false)));
    }
  }
  return all;
}

Expr PopulationCounts::facts(Terms& terms, const PopulationCountSubtractions& subtractions) const {
  const Expr all = facts(terms, counts_);
  return subtractions.any ? terms.land(all, facts(terms, complements(terms, subtractions.from)))
                          : all;
}

}  // namespace barricade
