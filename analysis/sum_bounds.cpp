#include "analysis/sum_bounds.h"

#include <algorithm>

namespace barricade {

SumBounds greatestSums(const BlockScans& scans, const LaunchFacts& launch) {
  SumBounds bounds;
  if (scans.sums.empty() && scans.sumsAfter.empty()) return bounds;
  BigInt threads = 1;
  for (Expr size : launch.groupSize) threads *= size->value();
  auto greatestOf = [&](const BlockScans::Sum& sum) {
    BigInt greatest = 0;
    for (std::size_t t = 0; t < threads; ++t)
      greatest = std::max<BigInt>(greatest,
                                  (sum.end.of(t) - sum.first.of(t)) * scans.scans[sum.scan].most);
    return greatest;
  };
  auto add = [&](const BlockScans::Sum& sum) {
    const BigInt& most = scans.scans[sum.scan].most;
    BigInt& summand = bounds.summands[sum.variable];
    summand = std::max(summand, most);
    BigInt& bound = bounds.sums[sum.variable];
    bound = std::max(bound, greatestOf(sum));
  };
  for (const auto& [statement, sum] : scans.sums) {
    if (statement->as<Call>() && statement->as<Call>()->atomic)
      bounds.addends[statement] = {greatestOf(sum), scans.scans[sum.scan].most};
    else
      add(sum);
  }
  for (const auto& [loop, sums] : scans.sumsAfter) std::ranges::for_each(sums, add);
  return bounds;
}

}  // namespace barricade
