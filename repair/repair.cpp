#include "repair/repair.h"

#include <chrono>
#include <iterator>
#include <optional>

#include "repair/edits.h"
#include "repair/fence_search.h"
#include "repair/restructuring.h"
#include "repair/site_options.h"
#include "repair/trip_counts.h"
#include "repair/two_launches.h"
#include "repair/warp_search.h"
#include "verifier/verify.h"

namespace barricade {
namespace {

RepairResult rejected(std::vector<Rejection> rejections) {
  RepairResult result;
  result.before.verdict = Verdict::Rejected;
  result.before.rejections = std::move(rejections);
  result.status = RepairStatus::NotApplicable;
  return result;
}

AlternativeRepair alternativeOf(const RepairResult& result, std::string reason) {
  return {result.costAfter, result.editWeight, result.barriersOnHottestPath, result.edits,
          std::move(reason)};
}

// Fences in place of what barriers came to, or beside it where they are dearer.
void takeFences(RepairResult fences, RepairResult& result) {
  const bool isRepaired = result.status == RepairStatus::Repaired;
  const double cost = fences.costAfter + fences.editWeight;
  if (isRepaired && result.costAfter <= cost) {
    result.alternatives.push_back(
        alternativeOf(fences, "threads order each other by atomic operations, at a higher cost"));
    return;
  }
  if (isRepaired) {
    fences.alternatives.push_back(
        alternativeOf(result, "threads wait for each other, where fences would do"));
    std::move(result.alternatives.begin(), result.alternatives.end(),
              std::back_inserter(fences.alternatives));
  }
  result = std::move(fences);
}

}  // namespace

RepairResult repair(Program& program, const VerifyOptions& verifyOptions,
                    const RepairOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  RepairResult result;
  Prepared prepared = prepare(program, verifyOptions);
  if (!prepared.procedure) return rejected(std::move(prepared.rejections));
  SiteOptions sites;
  try {
    sites = siteOptions(program, verifyOptions, options);
  } catch (const BadTripCounts& error) {
    return rejected({error.rejection});
  }
  const Deadline deadline(verifyOptions.timeout);
  std::vector<StrippedBarrier> stripped;
  if (options.stripBarriers) stripped = stripBarriers(program, *prepared.procedure);
  result.before = verifyPrepared(program, prepared, verifyOptions);
  describeStripped(stripped, result);
  const SearchInput input{program, *prepared.procedure, verifyOptions, options, sites, deadline};
  const Body written(*prepared.procedure);
  const Obstacles obstacles = searchWithWarps(input, result);
  const bool goesOn = result.status == RepairStatus::Unrepairable && result.edits.empty() &&
                      options.kinds != RepairKinds::Barriers;
  if (auto launches = asSeveralLaunches(program, *prepared.procedure, result))
    result.alternatives.push_back(std::move(*launches));
  std::optional<RepairResult> fences;
  if (goesOn || (result.status == RepairStatus::Repaired && options.kinds != RepairKinds::Barriers))
    fences = repairByFences(input, written, result);
  if (fences)
    takeFences(std::move(*fences), result);
  else if (goesOn)
    repairByRestructuring(input, obstacles, result);
  auto& notes = result.before.notes;
  notes.insert(notes.begin(), prepared.notes.begin(), prepared.notes.end());
  result.before.statistics.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace barricade
