#include "repair/repair.h"

#include <chrono>

#include "repair/edits.h"
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
  const Obstacles obstacles = searchWithWarps(input, result);
  if (result.status == RepairStatus::Unrepairable && result.edits.empty() &&
      options.kinds != RepairKinds::Barriers)
    repairByRestructuring(input, obstacles, result);
  else if (auto launches = asSeveralLaunches(program, *prepared.procedure, result))
    result.alternatives.push_back(std::move(*launches));
  auto& notes = result.before.notes;
  notes.insert(notes.begin(), prepared.notes.begin(), prepared.notes.end());
  result.before.statistics.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace barricade
