// How many bits are set: what two such numbers have to do with each other. The solver knows nothing
// of the function itself, as sums of bits are dear; positions that warps compute from votes need
// only that a part of a set has fewer elements.
#pragma once

#include <utility>
#include <vector>

#include "encoding/event.h"

namespace barricade {

class PopulationCounts {
 public:
  // `count` is the number of bits that are set in `bits`.
  void add(Expr bits, Expr count);
  // States what holds of all of them beside the conditions of the errors.
  void assumeIn(Terms& terms, std::vector<ErrorCondition>& errors) const;

 private:
  Expr facts(Terms& terms) const;

  std::vector<std::pair<Expr, Expr>> counts_;
};

}  // namespace barricade
