#include "repair/warp_search.h"

#include <algorithm>
#include <tuple>

#include "repair/spare_time.h"
#include "restructure/body.h"

namespace barricade {
namespace {

bool isDone(const RepairResult& result) {
  return result.status == RepairStatus::Repaired || result.status == RepairStatus::Improved ||
         result.status == RepairStatus::Unchanged;
}

// Whether some barrier is of a warp, and who is in one matters.
bool needsWarps(const RepairResult& result) {
  return std::ranges::any_of(
             result.kept,
             [](const KeptBarrier& barrier) { return barrier.scope == BarrierScope::Warp; }) ||
         std::ranges::any_of(result.edits, [](const RepairEdit& edit) {
           return edit.scope == BarrierScope::Warp && edit.action != RepairEdit::Action::Remove;
         });
}

void leaveOpen(RepairResult& result) {
  result.optimal = false;
  result.explanation.emplace_back(
      "whether barriers of warps would be cheaper was not decided in time");
}

// What is there while the second search goes on.
void publish(RepairResult result, const RepairOptions& options) {
  leaveOpen(result);
  if (options.established) options.established(result);
}

}  // namespace

Obstacles searchWithWarps(const SearchInput& input, RepairResult& result) {
  SiteOptions withoutWarps = input.siteOptions;
  withoutWarps.warpBarriers = false;
  const Body written(input.kernel);
  const SearchInput first{
      input.program, input.kernel,   input.verifyOptions,           input.options,
      withoutWarps,  input.deadline, input.siteOptions.warpBarriers};
  SearchOutcome outcome = searchBarriers(first, result);
  if (!outcome.warpsMayHelp) return outcome.obstacles;

  const Body searched(input.kernel);
  written.restore(input.kernel);
  RepairResult other;
  other.before = result.before;
  RepairOptions options = input.options;
  if (isDone(result)) {
    publish(result, options);
    options.established = nullptr;
  }
  const Deadline deadline = isDone(result) ? spareTime(input.deadline) : input.deadline;
  const SearchInput second{input.program, input.kernel,      input.verifyOptions,
                           options,       input.siteOptions, deadline};
  const SearchOutcome withWarps = searchBarriers(second, other);
  // Barriers of warps that are there count in the second search only.
  const double saved = other.costBefore - other.costAfter;
  const double savedBefore = result.costBefore - result.costAfter;
  const bool better =
      isDone(other) && (!isDone(result) || std::tie(withWarps.objective, savedBefore) <
                                               std::tie(outcome.objective, saved));
  if (better) {
    if (result.status == RepairStatus::Repaired && needsWarps(other)) {
      AlternativeRepair& blockOnly = other.alternatives.emplace_back();
      blockOnly.costAfter = result.costAfter;
      blockOnly.barriersOnHottestPath = result.barriersOnHottestPath;
      blockOnly.edits = result.edits;
      blockOnly.reason =
          "barriers of the block only: dearer, and independent of the size of a warp";
    }
    result = std::move(other);
    return withWarps.obstacles;
  }
  if (!other.optimal && isDone(result)) {
    result.lowerBound = std::min(result.lowerBound, other.lowerBound);
    leaveOpen(result);
  }
  searched.restore(input.kernel);
  return outcome.obstacles;
}

}  // namespace barricade
