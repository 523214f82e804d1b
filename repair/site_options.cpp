#include "repair/site_options.h"

#include "analysis/launch.h"
#include "repair/trip_counts.h"
#include "solver/smt/terms.h"

namespace barricade {

SiteOptions siteOptions(Program& program, const VerifyOptions& verifyOptions,
                        const RepairOptions& options) {
  Terms terms(program);
  // OpenCL kernels, which have none, are told by the constants that only they declare.
  const bool openCl = program.launchConstant({LaunchConstant::Kind::WorkDim, 0}) != nullptr;
  SiteOptions sites;
  sites.gridBarriers = !options.disableGrid && !verifyOptions.onlyIntraGroup &&
                       !hasSingleGroup(findLaunchFacts(terms, verifyOptions)) &&
                       (!openCl || program.gridBarrier());
  sites.inspectExisting = !options.disableInspect;
  sites.loopWeight = options.loopWeight;
  sites.branchWeight = options.branchWeight;
  sites.gridWeight = options.gridWeight;
  if (!options.weightsFile.empty()) sites.measuredWeight = readTripCounts(options.weightsFile);
  return sites;
}

}  // namespace barricade
