#include "repair/repair.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>

#include "repair/beside_stores.h"
#include "repair/double_buffers.h"
#include "repair/edits.h"
#include "repair/fence_search.h"
#include "repair/other_findings.h"
#include "repair/quiet_options.h"
#include "repair/restructuring.h"
#include "repair/signal_barrier.h"
#include "repair/site_options.h"
#include "repair/trip_counts.h"
#include "repair/two_launches.h"
#include "repair/warp_search.h"
#include "repair/within_blocks.h"
#include "restructure/body.h"
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

bool isOnlyDivergent(const VerificationResult& found) {
  return !found.findings.empty() && std::ranges::all_of(found.findings, [](const Finding& finding) {
    return finding.kind == FindingKind::Divergence;
  });
}

// Barriers alone. Where some threads miss one and nothing else is known to be wrong, races that
// need arithmetic to wrap around are left out at first, as it takes long to exclude them: what is
// beyond repair without them is so with them, and a repair stands if it verifies.
Obstacles placeBarriers(const SearchInput& input, const Body& written, RepairResult& result) {
  if (input.verifyOptions.ignoreOverflow || !isOnlyDivergent(result.before))
    return searchWithWarps(input, result);
  VerifyOptions withoutOverflow = input.verifyOptions;
  withoutOverflow.ignoreOverflow = true;
  const RepairOptions quiet = quietly(input.options);
  RepairResult first = result;
  Obstacles obstacles = searchWithWarps(
      {input.program, input.kernel, withoutOverflow, quiet, input.siteOptions, input.deadline},
      first);
  const bool stands =
      first.status == RepairStatus::Unrepairable ||
      (isRight(first.status) &&
       verifyProcedure(input.program, input.kernel, quietly(input.verifyOptions)).verdict ==
           Verdict::Verified);
  if (stands) {
    result = std::move(first);
    return obstacles;
  }
  written.restore(input.kernel);
  return searchWithWarps(input, result);
}

// Barriers, and what else is wanted where these do not suffice or are dear.
void search(const SearchInput& input, RepairResult& result) {
  const RepairKinds& kinds = input.options.kinds;
  if (repairByWarpBarrier(input, result)) return;
  const Body written(input.kernel);
  const Obstacles obstacles = placeBarriers(input, written, result);
  const auto isUnrepairable = [&] {
    return result.status == RepairStatus::Unrepairable && result.edits.empty();
  };
  if (isUnrepairable() && obstacles.causes.betweenBlocks)
    repairWithinBlocks(input, written, result);
  std::optional<Body> placed;
  if (input.options.doubleBuffer && isRight(result.status)) placed.emplace(input.kernel);
  if (auto launches = asSeveralLaunches(input.program, input.kernel, result))
    result.alternatives.push_back(std::move(*launches));
  if (kinds.fences && (isUnrepairable() || result.status == RepairStatus::Repaired))
    if (auto fences = repairByFences(input, written, result))
      takeFences(std::move(*fences), result);
  if (isUnrepairable()) repairByRestructuring(input, obstacles, result);
  if (isUnrepairable() && kinds.launches && obstacles.causes.betweenBlocks) {
    written.restore(input.kernel);
    repairByLaunches(input, result);
  }
  if (isUnrepairable() && obstacles.gridMayHelp) {
    result.status = RepairStatus::Undecided;
    result.explanation.emplace_back(
        "whether grid barriers help where loops of few iterations are run one by one was not "
        "looked for");
  }
  if (isUnrepairable() && obstacles.causes.lostUpdates.empty() && !obstacles.causes.stores.empty())
    repairBesideStores(input, written, obstacles.causes.stores, search, result);
  if (placed) repairByDoubleBuffers(input, written, *placed, result);
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
  VerifyOptions repairable = verifyOptions;
  repairable.checks = checksForRepair(result.before, verifyOptions.checks);
  repairable.ignoreOverflow = verifyOptions.ignoreOverflow || leavesOverflow(result.before);
  const SearchInput input{program, *prepared.procedure, repairable, options, sites, deadline};
  search(input, result);
  std::vector<std::string> stays = remainingFindings(result.before, repairable);
  std::erase_if(stays, [&](const std::string& line) {  // told already, with another reason
    const std::string finding = line.substr(0, line.find(" stays"));
    return std::ranges::any_of(result.explanation, [&](const std::string& told) {
      return told.starts_with(finding + " stays");
    });
  });
  result.assumesNoOverflow = result.assumesNoOverflow || repairable.ignoreOverflow;
  result.findingsLeft += static_cast<unsigned>(stays.size());
  std::move(stays.begin(), stays.end(), std::back_inserter(result.explanation));
  auto& notes = result.before.notes;
  notes.insert(notes.begin(), prepared.notes.begin(), prepared.notes.end());
  result.before.statistics.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace barricade
