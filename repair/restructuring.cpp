// A search in depth, with few branches: each failed placement of barriers names its obstacles (the
// updates that are lost, the sites that some threads never reach), a restructuring takes one of
// them away, and barriers are placed anew in the restructured kernel. What comes out has been
// verified as it stands, like every repair. The cheapest is the answer.
#include "repair/restructuring.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "ir/cfg.h"
#include "ir/printer.h"
#include "repair/arm_site.h"
#include "repair/cheapest_split.h"
#include "repair/edits.h"
#include "repair/explanation.h"
#include "repair/joint_cut.h"
#include "repair/meeting_stores.h"
#include "repair/other_findings.h"
#include "repair/quiet_options.h"
#include "repair/restructuring_words.h"
#include "repair/spare_time.h"
#include "repair/verified_repair.h"
#include "repair/warp_search.h"
#include "repair/weakest_fences.h"
#include "restructure/added_wait.h"
#include "restructure/atomic_extremes.h"
#include "restructure/atomic_stores.h"
#include "restructure/atomic_updates.h"
#include "restructure/body.h"
#include "restructure/earlier_wait.h"
#include "restructure/split_branch.h"
#include "restructure/stricter_wait.h"
#include "restructure/uniform_loop.h"
#include "solver/smt/clock.h"
#include "verifier/verify.h"

namespace barricade {
namespace {

// Searches for barriers that are made at most, and restructurings on one path.
constexpr unsigned mostAttempts = 8;
constexpr unsigned mostSteps = 8;
// Nobody prefers a repair that costs so many times what the first does.
constexpr double mostOfFirst = 4;
// Nor waits for a cheaper one for more than so many times as long as the first took, or so many
// seconds.
constexpr double furtherShare = 2;
constexpr double leastFurtherTime = 15;

// Short methods, one for each way to take an obstacle away; they share what has been found.
class Restructurer {
 public:
  Restructurer(const SearchInput& input, RepairResult& result)
      : input_(input),
        result_(result),
        verifyOptions_(quietly(input.verifyOptions)),
        options_(quietly(input.options)) {}

  void run(const Obstacles& obstacles) {
    const Body start(input_.kernel);
    explore(obstacles, {});
    if (candidates_.empty()) {
      for (const auto& [why, sites] : refused_)
        tried_.push_back("no branch is split for a " + describePlaces(sites) + ": " + why);
      for (std::string& line : tried_) addOnce(result_.explanation, std::move(line));
      return;
    }
    sortCandidates();
    for (auto needed = stepsNeeded(candidates_.front());
         !needed.empty() && (only_.empty() || needed.size() < only_.size());
         needed = stepsNeeded(candidates_.front())) {
      attempts_ = 0;
      staysWrong_.clear();
      only_ = std::move(needed);
      start.restore(input_.kernel);
      explore(obstacles, {});
      sortCandidates();
    }
    start.restore(input_.kernel);
    compareSplits(obstacles);
    sortCandidates();
    if (stepsNeeded(candidates_.front()).empty())
      std::erase_if(candidates_, [](const VerifiedRepair& c) { return !stepsNeeded(c).empty(); });
    takeBest();
  }

 private:
  // The cheapest first; but one that lets a thread read what nobody has written yet, where another
  // does not, is none that a person would choose.
  void sortCandidates() {
    if (candidates_.size() > 1) findReadsEarly();
    std::ranges::stable_sort(candidates_, std::ranges::less{}, [&](const VerifiedRepair& repair) {
      return std::pair(readsEarly(repair), weightOf(repair));
    });
  }

  // Where no run tells as many as of the worst.
  unsigned readsEarly(const VerifiedRepair& repair) const {
    return repair.readEarly.value_or(mostReadEarly_);
  }

  void findReadsEarly() {
    if (!options_.placesReadEarly) return;
    const Body present(input_.kernel);
    for (VerifiedRepair& candidate : candidates_) {
      if (candidate.isReadEarlyAsked) continue;
      candidate.isReadEarlyAsked = true;
      candidate.kernel.restore(input_.kernel);
      candidate.readEarly = options_.placesReadEarly(input_.program, input_.kernel);
      mostReadEarly_ = std::max(mostReadEarly_, readsEarly(candidate));
    }
    present.restore(input_.kernel);
  }

  static void addOnce(std::vector<std::string>& lines, std::string line) {
    if (std::find(lines.begin(), lines.end(), line) == lines.end())
      lines.push_back(std::move(line));
  }

  // The kernel is instrumented, and no placement of barriers is correct.
  void explore(const Obstacles& obstacles, const std::vector<RestructuringStep>& made) {
    if (made.size() >= mostSteps || isSpent() || costsMoreThanFound(made)) return;
    for (const std::string& race : obstacles.races) addOnce(races_, race);
    const OtherCauses& causes = obstacles.causes;
    const RepairKinds& kinds = options_.kinds;
    if (!causes.lostUpdates.empty() || !causes.narrowAtomics.empty()) {
      if (kinds.atomics) makeUpdatesAtomic(obstacles, made);
      return;
    }
    if (!obstacles.clashOfArms.empty()) {
      addOnce(tried_, obstacles.clashOfArms);
      return;
    }
    const Body instrumented(input_.kernel);
    if (isHopeless(obstacles, instrumented)) {
      if (kinds.atomics && !makeExtremes(obstacles, made, instrumented) && !causes.stores.empty())
        makeStoresAtomic(obstacles, made, instrumented);
      return;
    }
    if (kinds.waits) moveWaits(obstacles, made, instrumented);
    if (kinds.waits && candidates_.empty()) commitCopies(obstacles, made, instrumented);
    if (kinds.waits && candidates_.empty()) strengthenWaits(obstacles, made, instrumented);
    if (kinds.waits && candidates_.empty()) addWaits(obstacles, made, instrumented);
    if (kinds.atomics && makeExtremes(obstacles, made, instrumented)) return;
    if (kinds.branches && splitArmsTogether(obstacles, made, instrumented)) return;
    if (kinds.branches && joinBarriersOfArms(obstacles, made, instrumented)) return;
    if (kinds.branches) splitBetweenArms(obstacles, made, instrumented);
    if (kinds.branches || kinds.loops) splitBranches(obstacles, made, instrumented);
    if (kinds.atomics && !causes.stores.empty()) makeStoresAtomic(obstacles, made, instrumented);
  }

  // Whether some race has no site between its accesses, or only such of the grid as no split of a
  // branch makes legal: no barrier ends it, whatever else is done.
  bool isHopeless(const Obstacles& obstacles, const Body& instrumented) {
    return std::any_of(obstacles.separating.begin(), obstacles.separating.end(),
                       [&](const std::set<SiteId>& sites) {
                         return std::none_of(sites.begin(), sites.end(), [&](const SiteId& id) {
                           return mayBecomeLegal(id, obstacles, instrumented);
                         });
                       });
  }

  bool mayBecomeLegal(const SiteId& id, const Obstacles& obstacles, const Body& instrumented) {
    const auto& sites = obstacles.forbiddenSites;
    const auto site =
        std::find_if(sites.begin(), sites.end(), [&](const Site& known) { return known.id == id; });
    if (site == sites.end()) return false;  // of a warp
    if (site->scope != BarrierScope::Grid) return true;
    if (!options_.kinds.branches) return false;
    const SplitPoint point = findBarrier(input_.kernel, id);
    if (!point.block) return false;
    const SplitResult split = splitBranch(input_.program, input_.kernel, point);
    if (split.done) instrumented.restore(input_.kernel);
    if (!split.done) noteRefused(*site, split.refused);
    return split.done;
  }

  void noteRefused(const Site& site, const std::string& why) { refused_[why].push_back(site); }

  // What is found already is better than all that this may lead to.
  bool costsMoreThanFound(const std::vector<RestructuringStep>& made) const {
    double weight = 0;
    for (const RestructuringStep& step : made) weight += step.weight;
    return std::any_of(candidates_.begin(), candidates_.end(), [&](const VerifiedRepair& found) {
      return found.result.editWeight <= weight;
    });
  }

  bool isSpent() const { return attempts_ >= mostAttempts || deadline().passed(); }
  const Deadline& deadline() const { return spare_ ? *spare_ : input_.deadline; }

  void makeUpdatesAtomic(const Obstacles& obstacles, const std::vector<RestructuringStep>& made) {
    applyPlacement(input_.kernel, obstacles.asWritten);
    std::vector<RestructuringStep> all = made;
    const Rewrites atomics =
        makeAtomic(input_.program, input_.kernel, obstacles.causes.lostUpdates);
    for (const std::string& reason : atomics.refused) addOnce(tried_, "no atomic: " + reason);
    if (!atomics.refused.empty()) return;
    const Rewrites wider =
        widenAtomics(input_.program, input_.kernel, obstacles.causes.narrowAtomics);
    for (const Rewrites* rewrites : {&atomics, &wider})
      for (const Rewrite& rewrite : rewrites->made) all.push_back(stepFor(rewrite));
    if (const std::string mixed = mixedUpdates(all); !mixed.empty()) {
      addOnce(tried_, "no atomic: updates of different kinds meet on '" + mixed +
                          "': their order would decide about the result, which atomic operations "
                          "leave open");
      return;
    }
    if (all.size() > made.size()) attempt(std::move(all));
  }

  // Whether that is a repair: a barrier would let the smaller of two values stay.
  bool makeExtremes(const Obstacles& obstacles, const std::vector<RestructuringStep>& made,
                    const Body& instrumented) {
    if (obstacles.writes.empty()) return false;
    instrumented.restore(input_.kernel);
    applyPlacement(input_.kernel, obstacles.asWritten);
    const Rewrites rewrites = makeExtremesAtomic(input_.program, input_.kernel, obstacles.writes);
    std::vector<RestructuringStep> all = made;
    for (const Rewrite& rewrite : rewrites.made) all.push_back(stepFor(rewrite));
    const std::size_t known = candidates_.size();
    if (all.size() > made.size() && mixedUpdates(all).empty()) attempt(std::move(all));
    return candidates_.size() > known;
  }

  void makeStoresAtomic(const Obstacles& obstacles, const std::vector<RestructuringStep>& made,
                        const Body& instrumented) {
    instrumented.restore(input_.kernel);
    const Rewrites rewrites =
        storeAtomically(input_.program, input_.kernel, obstacles.causes.stores);
    for (const std::string& reason : rewrites.refused) addOnce(tried_, "no atomic: " + reason);
    if (!rewrites.refused.empty()) {
      for (std::string& line :
           whyStoresMeet(input_.program, input_.kernel, verifyOptions_, obstacles.causes.stores))
        addOnce(tried_, std::move(line));
      return;
    }
    applyPlacement(input_.kernel, obstacles.asWritten);
    std::vector<RestructuringStep> all = made;
    for (const Rewrite& rewrite : rewrites.made) all.push_back(stepFor(rewrite));
    attempt(std::move(all));
  }

  // Which wait is the one for the copy, the verification tells.
  void moveWaits(const Obstacles& obstacles, const std::vector<RestructuringStep>& made,
                 const Body& instrumented) {
    for (const LocationId access : obstacles.causes.besideCopies)
      for (const LocationId wait : waitsAfter(input_.kernel, access)) {
        if (isSpent()) return;
        instrumented.restore(input_.kernel);
        std::vector<RestructuringStep> all = made;
        all.push_back(stepFor(moveWaitBefore(input_.program, input_.kernel, wait, access)));
        applyPlacement(input_.kernel, obstacles.asWritten);
        attempt(std::move(all));
        instrumented.restore(input_.kernel);
      }
  }

  void commitCopies(const Obstacles& obstacles, const std::vector<RestructuringStep>& made,
                    const Body& instrumented) {
    if (!obstacles.causes.ofCopies || isSpent()) return;
    instrumented.restore(input_.kernel);
    applyPlacement(input_.kernel, obstacles.asWritten);
    const Rewrites commits = addCommits(input_.program, input_.kernel);
    std::vector<RestructuringStep> all = made;
    for (const Rewrite& commit : commits.made) all.push_back(stepFor(commit));
    if (!commits.made.empty()) attempt(std::move(all));
    instrumented.restore(input_.kernel);
  }

  // The more groups may stay under way, the more is copied beside other work: one less after the
  // other. A wait that has become stricter to no avail is left to the next step.
  void strengthenWaits(const Obstacles& obstacles, const std::vector<RestructuringStep>& made,
                       const Body& instrumented) {
    if (!obstacles.causes.ofCopies || isStricter(made)) return;
    instrumented.restore(input_.kernel);
    applyPlacement(input_.kernel, obstacles.asWritten);
    const Body written(input_.kernel);
    for (const GroupWait& wait : waitsForGroups(input_.kernel)) {
      const std::size_t known = candidates_.size();
      for (unsigned groups = wait.groups; groups-- > 0 && !isSpent();) {
        written.restore(input_.kernel);
        RestructuringStep step = stepFor(leaveFewer(input_.program, input_.kernel, wait, groups));
        step.edit.reason +=
            "; with " + std::to_string(groups + 1) + " under way it does not verify";
        std::vector<RestructuringStep> all = made;
        all.push_back(std::move(step));
        attempt(std::move(all));
        if (candidates_.size() > known) break;
      }
    }
    instrumented.restore(input_.kernel);
  }

  static bool isStricter(const std::vector<RestructuringStep>& made) {
    return std::any_of(made.begin(), made.end(),
                       [](const RestructuringStep& step) { return step.edit.groupsBefore > 0; });
  }

  void addWaits(const Obstacles& obstacles, const std::vector<RestructuringStep>& made,
                const Body& instrumented) {
    if (isStricter(made)) return;
    instrumented.restore(input_.kernel);
    applyPlacement(input_.kernel, obstacles.asWritten);
    const Body written(input_.kernel);
    for (const LocationId access : obstacles.causes.besideCopies)
      for (const LocationId place : placesForWait(input_.program, input_.kernel, access)) {
        if (hasWait(made, place)) continue;
        written.restore(input_.kernel);
        if (addLatestWait(place, made, written)) break;
        written.restore(input_.kernel);
      }
    instrumented.restore(input_.kernel);
  }

  bool hasWait(const std::vector<RestructuringStep>& made, LocationId place) const {
    const SourceChain location = input_.program.sources.chain(place);
    return std::any_of(made.begin(), made.end(), [&](const RestructuringStep& step) {
      return step.edit.action == RepairEdit::Action::Wait && step.edit.location == location;
    });
  }

  // The more groups may stay under way, the more is copied beside other work. Whether there is a
  // repair with a wait at this place.
  bool addLatestWait(LocationId place, const std::vector<RestructuringStep>& made,
                     const Body& written) {
    const std::size_t others = candidates_.size();
    for (unsigned groups = 0; !isSpent(); ++groups) {
      written.restore(input_.kernel);
      std::vector<RestructuringStep> all = made;
      all.push_back(stepFor(addWait(input_.program, input_.kernel, place, groups)));
      const auto known = static_cast<std::ptrdiff_t>(candidates_.size());
      attempt(std::move(all));
      if (static_cast<std::ptrdiff_t>(candidates_.size()) == known) break;
      const auto first = candidates_.begin();  // those that wait for more are not wanted any longer
      candidates_.erase(first + static_cast<std::ptrdiff_t>(others), first + known);
    }
    return candidates_.size() > others;
  }

  // An array on which updates become atomic that do not commute; empty when there is none.
  static std::string mixedUpdates(const std::vector<RestructuringStep>& steps) {
    for (const RestructuringStep& a : steps)
      for (const RestructuringStep& b : steps)
        if (a.edit.action == RepairEdit::Action::Atomic &&
            b.edit.action == RepairEdit::Action::Atomic && a.edit.subject == b.edit.subject &&
            !commute(a.edit.operation, b.edit.operation))
          return a.edit.subject;
    return "";
  }

  // Each site that some threads never reach.
  void splitBranches(const Obstacles& obstacles, const std::vector<RestructuringStep>& made,
                     const Body& instrumented) {
    std::set<SourceChain> loops;  // that have been made uniform
    for (const Site& site : obstacles.forbiddenSites) {
      if (wasSplitFor(site, made) || !isWanted(site)) continue;
      if (isSpent() || (!made.empty() && staysWrong_.contains(made.back().left))) return;
      instrumented.restore(input_.kernel);
      split(site, obstacles, made, loops);
    }
  }

  bool isWanted(const Site& site) const {
    return only_.empty() || std::any_of(only_.begin(), only_.end(), [&](const RepairEdit& edit) {
             return edit.location == site.location && edit.where == site.where &&
                    edit.scope == site.scope;
           });
  }

  // A second split of one place separates no more than the first.
  static bool wasSplitFor(const Site& site, const std::vector<RestructuringStep>& made) {
    return std::any_of(made.begin(), made.end(), [&](const RestructuringStep& step) {
      return !site.existing && step.edit.location == site.location &&
             step.edit.where == site.where && step.edit.scope == site.scope;
    });
  }

  // Where each arm of a branch has a barrier, they are meant to be one. Whether that is a repair:
  // another one would let an arm go on before the other has come to its barrier.
  bool joinBarriersOfArms(const Obstacles& obstacles, const std::vector<RestructuringStep>& made,
                          const Body& instrumented) {
    const std::size_t known = candidates_.size();
    for (const Site& site : obstacles.divergent) {
      if (isSpent()) break;
      if (!isWanted(site)) continue;
      instrumented.restore(input_.kernel);
      std::vector<SplitPoint> others;
      for (const Site& other : obstacles.divergent)
        if (other.id != site.id && other.scope == site.scope)
          if (const SplitPoint point = findBarrier(input_.kernel, other.id); point.block)
            others.push_back(point);
      const SplitPoint point = findBarrier(input_.kernel, site.id);
      if (!point.block || others.empty()) continue;
      const SplitResult split = splitBranchJoining(input_.program, input_.kernel, point, others);
      if (!split.done) continue;
      applyPlacement(input_.kernel, obstacles.asWritten);
      std::vector<RestructuringStep> all = made;
      all.push_back(stepFor(split.rewrite, site));
      attempt(std::move(all));
      if (candidates_.size() > known) return true;
    }
    return false;
  }

  // One barrier between the first halves of all arms and their second halves. Whether that is a
  // repair, without another split.
  bool splitArmsTogether(const Obstacles& obstacles, const std::vector<RestructuringStep>& made,
                         const Body& instrumented) {
    const auto& races = obstacles.inBranches;
    if (std::ranges::any_of(races, &BranchRace::betweenBlocks) && !input_.siteOptions.gridBarriers)
      return false;
    instrumented.restore(input_.kernel);
    const std::vector<Site> cut =
        addJointCut(input_.program, input_.kernel, obstacles.sites, races);
    const bool adds = std::ranges::any_of(cut, [](const Site& site) { return !site.existing; });
    if (!adds || isSpent() || !isWanted(cut.front())) return false;
    std::vector<SplitPoint> points;
    for (const Site& site : cut) points.push_back(findBarrier(input_.kernel, site.id));
    const SplitResult split = splitBranchJoining(input_.program, input_.kernel, points.front(),
                                                 {points.begin() + 1, points.end()});
    if (!split.done || split.rewrite.joined.size() + 1 < cut.size()) return false;
    RestructuringStep step = stepFor(split.rewrite, cut.front());
    step.edit.joined.clear();
    for (const Site& site : cut)
      if (site.id != cut.front().id) step.edit.joined.push_back(placeOf(site));
    Placement kept = obstacles.asWritten;
    kept.insert(cut.front().id);
    applyPlacement(input_.kernel, kept);
    std::vector<RestructuringStep> all = made;
    all.push_back(std::move(step));
    const std::size_t known = candidates_.size();
    attempt(std::move(all));
    return candidates_.size() > known && candidates_.back().steps.size() == made.size() + 1;
  }

  // A barrier that takes the place of several is not compared.
  void compareSplits(const Obstacles& obstacles) {
    const VerifiedRepair& first = candidates_.front();
    if (!splitsOneBranch(first) || !first.steps.front().edit.joined.empty()) return;
    const auto attemptSplit = [&](const Rewrite& split, const Site& site) {
      attempt({stepFor(split, site)});
      sortCandidates();
      return weightOf(candidates_.front());
    };
    const SearchInput input{input_.program, input_.kernel,      input_.verifyOptions,
                            input_.options, input_.siteOptions, deadline()};
    const bool all =
        compareWithOtherSplits({input, obstacles, splitAt_, weightOf(first), attemptSplit});
    isLeast_ = all && options_.engine != RepairEngine::Mhs && !leftOpen_;
  }

  // What one arm does comes before what the other does.
  void splitBetweenArms(const Obstacles& obstacles, const std::vector<RestructuringStep>& made,
                        const Body& instrumented) {
    for (const auto& accesses : obstacles.causes.arms) {
      if (isSpent()) return;
      const bool grid = obstacles.causes.betweenBlocks;
      if (grid && !input_.siteOptions.gridBarriers) return;
      instrumented.restore(input_.kernel);
      const auto site = addArmSite(input_.program, input_.kernel, accesses,
                                   grid ? BarrierScope::Grid : BarrierScope::Block);
      std::set<SourceChain> loops;
      if (site && isWanted(*site)) split(*site, obstacles, made, loops);
    }
  }

  // A branch, or a loop that threads leave at different times: once it is uniform, its body is a
  // branch that can be split. Its new head is a barrier, which may do already.
  void split(const Site& site, const Obstacles& obstacles,
             const std::vector<RestructuringStep>& made, std::set<SourceChain>& loops) {
    const SplitPoint point = findBarrier(input_.kernel, site.id);
    std::string refused = point.block ? "branches are left as they are" : "the place is gone";
    SplitResult split;
    if (point.block && options_.kinds.branches) {
      split = splitBranch(input_.program, input_.kernel, point);
      refused = split.refused;
    }
    std::vector<RestructuringStep> all = made;
    Placement kept = obstacles.asWritten;
    if (split.done) {
      kept.insert(site.id);
      addSplit(all, stepFor(split.rewrite, site));
    } else if (point.block && mayMakeLoopsUniform(site) &&
               ControlFlow(input_.kernel).innermostLoop(point.block->index) >= 0) {
      const UniformLoopResult loop = makeLoopUniform(input_.program, input_.kernel, *point.block);
      if (loop.done &&
          (!loops.insert(loop.rewrite.location).second || isUniform(loop.rewrite.location, made)))
        return;
      if (loop.done) all.push_back(stepFor(loop.rewrite));
      if (!loop.done) refused += "; " + loop.refused;
    }
    if (all.size() == made.size() && !split.done) return noteRefused(site, refused);
    applyPlacement(input_.kernel, kept);
    if (split.done && made.empty()) splitAt_.insert(site.id);
    attempt(std::move(all));
  }

  static bool isUniform(const SourceChain& loop, const std::vector<RestructuringStep>& made) {
    return std::any_of(made.begin(), made.end(), [&](const RestructuringStep& step) {
      return step.edit.action == RepairEdit::Action::UniformLoop &&
             (step.edit.location == loop || step.edit.branch == loop);
    });
  }

  // All threads of a block leave it together; other blocks do not.
  bool mayMakeLoopsUniform(const Site& site) const {
    return options_.kinds.loops && site.scope != BarrierScope::Grid;
  }

  // The first barrier in a loop that has just become uniform is a part of that edit.
  static void addSplit(std::vector<RestructuringStep>& steps, RestructuringStep split) {
    const bool isOfLoop = !steps.empty() &&
                          steps.back().edit.action == RepairEdit::Action::UniformLoop &&
                          steps.back().edit.branch.empty() && isKnown(steps.back().edit.location) &&
                          split.edit.insideLoop &&
                          split.edit.insideLoop->line == steps.back().edit.location.front().line;
    if (!isOfLoop) {
      steps.push_back(std::move(split));
      return;
    }
    RestructuringStep& loop = steps.back();
    split.edit.action = RepairEdit::Action::UniformLoop;
    split.edit.branch = loop.edit.location;
    split.edit.around = loop.edit.around;
    if (loop.edit.reason.ends_with(needsWorkGroupAny))
      split.edit.reason += "; " + std::string(needsWorkGroupAny);
    loop.edit = std::move(split.edit);
  }

  // Barriers for the kernel as it has become.
  void attempt(std::vector<RestructuringStep> steps) {
    ++attempts_;
    RepairResult result;
    VerifyOptions verifyOptions = verifyOptions_;
    verifyOptions.timeout = deadline().slice(0);
    result.before = verifyProcedure(input_.program, input_.kernel, verifyOptions);
    if (isOnlyOfOverflow(result.before)) {
      verifyOptions.ignoreOverflow = verifyOptions_.ignoreOverflow = true;
      verifyOptions.timeout = deadline().slice(0);
      overflowLeft_ = remainingFindings(result.before, verifyOptions);
      result.before = verifyProcedure(input_.program, input_.kernel, verifyOptions);
    }
    const SearchInput input{input_.program, input_.kernel,      verifyOptions_,
                            options_,       input_.siteOptions, deadline()};
    const Obstacles obstacles = searchWithWarps(input, result);
    addWork(result);
    switch (result.status) {
      case RepairStatus::Unchanged:
      case RepairStatus::Improved:
      case RepairStatus::Repaired:
        for (const RestructuringStep& step : steps) result.editWeight += step.weight;
        leftOpen_ = leftOpen_ || !result.optimal;
        weakenFencesOf(steps, result);
        addCandidate({std::move(result), std::move(steps), Body(input_.kernel), overflowLeft_});
        return;
      case RepairStatus::Unrepairable:
        steps.back().left = result.explanation.empty() ? "" : result.explanation.front();
        if (leadsOn(steps))
          explore(obstacles, steps);
        else if (steps.size() > 1)
          staysWrong_.insert(steps.back().left);
        break;
      case RepairStatus::Undecided: leftOpen_ = true; break;
      case RepairStatus::NotApplicable: break;
    }
    if (candidates_.empty() && !result.explanation.empty())
      addOnce(tried_, "with " + inWords(steps) + ": " + result.explanation.front());
  }

  // Where the same stays wrong after a branch is split as before, nothing is built upon that; nor
  // upon the split before, by yet another one (staysWrong_).
  bool leadsOn(const std::vector<RestructuringStep>& steps) const {
    const std::string& left = steps.back().left;
    if (!isSplit(steps.back()) || left.empty()) return true;
    const auto& first = result_.explanation;
    if (steps.size() == 1) return first.empty() || first.front() != left;
    return steps[steps.size() - 2].left != left;
  }

  // Of barriers that stand where a branch or the body of a loop is split.
  void weakenFencesOf(std::vector<RestructuringStep>& steps, RepairResult& result) const {
    std::vector<RepairEdit*> edits;
    for (RestructuringStep& step : steps)
      if (isSplit(step) || isKnown(step.edit.branch)) edits.push_back(&step.edit);
    if (edits.empty() || result.fixedProgram.empty()) return;
    weakenFences(input_.program, input_.kernel, verifyOptions_, input_.deadline, edits);
    result.fixedProgram = toString(input_.program);
  }

  void addCandidate(VerifiedRepair candidate) {
    if (std::none_of(candidates_.begin(), candidates_.end(),
                     [&](const VerifiedRepair& known) { return isSame(known, candidate); }))
      candidates_.push_back(std::move(candidate));
    if (!spare_) spare_.emplace(spareTime(input_.deadline, furtherTime()));
  }

  double furtherTime() const {
    return std::max(leastFurtherTime, furtherShare * (processorSeconds() - begun_));
  }

  RestructuringStep stepFor(const Rewrite& rewrite, const std::optional<Site>& site = {}) const {
    RestructuringStep step = stepOf(rewrite, site, options_.loopWeight);
    std::vector<std::string> lines = result_.explanation;
    lines.insert(lines.end(), races_.begin(), races_.end());
    step.edit.reason = reasonFor(rewrite, lines);
    const bool openCl =
        input_.program.launchConstant({LaunchConstant::Kind::WorkDim, 0}) != nullptr;
    if (rewrite.kind == Rewrite::Kind::UniformLoop && openCl)
      step.edit.reason += (step.edit.reason.empty() ? "" : "; ") + std::string(needsWorkGroupAny);
    return step;
  }

  // The counters of all searches are those of the repair.
  void addWork(const RepairResult& result) {
    for (const auto& [name, value] : result.before.statistics.counters)
      if (name == "checks" || name == "clauses") result_.before.statistics.counters[name] += value;
  }

  // A barrier of the grid where one of the block does is what nobody prefers.
  static bool joinsBlocks(const VerifiedRepair& repair) {
    return std::ranges::any_of(editsOf(repair), [](const RepairEdit& edit) {
      return edit.scope == BarrierScope::Grid && edit.action != RepairEdit::Action::Remove;
    });
  }

  void takeBest() {
    std::vector<AlternativeRepair> alternatives;
    const bool ofBlocks = !joinsBlocks(candidates_.front());
    const double most = mostOfFirst * weightOf(candidates_.front());
    const unsigned early = readsEarly(candidates_.front());
    std::erase_if(candidates_, [&](const VerifiedRepair& c) {
      const bool isWorse = readsEarly(c) > early;
      isLeast_ = isLeast_ && !(isWorse && weightOf(c) < weightOf(candidates_.front()));
      return isWorse || weightOf(c) > most || (ofBlocks && joinsBlocks(c));
    });
    for (const VerifiedRepair& candidate : candidates_)
      alternatives.push_back({candidate.result.costAfter, candidate.result.editWeight,
                              candidate.result.barriersOnHottestPath, editsOf(candidate),
                              comparedWith(candidates_.front(), candidate)});
    const RepairResult& best = candidates_.front().result;
    result_.status = RepairStatus::Repaired;
    result_.costAfter = best.costAfter;
    result_.editWeight = best.editWeight;
    result_.lowerBound = best.lowerBound;
    result_.barriersOnHottestPath = best.barriersOnHottestPath;
    result_.optimal = best.optimal;
    result_.leastSplit = isLeast_ && splitsOneBranch(candidates_.front());
    result_.edits = std::move(alternatives.front().edits);
    alternatives.erase(alternatives.begin());
    result_.alternatives = std::move(alternatives);
    result_.kept = best.kept;
    // The barrier of a split branch is a part of that edit.
    for (const RestructuringStep& step : candidates_.front().steps)
      std::erase_if(result_.kept,
                    [&](const KeptBarrier& kept) { return kept.location == step.edit.location; });
    result_.fixedProgram = best.fixedProgram;
    result_.explanation = candidates_.front().overflowLeft;
    result_.findingsLeft += static_cast<unsigned>(result_.explanation.size());
    result_.assumesNoOverflow = !result_.explanation.empty();
    if (options_.maxEdits && result_.edits.size() > *options_.maxEdits) {
      result_.status = RepairStatus::Unrepairable;
      result_.explanation.push_back("the cheapest repair takes " +
                                    std::to_string(result_.edits.size()) + " edits");
    }
  }

  const SearchInput& input_;
  RepairResult& result_;
  VerifyOptions verifyOptions_;
  RepairOptions options_;
  const double begun_ = processorSeconds();
  unsigned attempts_ = 0;
  std::optional<Deadline> spare_;  // once a repair has been found
  bool leftOpen_ = false;          // whether some split is a repair, or what its barriers cost
  bool isLeast_ = false;           // the first repair, among those that split one branch
  std::set<SiteId> splitAt_;       // what the kernel as written was split for
  std::vector<RepairEdit> only_;   // the splits that are made; empty: any
  std::vector<VerifiedRepair> candidates_;
  std::vector<std::string> races_;         // that were in the way
  std::vector<std::string> overflowLeft_;  // that are ignored since some attempt
  std::vector<std::string> tried_;
  unsigned mostReadEarly_ = 0;        // of the candidates of which a run tells
  std::set<std::string> staysWrong_;  // what a split leaves, and another one after it
  std::map<std::string, std::vector<Site>> refused_;  // splits and uniform loops, by why
};

}  // namespace

void repairByRestructuring(const SearchInput& input, const Obstacles& obstacles,
                           RepairResult& result) {
  Restructurer(input, result).run(obstacles);
}

}  // namespace barricade
