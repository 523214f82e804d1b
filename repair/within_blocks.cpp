// What one thread of a block finds out for all, and hands on by shared memory, is known of the
// others only where they do not race on it (analysis/elected.h): a fetched tile, say, is that of
// one block alone. An encoding for all placements cannot know it, and finds races between blocks
// that no barrier of a block ends. So barriers are placed for the races within blocks, and the
// verification of the kernel with them tells of those between blocks.
//
// Every correct placement ends the races within blocks, with barriers of the block or dearer ones
// of the grid, so that what is found is as cheap as any.
#include "repair/within_blocks.h"

#include <algorithm>
#include <utility>

#include "analysis/kernel.h"
#include "repair/quiet_options.h"
#include "repair/warp_search.h"
#include "verifier/verify.h"

namespace barricade {
namespace {

bool usesSharedMemory(Program& program, Procedure& procedure) {
  const Kernel kernel(program, procedure, {});
  return std::any_of(kernel.arrays().begin(), kernel.arrays().end(), [](const KernelArray& array) {
    return array.array->space == AddressSpace::GroupShared;
  });
}

}  // namespace

void repairWithinBlocks(const SearchInput& input, const Body& written, RepairResult& result) {
  if (input.verifyOptions.onlyIntraGroup || !usesSharedMemory(input.program, input.kernel)) return;
  const Body searched(input.kernel);
  written.restore(input.kernel);
  VerifyOptions everywhere = quietly(input.verifyOptions);
  VerifyOptions within = everywhere;
  within.onlyIntraGroup = true;
  SiteOptions sites = input.siteOptions;
  sites.gridBarriers = false;
  const RepairOptions options = quietly(input.options);
  RepairResult other;
  other.before = verifyProcedure(input.program, input.kernel, within);
  if (other.before.verdict == Verdict::Refuted) {
    searchWithWarps({input.program, input.kernel, within, options, sites, input.deadline}, other);
    everywhere.timeout = input.deadline.slice(0);
    if (other.status == RepairStatus::Repaired &&
        verifyProcedure(input.program, input.kernel, everywhere).verdict == Verdict::Verified) {
      other.before = std::move(result.before);
      result = std::move(other);
      return;
    }
  }
  searched.restore(input.kernel);
}

}  // namespace barricade
