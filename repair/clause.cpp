// How a clause is read off an execution that races, and why every correct placement satisfies it.
//
// The model is an execution of two threads under the placement E of enabled sites: thread 1's
// access is logged, thread 2's conflicting access is checked, and no barrier between the two has
// ended what is pending. Let P be any other placement that enables no site of the clause and, of
// the sites that the clause negates, at least those of E. To be shown: under P the same race
// happens, so P is wrong. Then a correct placement satisfies the clause. The execution is replayed
// under P, event by event:
//
//   Sites off in E and in P. Nothing changes.
//   Sites off in E and on in P. They are not in the clause. Such a barrier may stand
//     before the log or without a fence for the array: it ends accesses that are not those of this
//       race, and orders nothing between the two;
//     between the two, where neither thread passes: it is not met.
//     Where both threads pass between the accesses, with a fence, it would end the race: so these
//     sites are in the clause (addBarrier). Where one thread only passes, as the other is left
//     after, it would stop that thread: these are in the clause too, wherever they stand.
//   Sites on in E and off in P. They ordered nothing between the accesses, or there would be no
//     race. But a barrier makes the writes of other threads visible, and if the execution depends
//     on contents, it may need one: then the enabled barriers that it passed enter the clause
//     negated, and P has them on.
//   Skipped iterations. They are not explicit, so the model does not tell which blocks they pass.
//     A barrier in the body ends the access only if every complete iteration meets it
//     (must_execute.h). So one path through the body without enabled barriers is chosen, the one
//     with the fewest sites, and its sites enter the clause: under P that path is still free.
//     Cheapest paths are found by one pass over the loop's blocks in topological order. That the
//     skipped iterations can take this path is not certain: sites on the others are the clause's
//     alternatives, by which the lower bound is weakened (docs/repair.md).
//
// Sites between the read and the write of a read-modify-write end its race with another one, and
// lose a change all the same: a placement that has them on is no repair.
//
// Illegal sites can be on in no correct placement: they are left out, which makes the clause
// stronger. Those that would have separated the accesses are kept aside, to explain why a kernel
// cannot be repaired. A clause without any site says that it cannot.
#include "repair/clause.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include "instrument/guarded_barrier.h"
#include "repair/arms.h"
#include "verifier/counterexample.h"

namespace barricade {
namespace {

class ClauseBuilder {
 public:
  ClauseBuilder(Problem& problem, const Execution& execution, const ErrorCondition& error,
                SolverSession& model, const Placement& enabled, const std::set<SiteId>& illegal)
      : problem_(problem),
        execution_(execution),
        error_(error),
        model_(model),
        enabled_(enabled),
        illegal_(illegal),
        space_(problem.subject().kernel.arrays()[error.array].array->space) {}

  RepairClause build() {
    const auto& events = execution_.events();
    const std::size_t logged = loggedEvent(execution_, error_, model_);
    // A wait ends an asynchronous copy for the whole group, or a barrier after it does. Of a copy
    // that one thread waits for a barrier tells the others.
    const Event& copy = events[logged];
    const bool separable = !copy.async || problem_.subject().options.asyncNeedsBarrier ||
                           (copy.threadCopy && !events[error_.event].own);
    const bool contents = dependsOnContents();
    findLostUpdates(copy, events[error_.event]);
    for (std::size_t i = 0; i < error_.event; ++i) {
      const Event& event = events[i];
      const bool between = i > logged && separable;
      if (event.kind == Event::Kind::Barrier)
        addBarrier(event, between, contents);
      else if (event.kind == Event::Kind::Skip && holds(event.taken))
        addSkip(event, between);
    }
    clause_.inOneWarp = inOneWarp();
    findOtherCauses(events[logged], events[error_.event]);
    return std::move(clause_);
  }

 private:
  bool holds(Expr e) { return model_.holds(e); }

  void findLostUpdates(const Event& logged, const Event& checked) {
    if (!isLostUpdate(problem_.subject(), logged, checked)) return;
    for (const Event* event : {&logged, &checked})
      for (const Update& update : problem_.subject().updates->all())
        if (update.load == event->statement || update.store == event->statement) {
          clause_.causes.lostUpdates.insert(update.store->location);
          insideUpdates_.insert(update.between.begin(), update.between.end());
        }
  }

  void findOtherCauses(const Event& logged, const Event& checked) {
    if (logged.access == AccessKind::Atomic && checked.access == AccessKind::Atomic)
      for (const Event* event : {&logged, &checked})
        if (event->narrow) clause_.causes.narrowAtomics.insert(event->statement->location);
    const LocationId first = logged.statement->location;
    const LocationId second = checked.statement->location;
    for (const Event* event : {&logged, &checked})
      if (event->access == AccessKind::Write) clause_.writes.insert(event->statement->location);
    if (logged.access == AccessKind::Write && checked.access == AccessKind::Write)
      clause_.causes.stores = {first, second};
    clause_.causes.ofCopies = logged.async || checked.async;
    if (logged.async && !checked.async) clause_.causes.besideCopies.insert(second);
    if (areInDifferentArms(problem_.subject().kernel, *logged.statement, *checked.statement))
      clause_.causes.arms.emplace(first, second);
    clause_.causes.betweenBlocks = problem_.mode() == Mode::Inter;
  }

  // Contents that barriers make visible depend on which barriers there are; then a placement
  // without the enabled ones may not have this execution.
  bool dependsOnContents() {
    std::unordered_set<const Function*> constant;
    for (const auto& [array, function] : problem_.subject().readOnlyFunctions)
      constant.insert(function);
    bool depends = false;
    forEachNode({error_.condition}, [&](Expr e) {
      depends = depends || (e->op() == Op::Apply && !constant.contains(e->function()) &&
                            problem_.subject().terms.isFreshFunction(e->function()));
    });
    return depends;
  }

  void addSite(const SiteId& id, bool separates) {
    if (id.isNone() || enabled_.contains(id) || insideUpdates_.contains(id)) return;
    if (!illegal_.contains(id))
      clause_.enable.insert(id);
    else if (separates)
      clause_.forbidden.insert(id);
  }

  bool orders(bool grid) const { return grid || problem_.mode() == Mode::Intra; }

  void addBarrier(const Event& event, bool between, bool contents) {
    const SiteId id = event.statement->as<Call>()->site;
    if (id.isNone()) return;
    const bool first = holds(event.running[0]);
    const bool second = holds(event.running[1]);
    if (contents && enabled_.contains(id) && (first || second)) clause_.disable.insert(id);
    if (event.together) return addWarpBarrier(event, between);
    if (!orders(event.grid)) return;
    // Both pass: it ends what is pending. One passes and the other is left behind: it cannot,
    // unless the other is excused.
    if (first != second) {
      if (!holds(event.excused[first ? 1 : 0])) addSite(id, false);
      if (between && illegal_.contains(id)) clause_.inOneArm.insert(id);
    } else if (first && between) {
      const Expr fence =
          space_ == AddressSpace::Global ? event.globalFence[0] : event.localFence[0];
      if (holds(fence)) addSite(id, true);
    }
  }

  // Of a warp: it joins the two if they take part in one, and stops a thread that asks for the
  // other one where that is left behind.
  void addWarpBarrier(const Event& event, bool between) {
    const SiteId id = event.statement->as<Call>()->site;
    if (holds(event.together)) {
      if (between) addSite(id, true);
      return;
    }
    for (unsigned t = 0; t < 2; ++t)
      if (event.expects[t] && holds(event.expects[t]) && !holds(event.excused[1 - t]))
        addSite(id, false);
  }

  bool inOneWarp() { return problem_.mode() == Mode::Intra && holds(execution_.sameWarp()); }

  // Skipped iterations: one path through the loop without an enabled barrier is enough to keep the
  // access pending, so the sites on the path with the fewest of them go into the clause.
  void addSkip(const Event& event, bool between) {
    const bool first = holds(event.entering[0]);
    const bool oneEnters =
        first != holds(event.entering[1]) && !holds(event.excused[first ? 1 : 0]);
    const bool bothStay = holds(event.running[0]) && holds(event.running[1]);
    if (oneEnters)
      addPath(event.loop, std::nullopt);
    else if (between && bothStay)
      addPath(event.loop, space_);
  }

  // A path from a loop's head to the end of a block.
  struct Path {
    static constexpr std::size_t blocked = std::numeric_limits<std::size_t>::max();
    std::size_t cost = blocked;  // sites that may be enabled; blocked by a barrier that is
    std::set<SiteId> sites;      // that would end accesses of the space
  };

  void addPath(unsigned loopIndex, std::optional<AddressSpace> space) {
    const Kernel& kernel = problem_.subject().kernel;
    const Loop& loop = kernel.flow().loops()[loopIndex];
    const std::map<unsigned, Path> paths = cheapestPaths(loop, space);
    const unsigned latch = *std::min_element(
        loop.latches.begin(), loop.latches.end(),
        [&](unsigned a, unsigned b) { return paths.at(a).cost < paths.at(b).cost; });
    const Path& path = paths.at(latch);
    if (path.cost == Path::blocked) return;
    for (const SiteId& id : path.sites) addSite(id, space.has_value());
    bool closed = false;
    for (unsigned b : loop.blocks)
      for (const SiteId& id : sitesIn(*kernel.procedure().blocks[b], space, closed))
        if (!path.sites.contains(id) && !illegal_.contains(id)) clause_.alternatives.insert(id);
  }

  // To the end of each block of the loop, back edges aside.
  std::map<unsigned, Path> cheapestPaths(const Loop& loop, std::optional<AddressSpace> space) {
    const Kernel& kernel = problem_.subject().kernel;
    std::map<unsigned, Path> paths;
    for (unsigned b : loop.blocks) {
      Path mine;
      if (b == loop.header)
        mine.cost = 0;
      else
        for (unsigned p : kernel.flow().predecessors(b))
          if (auto it = paths.find(p); it != paths.end() && it->second.cost < mine.cost)
            mine = it->second;
      if (mine.cost != Path::blocked) {
        bool closed = false;
        for (const SiteId& id : sitesIn(*kernel.procedure().blocks[b], space, closed))
          mine.sites.insert(id);
        mine.cost = closed ? Path::blocked : legalCount(mine.sites);
      }
      paths[b] = std::move(mine);
    }
    return paths;
  }

  std::size_t legalCount(const std::set<SiteId>& sites) const {
    std::size_t count = 0;
    for (const SiteId& id : sites) count += illegal_.contains(id) ? 0 : 1;
    return count;
  }

  // Disabled sites in `block` that would end accesses of `space`; `closed` when one is enabled.
  std::vector<SiteId> sitesIn(const Block& block, std::optional<AddressSpace> space, bool& closed) {
    std::vector<SiteId> sites;
    for (const Statement& statement : block.statements) {
      const Call* call = statement.as<Call>();
      const auto scope = placeableScope(statement);
      if (!scope) continue;
      const bool joins =
          *scope == BarrierScope::Warp ? inOneWarp() : orders(*scope == BarrierScope::Grid);
      if (!joins || !mustFence(*call, space)) continue;
      SiteId site = call->site;
      if (site.isNone() || enabled_.contains(site))
        closed = true;
      else
        sites.push_back(std::move(site));
    }
    return sites;
  }

  Problem& problem_;
  const Execution& execution_;
  const ErrorCondition& error_;
  SolverSession& model_;
  const Placement& enabled_;
  const std::set<SiteId>& illegal_;
  AddressSpace space_;
  std::set<SiteId> insideUpdates_;  // that meet: a barrier there would not keep the changes
  RepairClause clause_;
};

}  // namespace

void OtherCauses::add(const OtherCauses& other) {
  lostUpdates.insert(other.lostUpdates.begin(), other.lostUpdates.end());
  narrowAtomics.insert(other.narrowAtomics.begin(), other.narrowAtomics.end());
  stores.insert(other.stores.begin(), other.stores.end());
  arms.insert(other.arms.begin(), other.arms.end());
  besideCopies.insert(other.besideCopies.begin(), other.besideCopies.end());
  betweenBlocks = betweenBlocks || other.betweenBlocks;
  ofCopies = ofCopies || other.ofCopies;
}

RepairClause clauseForRace(Problem& problem, const Execution& execution,
                           const ErrorCondition& error, SolverSession& model,
                           const Placement& enabled, const std::set<SiteId>& illegal) {
  return ClauseBuilder(problem, execution, error, model, enabled, illegal).build();
}

}  // namespace barricade
