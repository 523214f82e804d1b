// Another placement must keep what the best one removes, and add something else of the same
// weight. What it can do without is removed from it then, with what it adds left as it is.
#include "repair/fewest_edits.h"

#include <algorithm>
#include <optional>

namespace barricade {
namespace {

constexpr unsigned mostPlacements = 3;
constexpr unsigned mostChecks = 12;

class EditSearch {
 public:
  EditSearch(const EditComparison& comparison, const Placement& found)
      : comparison_(comparison), weight_(comparison.problem.objectiveOf(found)), best_(found) {}

  Placement run() {
    std::vector<Placement> avoided{addedIn(best_)};
    while (!avoided.back().empty() && !removedIn(best_).empty() &&
           avoided.size() <= mostPlacements) {
      const auto other = correctOne([&](PlacementProblem& problem) {
        for (const SiteId& id : removedIn(best_)) require(problem, id, true);
        for (const Placement& added : avoided) {
          RepairClause otherwise;
          otherwise.disable = added;
          problem.add(otherwise);
        }
      });
      if (!other) break;
      avoided.push_back(addedIn(*other));
      const auto least = correctOne([&](PlacementProblem& problem) {
        for (const Site& site : comparison_.sites)
          if (isAddition(site)) require(problem, site.id, other->contains(site.id));
      });
      if (least && editsIn(*least) < editsIn(best_)) best_ = *least;
    }
    return best_;
  }

 private:
  static bool isAddition(const Site& site) {
    return !site.existing && !(site.replaces && site.scope == BarrierScope::Warp);
  }

  static void require(PlacementProblem& problem, const SiteId& id, bool enabled) {
    RepairClause clause;
    (enabled ? clause.enable : clause.disable).insert(id);
    problem.add(clause);
  }

  // The cheapest one under further clauses, if it costs no more than the one found.
  template <typename Restrict>
  std::optional<Placement> correctOne(const Restrict& restrict) {
    while (checks_ < mostChecks && !comparison_.stop()) {
      PlacementProblem problem = comparison_.problem;
      restrict(problem);
      const auto placement = problem.solve(comparison_.stop).placement;
      if (!placement || problem.objectiveOf(*placement) > weight_) return std::nullopt;
      ++checks_;
      switch (comparison_.check(*placement)) {
        case PlacementVerdict::Correct: return placement;
        case PlacementVerdict::Undecided: return std::nullopt;
        case PlacementVerdict::Wrong: break;
      }
    }
    return std::nullopt;
  }

  Placement addedIn(const Placement& placement) const {
    Placement added;
    for (const Site& site : comparison_.sites)
      if (isAddition(site) && placement.contains(site.id)) added.insert(site.id);
    return added;
  }

  // But for those that another one takes the place of.
  Placement removedIn(const Placement& placement) const {
    Placement removed;
    for (const Site& site : comparison_.sites)
      if (site.existing && !placement.contains(site.id) && !comparison_.illegal.contains(site.id) &&
          std::ranges::none_of(comparison_.sites, [&](const Site& other) {
            return other.replaces && other.location == site.location &&
                   placement.contains(other.id);
          }))
        removed.insert(site.id);
    return removed;
  }

  // A barrier inside of a statement takes that apart, which is more to read than two lines that go.
  std::size_t editsIn(const Placement& placement) const {
    const Placement added = addedIn(placement);
    const auto inside = std::ranges::count_if(comparison_.sites, [&](const Site& site) {
      return site.insideStatement && added.contains(site.id);
    });
    return added.size() + removedIn(placement).size() + 2 * static_cast<std::size_t>(inside);
  }

  const EditComparison& comparison_;
  const double weight_;
  Placement best_;
  unsigned checks_ = 0;
};

}  // namespace

Placement withFewestEdits(const EditComparison& comparison, const Placement& found) {
  return EditSearch(comparison, found).run();
}

}  // namespace barricade
