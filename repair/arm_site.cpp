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

bool holdsPartition(const Block& block) {
  return std::any_of(block.statements.begin(), block.statements.end(), isPartition);
}

struct Place {
  SitePlace where = SitePlace::Before;
  SourceChain location;
};

// What is written first in the arm that begins with block `entry`: a statement, or a branch or a
// loop that begins there, whose condition may be no statement of its own.
class FirstOfArm {
 public:
  FirstOfArm(const Program& program, const Procedure& kernel, const ControlFlow& flow)
      : program_(program), kernel_(kernel), flow_(flow) {}

  std::optional<Place> in(unsigned entry) const {
    for (unsigned b = entry;; b = flow_.successors(b).front()) {
      if (const int loop = flow_.innermostLoop(b);
          b != entry && loop >= 0 && flow_.loops()[static_cast<std::size_t>(loop)].header == b)
        return known(
            {SitePlace::BeforeLoop,
             loopLocation(program_, kernel_, flow_.loops()[static_cast<std::size_t>(loop)])});
      if (b != entry && flow_.predecessors(b).size() > 1) return std::nullopt;
      for (const Statement& statement : kernel_.blocks[b]->statements)
        if (!statement.as<Assert>() && !statement.as<Assume>() &&
            isKnown(program_.sources.chain(statement.location)))
          return Place{SitePlace::Before, program_.sources.chain(statement.location)};
      if (flow_.successors(b).size() > 1) return known({SitePlace::BeforeBranch, branch(b)});
      if (flow_.successors(b).empty()) return std::nullopt;
    }
  }

 private:
  static std::optional<Place> known(Place place) {
    return isKnown(place.location) ? std::optional(std::move(place)) : std::nullopt;
  }

  // Compilers give its position to the blocks that it leads to.
  SourceChain branch(unsigned b) const {
    for (unsigned s : flow_.successors(b))
      if (holdsPartition(*kernel_.blocks[s]) && kernel_.blocks[s]->location != noLocation)
        return program_.sources.chain(kernel_.blocks[s]->location);
    return program_.sources.chain(kernel_.blocks[b]->location);
  }

  const Program& program_;
  const Procedure& kernel_;
  const ControlFlow& flow_;
};

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
  const std::optional<Place> place = FirstOfArm(program, kernel, flow).in(entry);
  Site site;
  site.id = {"between.arms"};
  site.location = place ? place->location : program.sources.chain(accesses.second);
  site.where = place ? place->where : SitePlace::Before;
  site.scope = scope;
  insertSite(program, kernel, {entry, static_cast<std::size_t>(at - statements.begin())}, site);
  return site;
}

void insertSite(Program& program, Procedure& kernel, AccessPlace before, Site& site) {
  const ControlFlow flow(kernel);
  site.weight = 1;
  site.copies = {site.location};
  site.reason = "other arm of a branch";
  site.loopDepth = flow.loopDepth(before.block);
  if (const int loop = flow.innermostLoop(before.block); loop >= 0) {
    const SourceChain around =
        loopLocation(program, kernel, flow.loops()[static_cast<std::size_t>(loop)]);
    if (isKnown(around)) site.insideLoop = around.front();
  }
  Statement barrier = barrierCall(program, barrierProcedure(program, site.scope),
                                  program.sources.intern(site.location));
  guard(program, barrier, site.id, site.weight);
  auto& statements = kernel.blocks[before.block]->statements;
  statements.insert(statements.begin() + static_cast<std::ptrdiff_t>(before.statement),
                    std::move(barrier));
}

}  // namespace barricade
