// A model of any of the races that are not known yet tells of all that it shows, until there is
// none. Two accesses count as a pair where both are made under a race of the second: nothing ends
// what is pending between them, as no barrier of the placement stands in the branch. Of loops
// around the branch they are in one iteration.
#include "repair/branch_races.h"

#include <algorithm>
#include <optional>

#include "repair/arms.h"

namespace barricade {
namespace {

constexpr unsigned mostModels = 64;
constexpr double modelLimit = 0.5;  // seconds

std::optional<AccessPlace> placeOf(const Kernel& kernel, const Statement& statement) {
  for (unsigned block : kernel.flow().order()) {
    const auto& list = kernel.procedure().blocks[block]->statements;
    if (!list.empty() && &statement >= list.data() && &statement < list.data() + list.size())
      return AccessPlace{block, static_cast<std::size_t>(&statement - list.data())};
  }
  return std::nullopt;
}

class BranchRaces {
 public:
  BranchRaces(Encoding& encoding, ModeEncoding& mode)
      : terms_(encoding.terms()), kernel_(encoding.kernel()), mode_(mode) {
    for (const ErrorCondition& race : mode.raceErrors) collect(race);
  }

  // Those that are found are added.
  void find(const std::vector<Expr>& placement, const Deadline& deadline, unsigned& questions,
            std::vector<BranchRace>& found) {
    for (unsigned i = 0; i < mostModels && !open_.empty() && !deadline.passed(); ++i) {
      Expr any = terms_.no();
      for (const auto& [race, condition] : open_) any = terms_.lor(any, condition);
      std::vector<Expr> assumptions = placement;
      assumptions.push_back(any);
      ++questions;
      const Reply reply = mode_.portfolio->tryModel("races in branches", assumptions, modelLimit);
      if (!reply.model) return;
      std::erase_if(open_, [&](const auto& pair) {
        const bool shown = reply.model->holds(pair.second);
        if (shown) found.push_back(pair.first);
        return shown;
      });
    }
  }

 private:
  std::optional<AccessPlace> inBranch(const Event& event) const {
    const auto place = placeOf(kernel_, *event.statement);
    return place && !mode_.problem->uniformity().block(place->block) ? place : std::nullopt;
  }

  void collect(const ErrorCondition& race) {
    const auto& events = mode_.races->events();
    const Event& checked = events[race.event];
    const auto second = inBranch(checked);
    if (!second || checked.async) return;
    for (std::size_t i = 0; i < race.event; ++i) {
      const Event& log = events[i];
      if (log.kind != Event::Kind::Log || log.array != race.array || log.async) continue;
      if (log.statement == checked.statement) continue;
      if (const auto first = inBranch(log)) add(race, log, checked, *first, *second);
    }
  }

  void add(const ErrorCondition& error, const Event& log, const Event& checked, AccessPlace first,
           AccessPlace second) {
    Expr condition = terms_.no();
    for (const Conflict& conflict : error.conflicts)
      if (conflict.kind == log.access && !conflict.async)
        condition = terms_.lor(condition, conflict.condition);
    condition = terms_.land(error.condition, condition, log.running[0]);
    for (std::size_t i = 0; i < std::min(log.loops.size(), checked.loops.size()); ++i) {
      const LoopPosition &here = log.loops[i], &there = checked.loops[i];
      if (here.loop != there.loop || here.iteration->type() != there.iteration->type()) break;
      condition = terms_.land(condition, terms_.equal(here.iteration, there.iteration));
    }
    if (condition->isFalse()) return;
    for (auto& [known, other] : open_)
      if (known.first == first && known.second == second && known.array == error.array) {
        other = terms_.lor(other, condition);
        return;
      }
    BranchRace race;
    race.first = first;
    race.second = second;
    race.firstWrites = log.access != AccessKind::Read;
    race.secondWrites = checked.access != AccessKind::Read;
    race.array = error.array;
    race.inArms = areInDifferentArms(kernel_, *log.statement, *checked.statement);
    race.betweenBlocks = mode_.problem->mode() == Mode::Inter;
    open_.emplace_back(race, condition);
  }

  Terms& terms_;
  const Kernel& kernel_;
  ModeEncoding& mode_;
  std::vector<std::pair<BranchRace, Expr>> open_;
};

}  // namespace

std::vector<BranchRace> racesInBranches(Encoding& encoding, const Placement& placement,
                                        const Deadline& deadline, unsigned& questions) {
  std::vector<BranchRace> found;
  for (ModeEncoding& mode : encoding.modes())
    BranchRaces(encoding, mode)
        .find(encoding.assumptionsFor(placement), deadline, questions, found);
  return found;
}

}  // namespace barricade
