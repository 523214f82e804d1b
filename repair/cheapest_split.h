// Whether a repair that splits one branch is the cheapest of its kind: each other place is tried
// that some threads never reach, but where the split and its barrier alone cost as much.
#pragma once

#include <functional>
#include <set>

#include "instrument/site.h"
#include "repair/barrier_search.h"
#include "restructure/rewrite.h"

namespace barricade {

struct SplitComparison {
  const SearchInput& input;  // the kernel is instrumented
  const Obstacles& obstacles;
  const std::set<SiteId>& known;  // sites that branches have been split at
  double cheapest = 0;            // what the repair costs
  // Searches for barriers in the kernel as it has been split at the site; returns what the cheapest
  // repair known costs then.
  std::function<double(const Rewrite& split, const Site& site)> attempt;
};

// Whether all places were tried, in time; the kernel is left split.
bool compareWithOtherSplits(const SplitComparison& comparison);

}  // namespace barricade
