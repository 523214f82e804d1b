#include "repair/fence_search.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "instrument/fence_sites.h"
#include "ir/printer.h"
#include "repair/edit_weights.h"
#include "repair/edits.h"
#include "repair/explanation.h"
#include "repair/hottest_path.h"
#include "repair/ordering_atomics.h"
#include "repair/quiet_options.h"
#include "repair/signal_barrier.h"
#include "repair/warp_search.h"
#include "solver/maxsat/maxsat.h"
#include "verifier/verify.h"

namespace barricade {
namespace {

using Chosen = std::set<SiteId>;

bool showsRace(const Finding& finding) {
  return finding.kind == FindingKind::Race;
}

// Whether races are gone, or a barrier beside the fences would order them.
bool isCloser(const VerificationResult& before, const VerificationResult& after) {
  using Race = std::pair<SourceChain, SourceChain>;
  if (std::any_of(after.findings.begin(), after.findings.end(),
                  [](const Finding& finding) { return finding.lacksBarrier; }))
    return true;
  auto racesOf = [](const VerificationResult& result) {
    std::set<Race> races;
    for (const Finding& finding : result.findings)
      if (showsRace(finding) && finding.places.size() == 2)
        races.insert(std::minmax(finding.places[0].location, finding.places[1].location));
    return races;
  };
  const std::set<Race> old = racesOf(before);
  const std::set<Race> now = racesOf(after);
  return !std::includes(now.begin(), now.end(), old.begin(), old.end());
}

bool racesBetweenBlocks(const VerificationResult& result) {
  return std::any_of(result.findings.begin(), result.findings.end(), [](const Finding& finding) {
    return showsRace(finding) && finding.interGroup;
  });
}

// Threads of different blocks race on what they signal each other with: no barrier of a block comes
// between, and those of the grid have been looked at.
bool racesOnSignals(const VerificationResult& result) {
  return std::any_of(result.findings.begin(), result.findings.end(), [](const Finding& finding) {
    const auto isAtomic = [](const FindingPlace& place) { return place.kind == "atomic"; };
    return showsRace(finding) && finding.interGroup && finding.places.size() == 2 &&
           isAtomic(finding.places[0]) != isAtomic(finding.places[1]);
  });
}

class FenceSearch {
 public:
  FenceSearch(const SearchInput& input, const Body& written, const RepairResult& found)
      : input_(input),
        written_(written),
        found_(found),
        verifyOptions_(quietly(input.verifyOptions)),
        options_(quietly(input.options)) {}

  // Of all fences the scope is that of the threads that race.
  std::optional<RepairResult> run(Scope scope) {
    written_.restore(input_.kernel);
    const OrderingAtomics atomics = orderingAtomics(input_.program, input_.kernel);
    if (std::none_of(atomics.begin(), atomics.end(),
                     [](const auto& atomic) { return atomic.second.acquires; }))
      return std::nullopt;
    sites_ = addFences(input_.program, input_.kernel, atomics, optionsFor(scope));
    if (!placeBarriers()) return std::nullopt;
    withAll_.emplace(input_.kernel);
    const std::optional<Chosen> chosen = cheapest();
    return chosen ? std::optional(describe(*chosen)) : std::nullopt;
  }

  // Whether threads of different blocks still race where there are all fences.
  bool leavesRacesBetweenBlocks() const { return betweenBlocks_; }

 private:
  FenceOptions optionsFor(Scope scope) const {
    const double wide = weightOfFence(Scope::Device);
    const double narrow = weightOfFence(Scope::Block);
    FenceOptions options;
    options.scope = scope;
    options.fenceWeight = weightOfFence(scope);
    options.widerFenceWeight = wide - narrow;
    options.widerAtomicWeight = weightOf(RepairEdit::Action::Strengthen);
    options.loopWeight = input_.siteOptions.loopWeight;
    options.measuredWeight = input_.siteOptions.measuredWeight;
    return options;
  }

  // In the kernel with all fences: none where it verifies.
  bool placeBarriers() {
    RepairResult result;
    result.before = verify();
    if (result.before.verdict == Verdict::Verified) return true;
    betweenBlocks_ = racesBetweenBlocks(result.before);
    if (racesOnSignals(result.before) || !isCloser(found_.before, result.before)) return false;
    const SearchInput fenced{input_.program, input_.kernel,      verifyOptions_,
                             options_,       input_.siteOptions, input_.deadline};
    barriers_ = placeSignalBarrier(fenced, result.before, BarrierScope::Block);
    if (barriers_) return true;
    searchWithWarps(fenced, result);
    barriers_ = std::move(result);
    return barriers_->status == RepairStatus::Repaired;
  }

  VerificationResult verify() { return verify(verifyOptions_.errorLimit); }

  VerificationResult verify(unsigned errorLimit) {
    VerifyOptions options = verifyOptions_;
    options.errorLimit = errorLimit;
    options.timeout = input_.deadline.slice(0);
    return verifyProcedure(input_.program, input_.kernel, options);
  }

  // The first thing that is wrong says enough.
  bool verifies() { return verify(1).verdict == Verdict::Verified; }

  void take(const Chosen& chosen) {
    withAll_->restore(input_.kernel);
    keepFences(input_.kernel, sites_, chosen);
  }

  bool isCorrect(const Chosen& chosen) {
    const auto [known, isNew] = correct_.try_emplace(chosen, false);
    // Without fences and barriers it is the kernel as it was.
    if (isNew && (!chosen.empty() || barriers_)) {
      take(chosen);
      known->second = verifies();
    }
    return known->second;
  }

  // Every correct set has one of the sites that a set lacks which is not correct.
  sat::Clause clauseOf(Chosen failing) {
    std::vector<std::size_t> order(sites_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return sites_[a].site.weight > sites_[b].site.weight;
    });
    sat::Clause clause;
    for (std::size_t i : order) {
      if (failing.contains(sites_[i].site.id)) continue;
      Chosen more = failing;
      more.insert(sites_[i].site.id);
      if (more.size() < sites_.size() && !isCorrect(more))
        failing = std::move(more);
      else
        clause.push_back({static_cast<int>(i), true});
    }
    return clause;
  }

  std::optional<Chosen> cheapest() {
    constexpr double precision = 1024;  // of weights, as integers
    sat::WeightedCnf problem;
    for (const FenceSite& site : sites_)
      problem.costs.push_back(
          {std::llround(site.site.weight * precision), site.site.insideStatement ? 2 : 1});
    Chosen chosen;
    if (isCorrect(chosen)) return chosen;
    while (!input_.deadline.passed()) {
      problem.clauses.push_back(clauseOf(chosen));
      const sat::Minimum minimum = sat::minimise(problem);
      chosen.clear();
      for (std::size_t i = 0; i < sites_.size(); ++i)
        if ((*minimum.model)[i]) chosen.insert(sites_[i].site.id);
      if (isCorrect(chosen)) return chosen;
    }
    return std::nullopt;
  }

  RepairEdit editOf(const FenceSite& site, const Chosen& chosen) {
    const bool added = site.kind == FenceSite::Kind::Fence;
    RepairEdit edit =
        editAt(site.site, added ? RepairEdit::Action::Fence : RepairEdit::Action::Strengthen);
    edit.reach = site.scope;
    edit.operation = site.operation;
    edit.subject = site.subject;
    Chosen others = chosen;
    others.erase(site.site.id);
    take(others);
    edit.reason = raceIn(verify());
    return edit;
  }

  RepairResult describe(const Chosen& chosen) {
    RepairResult result;
    if (barriers_) result = std::move(*barriers_);
    result.before = found_.before;
    result.status = RepairStatus::Repaired;
    result.optimal = false;
    if (!barriers_) result.costBefore = result.costAfter = found_.costBefore;
    result.lowerBound = 0;
    std::vector<RepairEdit> edits;
    for (const FenceSite& site : sites_) {
      if (!chosen.contains(site.site.id)) continue;
      edits.push_back(editOf(site, chosen));
      result.editWeight += site.site.weight;
    }
    std::stable_sort(edits.begin(), edits.end(), [](const RepairEdit& a, const RepairEdit& b) {
      return a.location < b.location;
    });
    result.edits.insert(result.edits.begin(), edits.begin(), edits.end());
    take(chosen);
    result.barriersOnHottestPath = barriersOnHottestPath(input_.kernel);
    result.fixedProgram = toString(input_.program);
    removeNeedless({input_.program, input_.kernel, verifyOptions_, options_, input_.siteOptions,
                    input_.deadline},
                   verify(), result);
    return result;
  }

  const SearchInput& input_;
  const Body& written_;
  const RepairResult& found_;
  VerifyOptions verifyOptions_;
  RepairOptions options_;
  std::vector<FenceSite> sites_;
  std::optional<RepairResult> barriers_;  // where some are missing as well
  bool betweenBlocks_ = false;
  std::optional<Body> withAll_;
  std::map<Chosen, bool> correct_;
};

// Where races might be ordered, as far as is known, and barriers do it at a high price or not.
bool mayLackFences(const RepairResult& found) {
  const bool isDear =
      found.status == RepairStatus::Unrepairable ||
      std::any_of(found.edits.begin(), found.edits.end(), [](const RepairEdit& edit) {
        return edit.action == RepairEdit::Action::Add && edit.scope == BarrierScope::Grid;
      });
  return std::any_of(found.before.findings.begin(), found.before.findings.end(),
                     [&](const Finding& finding) {
                       return showsRace(finding) && (isDear || !finding.unordered.empty());
                     });
}

}  // namespace

std::optional<RepairResult> repairByFences(const SearchInput& input, const Body& written,
                                           const RepairResult& found) {
  if (!mayLackFences(found)) return std::nullopt;
  const Body searched(input.kernel);
  const bool betweenBlocks = racesBetweenBlocks(found.before);
  FenceSearch narrow(input, written, found);
  auto result = narrow.run(betweenBlocks ? Scope::Device : Scope::Block);
  // Of the races at one place only those within a block are told.
  if (!result && !betweenBlocks && narrow.leavesRacesBetweenBlocks())
    result = FenceSearch(input, written, found).run(Scope::Device);
  searched.restore(input.kernel);
  return result;
}

}  // namespace barricade
