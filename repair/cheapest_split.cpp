#include "repair/cheapest_split.h"

#include <algorithm>
#include <cmath>

#include "repair/verified_repair.h"
#include "restructure/body.h"
#include "restructure/split_branch.h"

namespace barricade {
namespace {

// Places where a branch is split at most.
constexpr unsigned mostSplitsCompared = 24;

// Of a repair that splits a branch at the site.
double leastCost(const SearchInput& input, const Rewrite& split, const Site& site) {
  const RepairOptions& options = input.options;
  const double weight = stepOf(split, site, options.loopWeight).weight;
  const bool measured = options.branchWeight != 1 || !options.weightsFile.empty();
  if (measured) return weight;
  const bool warps = input.siteOptions.warpBarriers && site.scope == BarrierScope::Block;
  const double inLoops = std::pow(options.loopWeight, split.loopDepth);
  return weight + inLoops * (warps ? std::min(1.0, options.warpWeight) : 1.0);
}

}  // namespace

bool compareWithOtherSplits(const SplitComparison& comparison) {
  const auto& [input, obstacles, known, first, attempt] = comparison;
  const Body instrumented(input.kernel);
  double cheapest = first;
  unsigned compared = 0;
  for (const Site& site : obstacles.illegal) {
    if (known.contains(site.id)) continue;
    instrumented.restore(input.kernel);
    const SplitPoint point = findBarrier(input.kernel, site.id);
    if (!point.block) continue;
    const SplitResult split = splitBranch(input.program, input.kernel, point);
    if (!split.done || leastCost(input, split.rewrite, site) >= cheapest) continue;
    if (++compared > mostSplitsCompared || input.deadline.passed()) return false;
    Placement kept = obstacles.asWritten;
    kept.insert(site.id);
    applyPlacement(input.kernel, kept);
    cheapest = attempt(split.rewrite, site);
  }
  return true;
}

}  // namespace barricade
