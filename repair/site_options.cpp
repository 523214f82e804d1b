#include "repair/site_options.h"

#include "analysis/launch.h"
#include "repair/trip_counts.h"
#include "solver/smt/terms.h"

namespace barricade {
namespace {

bool fitsIntoWarp(const Program& program, const LaunchFacts& launch) {
  BigInt lanes = 32;
  const Variable* warp = program.launchConstant({LaunchConstant::Kind::SubGroupSize, 0});
  if (auto known = launch.constants.find(warp); warp && known != launch.constants.end())
    if (known->second->isLiteral()) lanes = known->second->value();
  BigInt threads = 1;
  for (Expr size : launch.groupSize) {
    if (!size->isLiteral()) return false;
    threads *= size->value();
  }
  return threads <= lanes;
}

}  // namespace

SiteOptions siteOptions(Program& program, const VerifyOptions& verifyOptions,
                        const RepairOptions& options) {
  Terms terms(program);
  // OpenCL kernels, which have none, are told by the constants that only they declare.
  const bool openCl = program.launchConstant({LaunchConstant::Kind::WorkDim, 0}) != nullptr;
  SiteOptions sites;
  sites.gridBarriers = !options.disableGrid && !verifyOptions.onlyIntraGroup &&
                       !hasSingleGroup(findLaunchFacts(terms, verifyOptions)) &&
                       (!openCl || program.gridBarrier());
  // With one warp a block a barrier of the block does the same, and holds for larger blocks.
  sites.warpBarriers = !options.disableWarp && !openCl && verifyOptions.warpSync == 0 &&
                       !fitsIntoWarp(program, findLaunchFacts(terms, verifyOptions));
  sites.inspectExisting = !options.disableInspect;
  sites.loopWeight = options.loopWeight;
  sites.branchWeight = options.branchWeight;
  sites.gridWeight = options.gridWeight;
  sites.warpWeight = options.warpWeight;
  if (!options.weightsFile.empty()) sites.measuredWeight = readTripCounts(options.weightsFile);
  return sites;
}

}  // namespace barricade
