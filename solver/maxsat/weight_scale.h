// Turns weights as users write them (10, 0.5, 0.125, 12.75) into integers, so that sums and
// comparisons of costs are exact and two placements that cost the same by hand also cost the same
// here.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace barricade::sat {

struct ScaledWeights {
  std::vector<std::int64_t> units;  // one per weight; zero only where the weight is zero
  double unitsPerOne = 1;           // how many units make up weight 1
  bool exact = true;  // false: weights span too many orders of magnitude and had to be rounded, so
                      // a minimum in units is a minimum only up to rounding
};

// A weight stands for the shortest decimal that reads back as it (0.1 is one tenth), or, where
// those decimals do not fit, for the binary fraction that the double is. The absolute units sum up
// to at most maximumPrimarySum. Throws std::invalid_argument when a weight is negative, infinite or
// not a number.
ScaledWeights scaleWeights(std::span<const double> weights);

}  // namespace barricade::sat
