#include "repair/arm_site.h"

#include <algorithm>

#include "instrument/guarded_barrier.h"
#include "ir/cfg.h"
#include "ir/loop_location.h"

namespace barricade {
namespace {

int blockWith(const Procedure& kernel, LocationId location) {
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements)
      if (statement.location == location && !statement.as<Assert>())
        return static_cast<int>(block->index);
  return -1;
}

bool isPartition(const Statement& statement) {
  const Assume* assume = statement.as<Assume>();
  return assume && assume->partition;
}

}  // namespace

std::optional<Site> addArmSite(Program& program, Procedure& kernel,
                               std::pair<LocationId, LocationId> accesses, BarrierScope scope) {
  const int first = blockWith(kernel, accesses.first);
  const int second = blockWith(kernel, accesses.second);
  if (first < 0 || second < 0) return std::nullopt;
  const ControlFlow flow(kernel);
  auto entry = static_cast<unsigned>(second);
  for (int above = flow.immediateDominator(entry);
       above >= 0 && !flow.dominates(static_cast<unsigned>(above), static_cast<unsigned>(first));
       above = flow.immediateDominator(entry))
    entry = static_cast<unsigned>(above);
  const int head = flow.immediateDominator(entry);
  if (head < 0 || flow.dominates(entry, static_cast<unsigned>(first)) ||
      flow.innermostLoop(entry) != flow.innermostLoop(static_cast<unsigned>(head)))
    return std::nullopt;

  auto& statements = kernel.blocks[entry]->statements;
  const auto partition = std::find_if(statements.begin(), statements.end(), isPartition);
  const auto at = partition == statements.end() ? statements.begin() : partition + 1;
  const auto known = std::find_if(at, statements.end(), [&](const Statement& statement) {
    return !statement.as<Assert>() && !statement.as<Assume>() &&
           isKnown(program.sources.chain(statement.location));
  });
  const LocationId location = known == statements.end() ? accesses.second : known->location;
  Site site;
  site.id = {"between.arms"};
  site.scope = scope;
  site.weight = 1;
  site.location = program.sources.chain(location);
  site.copies = {site.location};
  site.reason = "other arm of a branch";
  site.loopDepth = flow.loopDepth(entry);
  if (const int loop = flow.innermostLoop(entry); loop >= 0) {
    const SourceChain around =
        loopLocation(program, kernel, flow.loops()[static_cast<std::size_t>(loop)]);
    if (isKnown(around)) site.insideLoop = around.front();
  }
  Statement barrier = barrierCall(program, barrierProcedure(program, scope), location);
  guard(program, barrier, site.id, site.weight);
  statements.insert(at, std::move(barrier));
  return site;
}

}  // namespace barricade
