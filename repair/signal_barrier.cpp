#include "repair/signal_barrier.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <tuple>
#include <utility>

#include "ir/cfg.h"
#include "ir/printer.h"
#include "repair/edits.h"
#include "repair/explanation.h"
#include "repair/hottest_path.h"
#include "repair/ordering_atomics.h"
#include "repair/quiet_options.h"
#include "repair/spare_time.h"
#include "repair/warp_search.h"
#include "repair/weakest_fences.h"
#include "restructure/body.h"
#include "verifier/verify.h"

namespace barricade {
namespace {

constexpr unsigned far = std::numeric_limits<unsigned>::max();

// Processor seconds, where each place takes a proof.
constexpr double secondsForBarrier = 5;

unsigned linesBetween(const SourceChain& a, const SourceChain& b) {
  const auto [low, high] = std::minmax(a.front().line, b.front().line);
  return high - low;
}

bool isBetween(const SourceChain& place, const SourceChain& a, const SourceChain& b) {
  const auto [first, last] = std::minmax(a, b);
  return isKnown(first) && isKnown(place) && first <= place && place <= last;
}

// How many lines lie between a site and the atomic operation that is to tell of an access, where a
// barrier between the two is what lacks and the site stands there. Else `far`.
unsigned linesToSignal(const Site& site, const VerificationResult& result) {
  unsigned least = far;
  for (const Finding& finding : result.findings)
    for (const FindingPlace& place : finding.places)
      if (finding.lacksBarrier && isBetween(site.location, place.location, finding.unorderedPlace))
        least = std::min(least, linesBetween(site.location, finding.unorderedPlace));
  return least;
}

// How many lie between a site and an access that races, where the site stands between that and an
// operation by which threads order each other. Else `far`.
unsigned linesToAccess(const Site& site, const VerificationResult& result,
                       const std::vector<SourceChain>& operations) {
  unsigned least = far;
  for (const Finding& finding : result.findings)
    for (const FindingPlace& place : finding.places)
      for (const SourceChain& operation : operations)
        if (isBetween(site.location, place.location, operation))
          least = std::min(least, linesBetween(site.location, place.location));
  return least;
}

std::vector<SourceChain> placesOf(const OrderingAtomics& atomics, const Program& program) {
  std::vector<SourceChain> places;
  for (const auto& [statement, atomic] : atomics)
    if (atomic.releases || atomic.acquires)
      places.push_back(program.sources.chain(statement->location));
  return places;
}

// Places for a barrier, the likely ones first: near the signal that comes too early, near an access
// that races, then by weight.
void sortByPromise(std::vector<Site>& sites, const VerificationResult& result,
                   const std::vector<SourceChain>& operations) {
  const auto rank = [&](const Site& site) {
    return std::tuple(linesToSignal(site, result), linesToAccess(site, result, operations),
                      site.weight);
  };
  std::stable_sort(sites.begin(), sites.end(),
                   [&](const Site& a, const Site& b) { return rank(a) < rank(b); });
}

// Whether threads wait in a loop until an atomic operation tells them something.
bool waits(Program& program, Procedure& procedure) {
  const OrderingAtomics atomics = orderingAtomics(program, procedure);
  const ControlFlow flow(procedure);
  for (unsigned b : flow.order())
    for (const Statement& statement : procedure.blocks[b]->statements)
      if (const auto atomic = atomics.find(&statement);
          atomic != atomics.end() && atomic->second.acquires && flow.innermostLoop(b) >= 0)
        return true;
  return false;
}

RepairResult withBarrier(const Site& site, const VerificationResult& without, double costBefore) {
  RepairResult result;
  result.status = RepairStatus::Repaired;
  result.costBefore = costBefore;
  result.costAfter = costBefore + site.weight;
  RepairEdit edit = editAt(site, RepairEdit::Action::Add);
  edit.reason = raceIn(without);
  result.edits.push_back(std::move(edit));
  return result;
}

}  // namespace

std::optional<RepairResult> placeSignalBarrier(const SearchInput& input,
                                               const VerificationResult& without,
                                               BarrierScope scope) {
  const Body plain(input.kernel);
  const std::vector<SourceChain> operations =
      placesOf(orderingAtomics(input.program, input.kernel), input.program);
  SiteOptions options = input.siteOptions;
  options.gridBarriers = scope == BarrierScope::Grid;
  options.warpBarriers = scope == BarrierScope::Warp;
  options.besideAtomics = true;
  std::vector<Site> sites = instrument(input.program, input.kernel, options).sites;
  const Body instrumented(input.kernel);
  Placement given;
  double costBefore = 0;
  for (const Site& site : sites)
    if (site.existing) {
      given.insert(site.id);
      costBefore += site.weight;
    }
  std::erase_if(sites, [&](const Site& site) { return site.existing || site.scope != scope; });
  sortByPromise(sites, without, operations);
  VerifyOptions once = quietly(input.verifyOptions);
  once.errorLimit = 1;  // the first thing that is wrong says enough
  const Deadline deadline(input.deadline.slice(0), secondsForBarrier);
  for (const Site& site : sites) {
    if (deadline.passed()) break;
    Placement placement = given;
    placement.insert(site.id);
    instrumented.restore(input.kernel);
    applyPlacement(input.kernel, placement);
    once.timeout = input.deadline.slice(0);
    if (verifyProcedure(input.program, input.kernel, once).verdict != Verdict::Verified) continue;
    RepairResult result = withBarrier(site, without, costBefore);
    weakenFences(input.program, input.kernel, once, input.deadline, {&result.edits.front()});
    return result;
  }
  plain.restore(input.kernel);
  return std::nullopt;
}

void removeNeedless(const SearchInput& input, VerificationResult repaired, RepairResult& result) {
  RepairResult improved;
  improved.before = std::move(repaired);
  searchWithWarps(input, improved);
  if (improved.status != RepairStatus::Improved) return;
  result.costAfter += improved.costAfter - improved.costBefore;
  result.barriersOnHottestPath = improved.barriersOnHottestPath;
  result.fixedProgram = std::move(improved.fixedProgram);
  std::move(improved.edits.begin(), improved.edits.end(), std::back_inserter(result.edits));
}

bool repairByWarpBarrier(const SearchInput& input, RepairResult& result) {
  const bool racesInBlock = std::ranges::any_of(result.before.findings, [](const Finding& finding) {
    return finding.kind == FindingKind::Race && !finding.interGroup;
  });
  if (!input.siteOptions.warpBarriers || !racesInBlock || !waits(input.program, input.kernel))
    return false;
  std::optional<RepairResult> found = placeSignalBarrier(input, result.before, BarrierScope::Warp);
  if (!found) return false;
  found->before = std::move(result.before);
  found->barriersOnHottestPath = barriersOnHottestPath(input.kernel);
  found->fixedProgram = toString(input.program);
  result = std::move(*found);
  const VerifyOptions verifyOptions = quietly(input.verifyOptions);
  const RepairOptions options = quietly(input.options);
  removeNeedless({input.program, input.kernel, verifyOptions, options, input.siteOptions,
                  spareTime(input.deadline)},
                 verifyProcedure(input.program, input.kernel, verifyOptions), result);
  return true;
}

}  // namespace barricade
