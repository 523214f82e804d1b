#include "repair/barrier_search.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>

#include "analysis/equal_stores.h"
#include "instrument/guarded_barrier.h"
#include "ir/printer.h"
#include "repair/checker.h"
#include "repair/edits.h"
#include "repair/encoding.h"
#include "repair/explanation.h"
#include "repair/fewest_edits.h"
#include "repair/hottest_path.h"
#include "repair/obligations.h"
#include "repair/other_findings.h"
#include "repair/placement.h"
#include "repair/quiet_options.h"
#include "repair/weakest_fences.h"
#include "restructure/body.h"
#include "verifier/verify.h"

namespace barricade {
namespace {

// After so many rounds, or with so many sites at once, it is found out first what is wrong where
// most sites are enabled.
constexpr unsigned roundsBeforeDensePlacements = 3;
constexpr std::size_t manySites = 40;

// Short methods, one a step of the search; they share the placements known and the checker.
class BarrierSearch {
 public:
  BarrierSearch(const SearchInput& input, RepairResult& result)
      : program_(input.program),
        kernel_(input.kernel),
        verifyOptions_(input.verifyOptions),
        options_(input.options),
        siteOptions_(input.siteOptions),
        deadline_(input.deadline),
        asksAboutWarps_(input.asksAboutWarps),
        result_(result) {}

  void run() {
    publish();
    if (!isApplicable()) {
      result_.status = RepairStatus::NotApplicable;
      return;
    }
    if (correct()) asGiven_.emplace(kernel_);
    setUp();
    search();
    recordWork();
  }

  SearchOutcome outcome() { return {obstacles(), objective_, warpsMayHelp_}; }

 private:
  Obstacles obstacles() {
    Obstacles found;
    found.asWritten = original_;
    if (!placements_ || result_.status != RepairStatus::Unrepairable) return found;
    for (const RepairClause& clause : placements_->clauses()) {
      if (!clause.enable.empty()) continue;
      found.causes.add(clause.causes);
      if (isForBarriers(clause)) found.separating.push_back(separating(clause));
      found.writes.insert(clause.writes.begin(), clause.writes.end());
      found.races.push_back(clause.witness);
    }
    found.forbiddenSites = forbiddenSites();
    for (const Site& site : sites_) {
      if (site.scope != BarrierScope::Warp) found.sites.push_back(site);
      if (!checker_->illegalSites().contains(site.id)) continue;
      if (site.existing) found.divergent.push_back(site);
      if (site.scope != BarrierScope::Warp) found.illegal.push_back(site);
    }
    found.clashOfArms = checker_->clashOfArms(original_);
    if (options_.kinds.branches && found.clashOfArms.empty() &&
        (!found.illegal.empty() || !found.causes.arms.empty()))
      found.inBranches = racesInBranches(*encoding_, legalBarriers(), deadline_, questions_);
    found.gridMayHelp = gridMayHelp_;
    return found;
  }

  Placement legalBarriers() const {
    Placement legal;
    std::ranges::set_difference(original_, checker_->illegalSites(),
                                std::inserter(legal, legal.end()));
    return legal;
  }

  // A race of two writes is not gone for a barrier less, whatever contents that makes visible.
  static bool isForBarriers(const RepairClause& clause) {
    const OtherCauses& causes = clause.causes;
    return (clause.disable.empty() || !causes.stores.empty()) && causes.lostUpdates.empty() &&
           causes.narrowAtomics.empty() && causes.arms.empty() && !causes.ofCopies;
  }

  static std::set<SiteId> separating(const RepairClause& clause) {
    std::set<SiteId> sites = clause.forbidden;
    sites.insert(clause.inOneArm.begin(), clause.inOneArm.end());
    return sites;
  }

  // Those that would separate the most races first; a barrier as written before them: it is where
  // the programmer wanted it.
  std::vector<Site> forbiddenSites() const {
    std::vector<const RepairClause*> hopeless = placements_->contradiction();
    for (const RepairClause& clause : placements_->clauses())
      if (clause.enable.empty() && !contains(hopeless, &clause)) hopeless.push_back(&clause);
    std::vector<std::pair<long, Site>> forbidden;
    for (const Site& site : sites_) {
      const auto races = std::count_if(hopeless.begin(), hopeless.end(), [&](const auto* clause) {
        return clause->forbidden.contains(site.id) || clause->inOneArm.contains(site.id);
      });
      if (races > 0 && site.scope != BarrierScope::Warp) forbidden.emplace_back(races, site);
    }
    const auto order = [](const std::pair<long, Site>& entry) {
      const Site& site = entry.second;
      return std::tuple(!site.existing, -entry.first, site.scope, site.insideStatement);
    };
    std::stable_sort(forbidden.begin(), forbidden.end(),
                     [&](const auto& x, const auto& y) { return order(x) < order(y); });
    std::vector<Site> sites;
    for (auto& entry : forbidden) sites.push_back(std::move(entry.second));
    return sites;
  }

  static bool contains(const std::vector<const RepairClause*>& clauses, const RepairClause* one) {
    return std::find(clauses.begin(), clauses.end(), one) != clauses.end();
  }

  bool correct() const { return result_.before.verdict == Verdict::Verified; }

  bool isApplicable() {
    if (result_.before.verdict == Verdict::Rejected) return false;
    const Finding* other = findingForNoBarrier(result_.before);
    if (other)
      result_.explanation.push_back("the finding '" + other->message +
                                    "' is no matter of barriers");
    return !other;
  }

  // Null when there is none.
  const Finding* findingForNoBarrier(const VerificationResult& found) const {
    const auto other = std::ranges::find_if(found.findings, [&](const Finding& finding) {
      return !isForRepair(finding.kind) && isChecked(finding.kind, verifyOptions_.checks);
    });
    return other == found.findings.end() ? nullptr : &*other;
  }

  void setUp() {
    const Kernel written(program_, kernel_, {});
    precision_ = {
        .candidates = verifyOptions_.infer && !written.flow().loops().empty(),
        .explicitBodies = written.hasConditionalBarrier() ? verifyOptions_.explicitBodies : 0,
        .unrolled = false};
    sites_ = instrument(program_, kernel_, siteOptions_).sites;
    for (const Site& site : sites_)
      if (site.existing) original_.insert(site.id);
    // It takes what all threads have computed to tell equal writes from others, which costs a lot
    // where nothing else asks for it.
    writtenValuesMatter_ = hasEqualStores(written) || haveContentsASay(written);
    start(encode());
    if (!writtenValuesMatter_ && !encoding_->isWithoutEqualWrites(legalBarriers()))
      startWithWrittenValues();
    result_.costBefore = placements_->weightOf(original_);
  }

  // In where threads go and what they access.
  static bool haveContentsASay(const Kernel& kernel) {
    return std::ranges::any_of(kernel.arrays(), [](const KernelArray& array) {
      return array.array->canRace() && array.written && array.influences;
    });
  }

  std::unique_ptr<Encoding> encode() {
    return std::make_unique<Encoding>(program_, kernel_, sites_, verifyOptions_,
                                      writtenValuesMatter_, deadline_, result_.before, precision_);
  }

  void start(std::unique_ptr<Encoding> encoding) {
    if (checker_) questions_ += checker_->questions();
    placements_ = std::make_unique<PlacementProblem>(sites_, options_);
    encoding_ = std::move(encoding);
    checker_ = std::make_unique<PlacementChecker>(*encoding_, *placements_, correct(), deadline_);
    checker_->findIllegalSites();
    checker_->findHeldUpSites(sites_);
    if (!verifyOptions_.checks.races) keepLegalBarriers();
    firstLearned_ = placements_->clauses().size();
  }

  void startWithWrittenValues() {
    writtenValuesMatter_ = true;
    start(encode());
  }

  // A kernel that is correct as it is may not be where every conflict counts.
  bool startFiner() {
    if (writtenValuesMatter_ || !correct()) return startUnrolled();
    startWithWrittenValues();
    return true;
  }

  // With loops of few iterations run one by one, known or bounded, as the verification does at
  // last; null when that is nothing new.
  std::unique_ptr<Encoding> encodeUnrolled() {
    if (precision_.unrolled || encoding_->kernel().flow().loops().empty()) return nullptr;
    precision_.unrolled = true;
    auto encoding = encode();
    return encoding->hasUnrolled() ? std::move(encoding) : nullptr;
  }

  // Over placements with new grid barriers the search would take too long: it is left to those that
  // need none, and whether others help is only noted.
  bool startUnrolled() {
    auto encoding = encodeUnrolled();
    if (!encoding) return false;
    PlacementProblem scratch(sites_, options_);
    PlacementChecker checker(*encoding, scratch, correct(), deadline_);
    checker.findIllegalSites();
    auto suffice = [&](const auto& isLeftOut) {
      Placement dense;
      for (const Site& site : sites_)
        if (!checker.illegalSites().contains(site.id) && !isLeftOut(site)) dense.insert(site.id);
      return checker.check(dense) == PlacementVerdict::Correct;
    };
    const bool placesGrid = std::ranges::any_of(sites_, isNewGridBarrier);
    const bool starts = !placesGrid || suffice(isNewGridBarrier);
    gridMayHelp_ = !starts && suffice([](const Site&) { return false; });
    questions_ += checker.questions();
    if (starts) start(std::move(encoding));
    return starts;
  }

  static bool isNewGridBarrier(const Site& site) {
    return site.scope == BarrierScope::Grid && !site.existing;
  }

  // Starts anew where a barrier turns out to be needless once loops of few iterations are run one
  // by one: one that was added, or any where that costs little.
  bool startUnrolledIfTooCoarse(const Placement& placement) {
    Placement doubtful;
    std::set_difference(placement.begin(), placement.end(), original_.begin(), original_.end(),
                        std::inserter(doubtful, doubtful.end()));
    if (!placement.empty() && !precision_.unrolled && encoding_->haveFewIterations())
      doubtful = placement;
    if (doubtful.empty() || deadline_.passed()) return false;
    auto encoding = encodeUnrolled();
    if (!encoding) return false;
    PlacementProblem scratch(sites_, options_);
    PlacementChecker checker(*encoding, scratch, correct(), deadline_);
    for (const SiteId& id : doubtful) {
      Placement others = placement;
      others.erase(id);
      if (others == original_ && result_.before.verdict == Verdict::Refuted) continue;
      if (checker.racesSoon(others) || checker.checkSoon(others) != PlacementVerdict::Correct)
        continue;
      questions_ += checker.questions();
      start(std::move(encoding));
      return true;
    }
    questions_ += checker.questions();
    return false;
  }

  // Where races are not looked for, nothing tells which barriers are needless.
  void keepLegalBarriers() {
    for (const SiteId& id : original_) {
      RepairClause kept;
      kept.enable.insert(id);
      if (!checker_->illegalSites().contains(id)) placements_->add(kept);
    }
  }

  void publish() {
    if (options_.established) options_.established(result_);
  }

  void recordWork() {
    auto& counters = result_.before.statistics.counters;
    counters["checks"] = questions_ + checker_->questions();
    counters["sites"] = static_cast<double>(sites_.size());
    counters["clauses"] = static_cast<double>(placements_->clauses().size());
    if (!options_.logClauses) return;
    for (std::size_t i = firstLearned_; i < placements_->clauses().size(); ++i)
      result_.clauses.push_back(describe(placements_->clauses()[i], sites_));
  }

  //--- BarrierSearch
  //-------------------------------------------------------------------------------

  void search() {
    if (correct()) tryWithoutEach();
    for (unsigned round = 0;; ++round) {
      if (round == (sites_.size() < manySites ? roundsBeforeDensePlacements : 0))
        tryDensePlacements();
      const PlacementProblem::Solution solution = placements_->solve(stop_);
      if (solution.infeasible) {
        if (startFiner()) continue;
        return explainUnrepairable();
      }
      if (!solution.placement) return giveUp("no placement was found in time");
      const Placement& placement = *solution.placement;
      // The kernel as written is correct, and cheaper: the clauses are not all real.
      if (correct() && placements_->objectiveOf(placement) > placements_->objectiveOf(original_)) {
        if (startFiner()) continue;
        return giveUp("over all placements the analysis is too coarse");
      }
      if (solution.optimal) result_.lowerBound = lowerBound(placement);
      result_.before.statistics.counters["rounds"] = round + 1;
      publish();
      const bool known = placement == original_ && correct();
      switch (known ? PlacementVerdict::Correct : check(placement)) {
        case PlacementVerdict::Correct:
          if (startUnrolledIfTooCoarse(placement)) break;
          return finish(withFewEdits(placement), solution.optimal);
        case PlacementVerdict::Undecided: return giveUp("a placement was not decided in time");
        case PlacementVerdict::Wrong: break;
      }
    }
  }

  // The encoding for all placements is harder than that of a single one: what is not decided at
  // once may be by a verification, which the placement found needs in any case.
  PlacementVerdict check(const Placement& placement) {
    if (correct()) return checker_->check(placement);
    const PlacementVerdict soon = checker_->checkSoon(placement);
    if (soon != PlacementVerdict::Undecided) return soon;
    return verifiesWith(placement) ? PlacementVerdict::Correct : checker_->check(placement);
  }

  Placement withFewEdits(const Placement& found) {
    if (correct() || options_.objective != RepairObjective::Changes) return found;
    const Placement fewest = withFewestEdits(
        {*placements_, sites_, checker_->illegalSites(),
         [&](const Placement& placement) { return checker_->checkSoon(placement); }, stop_},
        found);
    return fewest == found || verifiesWith(fewest) ? fewest : found;
  }

  // The encoding speaks of the kernel's blocks, which stay what they are.
  bool verifiesWith(const Placement& placement) {
    const Body body(kernel_);
    std::vector<Variable*> locals = kernel_.locals;
    auto blocks = std::exchange(kernel_.blocks, {});
    body.restore(kernel_);
    applyPlacement(kernel_, placement);
    VerifyOptions once = quietly(verifyOptions_);
    once.timeout = deadline_.slice(0);
    once.errorLimit = 1;
    const VerificationResult result = verifyProcedure(program_, kernel_, once);
    ++questions_;
    kernel_.blocks = std::move(blocks);
    kernel_.locals = std::move(locals);
    return result.verdict == Verdict::Verified;
  }

  // Of all correct placements, by the cheapest one of the clauses known.
  double lowerBound(const Placement& cheapest) const {
    const double cost = placements_->objectiveOf(cheapest);
    if (!placements_->hasAlternatives()) return cost;
    const PlacementProblem weaker = placements_->withAlternatives();
    const auto solution = weaker.solve(stop_);
    const bool known = solution.placement && solution.optimal;
    return known ? std::min(cost, weaker.objectiveOf(*solution.placement)) : 0;
  }

  // What each barrier of a correct kernel is needed for: races without it, and with the others,
  // which are quicker to find than those without any.
  void tryWithoutEach() {
    for (const SiteId& id : original_) {
      Placement others = original_;
      others.erase(id);
      if (checker_->check(others) == PlacementVerdict::Undecided) return;
    }
  }

  // With every second legal site enabled a race has few sites on its path, so its clause is strong;
  // and many that do not meet show in one model. Sites of the clauses learned are enabled, until
  // nothing is wrong any more.
  void tryDensePlacements() {
    for (unsigned parity : {0U, 1U}) {
      Placement placement;
      unsigned index = 0;
      for (const Site& site : sites_)
        if (!checker_->illegalSites().contains(site.id) && index++ % 2 == parity)
          placement.insert(site.id);
      for (bool wrong = true; wrong;) {
        const std::size_t known = placements_->clauses().size();
        const std::size_t enabled = placement.size();
        wrong = checker_->checkSoon(placement) == PlacementVerdict::Wrong;
        for (std::size_t i = known; i < placements_->clauses().size(); ++i)
          placement.insert(placements_->clauses()[i].enable.begin(),
                           placements_->clauses()[i].enable.end());
        if (placement.size() == enabled) break;
      }
    }
  }

  //--- Results ------------------------------------------------------------------------------

  // A correct kernel stays as it is when nothing cheaper is known to be correct.
  void giveUp(const std::string& reason) {
    if (!correct()) {
      result_.status = RepairStatus::Undecided;
      result_.explanation.push_back(reason);
      return;
    }
    result_.status = RepairStatus::Unchanged;
    result_.explanation.push_back("whether some barrier can go was not decided (" + reason +
                                  "); the kernel is correct as it is");
    result_.costAfter = result_.costBefore;
    asGiven_->restore(kernel_);
    result_.fixedProgram = toString(program_);
    describeChanges(original_, {}, {});
  }

  // Threads of different warps need barriers of the block. Where these alone cost as much as the
  // placement does, no barrier of a warp is a part of a cheaper one.
  bool isNeededBetweenWarps(const Placement& placement) {
    auto costsAsMuch = [&] {
      const auto least = placements_->betweenWarps().solve(stop_).placement;
      return least && placements_->objectiveOf(*least) >= placements_->objectiveOf(placement) &&
             placements_->weightOf(*least) >= placements_->weightOf(placement);
    };
    if (costsAsMuch()) return true;
    for (unsigned parity : {0U, 1U}) {  // where few are enabled, one model shows many races
      Placement some;
      unsigned index = 0;
      for (const Site& site : sites_)
        if (placement.contains(site.id) && index++ % 2 == parity) some.insert(site.id);
      checker_->learnBetweenWarps(some);
    }
    const PlacementProblem known = placements_->betweenWarps();
    const auto supports = known.supports(placement);
    for (const SiteId& id : placement) {
      if (supports.contains(id)) continue;
      Placement others = placement;
      others.erase(id);
      checker_->learnBetweenWarps(others);
    }
    return costsAsMuch();
  }

  bool hasWarpBarriers() const {
    for (const auto& block : kernel_.blocks)
      for (const Statement& statement : block->statements)
        if (placeableScope(statement) == BarrierScope::Warp) return true;
    return false;
  }

  void explainUnrepairable() {
    if (correct()) return giveUp("over all placements the analysis is too coarse");
    result_.status = RepairStatus::Unrepairable;
    const std::vector<const RepairClause*> contradiction = placements_->contradiction();
    warpsMayHelp_ = asksAboutWarps_ &&
                    (hasWarpBarriers() ||
                     std::any_of(contradiction.begin(), contradiction.end(),
                                 [](const RepairClause* clause) { return clause->inOneWarp; }));
    result_.explanation = explainContradiction(contradiction, sites_, placements_->clauses());
    if (checker_->undecidedSites()) {
      result_.status = RepairStatus::Undecided;
      result_.explanation.emplace_back("whether some sites can hold a barrier was not decided");
    } else if (placements_->hasAlternatives() &&
               !placements_->withAlternatives().solve(stop_).infeasible) {
      result_.status = RepairStatus::Undecided;
      result_.explanation.emplace_back(
          "whether barriers on other paths through a loop can do it was not decided");
    }
  }

  void finish(const Placement& placement, bool optimal) {
    const bool unchanged = placement == original_ && correct();
    if (asksAboutWarps_)
      warpsMayHelp_ = (hasWarpBarriers() && !correct()) || !isNeededBetweenWarps(placement);
    const auto supports = placements_->supports(placement);
    objective_ = placements_->objectiveOf(placement);
    result_.costAfter = placements_->weightOf(placement);
    const Obligations obligations = obligationsUnder(placement);
    applyPlacement(kernel_, placement);
    result_.barriersOnHottestPath = barriersOnHottestPath(kernel_);
    if (!unchanged && !verifiesAsItStands()) return;
    result_.optimal = optimal && result_.lowerBound >= placements_->objectiveOf(placement) &&
                      !checker_->undecidedSites() && placements_->weightsAreExact() &&
                      options_.engine != RepairEngine::Mhs;
    describeChanges(placement, supports, obligations);
    weakenAddedFences();
    if (options_.maxEdits && result_.edits.size() > *options_.maxEdits) {
      result_.status = RepairStatus::Unrepairable;
      result_.explanation.push_back("the cheapest repair takes " +
                                    std::to_string(result_.edits.size()) + " edits");
      return;
    }
    if (options_.certificate)
      result_.certificate = placements_->certificate(placement, kernel_.sourceName);
    result_.fixedProgram = toString(program_);
    const bool needed =
        !correct() || std::any_of(result_.edits.begin(), result_.edits.end(),
                                  [](const RepairEdit& edit) { return !edit.optional; });
    result_.status = result_.edits.empty() ? RepairStatus::Unchanged
                     : needed              ? RepairStatus::Repaired
                                           : RepairStatus::Improved;
  }

  // Only what verifies anew, without anything known from the search, is returned.
  bool verifiesAsItStands() {
    VerifyOptions again = quietly(verifyOptions_);
    again.timeout = deadline_.slice(0);
    const VerificationResult after = verifyProcedure(program_, kernel_, again);
    ++questions_;
    if (after.verdict == Verdict::Verified) return true;
    if (const Finding* other = findingForNoBarrier(after); other && !correct()) {
      result_.status = RepairStatus::NotApplicable;
      result_.explanation.push_back("without what is wrong with barriers the finding '" +
                                    other->message + "' stays: it is no matter of barriers");
      return false;
    }
    giveUp("a placement did not verify as it stands" +
           (after.findings.empty() ? std::string() : ": " + after.findings.front().message));
    return false;
  }

  void describeChanges(const Placement& placement, const PlacementProblem::Supports& supports,
                       const Obligations& obligations) {
    describeEdits(sites_, placement, supports, checker_->illegalSites(), obligations, result_);
  }

  void weakenAddedFences() {
    std::vector<RepairEdit*> added;
    for (RepairEdit& edit : result_.edits)
      if (edit.action == RepairEdit::Action::Add || edit.ofFences) added.push_back(&edit);
    weakenFences(program_, kernel_, verifyOptions_, deadline_, added);
  }

  // Of the barriers that go.
  Obligations obligationsUnder(const Placement& placement) const {
    Obligations obligations;
    for (const SiteId& id : original_)
      if (!placement.contains(id))
        obligations[id] = obligationWithout(program_, kernel_, id, placement);
    return obligations;
  }

  Program& program_;
  Procedure& kernel_;
  const VerifyOptions& verifyOptions_;
  const RepairOptions& options_;
  const SiteOptions& siteOptions_;
  const Deadline& deadline_;
  const bool asksAboutWarps_;
  RepairResult& result_;
  const std::function<bool()> stop_ = [this] { return deadline_.passed(); };
  Precision precision_;
  bool writtenValuesMatter_ = true;  // otherwise every conflict counts
  std::optional<Body> asGiven_;      // of a correct kernel, inlined
  std::vector<Site> sites_;
  Placement original_;
  std::unique_ptr<PlacementProblem> placements_;
  std::unique_ptr<Encoding> encoding_;
  std::unique_ptr<PlacementChecker> checker_;
  std::size_t firstLearned_ = 0;  // clauses before it exclude illegal sites
  unsigned questions_ = 0;        // but for those of `checker_`
  double objective_ = 0;
  bool gridMayHelp_ = false;
  bool warpsMayHelp_ = false;
};

}  // namespace

SearchOutcome searchBarriers(const SearchInput& input, RepairResult& result) {
  BarrierSearch search(input, result);
  search.run();
  return search.outcome();
}

}  // namespace barricade
