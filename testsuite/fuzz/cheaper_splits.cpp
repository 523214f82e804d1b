// For each site: the branch around it is split for a barrier there, and of all placements of
// barriers in the kernel that results those that cost less are verified, in a random order and up
// to the limit of the brute force. What costs less does so by the weight of all barriers, which
// decides between repairs, and adds no more than the repair does.
#include "testsuite/fuzz/cheaper_splits.h"

#include <algorithm>

#include "analysis/prepare.h"
#include "instrument/instrument.h"
#include "repair/edit_weights.h"
#include "repair/placement.h"
#include "repair/site_options.h"
#include "restructure/body.h"
#include "restructure/split_branch.h"
#include "testsuite/fuzz/concrete.h"
#include "verifier/verify.h"

namespace barricade::fuzz {
namespace {

using Action = RepairEdit::Action;

bool isSplit(const RepairEdit& edit) {
  return edit.action == Action::SplitBranch || edit.action == Action::PredicateReturn;
}

// One split branch, beside barriers that are added or go.
bool splitsOnce(const RepairResult& result) {
  return result.status == RepairStatus::Repaired &&
         std::count_if(result.edits.begin(), result.edits.end(), isSplit) == 1 &&
         std::all_of(result.edits.begin(), result.edits.end(), [](const RepairEdit& edit) {
           return isSplit(edit) || edit.action == Action::Add || edit.action == Action::Remove;
         });
}

// All subsets of the sites that cost less than `limit` and add no more than that, in a random
// order.
std::vector<Placement> cheaperPlacements(const std::vector<Site>& sites,
                                         const PlacementProblem& costs, double limit,
                                         double mostAdded, Random& random) {
  std::vector<Placement> cheaper;
  for (unsigned subset = 0; subset < (1u << sites.size()); ++subset) {
    Placement placement;
    for (std::size_t i = 0; i < sites.size(); ++i)
      if (subset >> i & 1) placement.insert(sites[i].id);
    if (costs.weightOf(placement) < limit - 1e-9 &&
        costs.objectiveOf(placement) <= mostAdded + 1e-9)
      cheaper.push_back(std::move(placement));
  }
  for (std::size_t i = cheaper.size(); i-- > 1;)
    std::swap(cheaper[i], cheaper[random.below(static_cast<unsigned>(i + 1))]);
  return cheaper;
}

}  // namespace

bool goesBeyondBarriers(const RepairResult& result) {
  return std::any_of(result.edits.begin(), result.edits.end(), [](const RepairEdit& edit) {
    return isSplit(edit) || edit.action == Action::UniformLoop || edit.action == Action::Hoist ||
           edit.action == Action::Atomic;
  });
}

std::optional<std::string> cheaperSplit(const SplitSearch& search, const RepairResult& result,
                                        Random& random, Statistics& statistics) {
  if (!splitsOnce(result)) return std::nullopt;
  const double limit = result.costAfter + result.editWeight;
  const auto program = search.parse();
  Procedure& kernel = *prepare(*program, search.verifyOptions).procedure;
  const SiteOptions siteOptions =
      barricade::siteOptions(*program, search.verifyOptions, search.options);
  const std::vector<Site> sites = instrument(*program, kernel, siteOptions).sites;
  Placement written;
  for (const Site& site : sites)
    if (site.existing) written.insert(site.id);
  const barricade::Body instrumented(kernel);
  unsigned tried = 0;
  for (const Site& site : sites) {
    instrumented.restore(kernel);
    const SplitPoint point = findBarrier(kernel, site.id);
    const SplitResult split =
        point.block ? splitBranch(*program, kernel, point) : SplitResult{false, "", {}};
    if (!split.done) continue;
    double weight = weightOf(Action::SplitBranch);
    for (unsigned depth = 0; depth < split.rewrite.loopDepth; ++depth)
      weight *= search.options.loopWeight;
    Placement kept = written;
    kept.insert(site.id);
    applyPlacement(kernel, kept);
    const std::vector<Site> after = instrument(*program, kernel, siteOptions).sites;
    if (after.size() > search.limits.bruteForceSites) continue;
    const PlacementProblem costs(after, search.options);
    const barricade::Body restructured(kernel);
    const double mostAdded = result.lowerBound + result.editWeight - weight;
    for (const Placement& placement :
         cheaperPlacements(after, costs, limit - weight, mostAdded, random)) {
      if (tried == search.limits.placements) return std::nullopt;
      restructured.restore(kernel);
      applyPlacement(kernel, placement);
      ++statistics.splitPlacements;
      ObserveOptions quick;
      quick.stopAtFirst = true;
      if (observe(*program, quick).anything()) continue;
      ++tried;
      if (verifyProcedure(*program, kernel, search.verifyOptions).verdict == Verdict::Verified)
        return "the branch around line " +
               std::to_string(site.location.empty() ? 0 : site.location.front().line) +
               ", split with " + std::to_string(placement.size()) + " barriers, costs " +
               std::to_string(costs.weightOf(placement) + weight) + " and verifies";
    }
  }
  return std::nullopt;
}

}  // namespace barricade::fuzz
