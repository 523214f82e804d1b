// How many bits are set: what two such numbers have to do with each other. The solver knows nothing
// of the function itself, as sums of bits are dear; positions that warps compute from votes need
// only that a part of a set has fewer elements. That goes for the lanes before a thread that have
// not voted as well, of which there are as many as are left over.
#pragma once

#include <utility>
#include <vector>

#include "analysis/set_bits.h"
#include "encoding/event.h"

namespace barricade {

class PopulationCounts {
 public:
  // `count` is the number of bits that are set in `bits`.
  void add(Expr bits, Expr count);
  // What holds of all of them; of low bits that are not set as well, where such numbers are
  // subtracted.
  Expr facts(Terms& terms, const PopulationCountSubtractions& subtractions) const;

 private:
  using Counts = std::vector<std::pair<Expr, Expr>>;  // of the bits that are set in the first

  static Expr facts(Terms& terms, const Counts& counts);
  // Of low bits that are not set, where `counts_` has those that are: below a mask, or of the lanes
  // of a tile, as many as the numbers are subtracted from.
  Counts complements(Terms& terms, const std::set<BigInt>& tiles) const;

  Counts counts_;
};

}  // namespace barricade
