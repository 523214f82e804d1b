#include "repair/verified_repair.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include "repair/edit_weights.h"
#include "repair/edits.h"

namespace barricade {
namespace {

RepairEdit::Action actionOf(Rewrite::Kind kind) {
  switch (kind) {
    case Rewrite::Kind::Atomic: return RepairEdit::Action::Atomic;
    case Rewrite::Kind::WidenAtomic: return RepairEdit::Action::Strengthen;
    case Rewrite::Kind::SplitBranch: return RepairEdit::Action::SplitBranch;
    case Rewrite::Kind::PredicateReturn: return RepairEdit::Action::PredicateReturn;
    case Rewrite::Kind::UniformLoop: return RepairEdit::Action::UniformLoop;
    case Rewrite::Kind::EarlierWait: return RepairEdit::Action::Hoist;
    case Rewrite::Kind::AddedWait: return RepairEdit::Action::Wait;
    case Rewrite::Kind::AddedCommit: return RepairEdit::Action::Commit;
    case Rewrite::Kind::StricterWait: return RepairEdit::Action::Strengthen;
  }
  return RepairEdit::Action::Atomic;
}

// Whether it is about the barrier of a split.
bool isOfStep(const RepairEdit& edit, const VerifiedRepair& repair) {
  return std::any_of(repair.steps.begin(), repair.steps.end(), [&](const RestructuringStep& step) {
    return step.edit.location == edit.location;
  });
}

using EditPlace = std::tuple<RepairEdit::Action, unsigned, SitePlace, SourceChain>;

std::multiset<EditPlace> placesOf(const VerifiedRepair& repair) {
  std::multiset<EditPlace> places;
  const auto add = [&](const RepairEdit& edit, const auto& place) {
    const bool isBefore =
        place.where == SitePlace::BeforeBranch || place.where == SitePlace::BeforeLoop;
    SourceChain line = place.location;
    if (!place.insideStatement)
      for (SourcePosition& position : line) position.column = 0;
    places.emplace(edit.action, edit.groups, isBefore ? SitePlace::Before : place.where,
                   std::move(line));
  };
  for (const RepairEdit& edit : editsOf(repair)) {
    add(edit, edit);
    for (const PlaceInArm& other : edit.joined) add(edit, other);
  }
  return places;
}

}  // namespace

RestructuringStep stepOf(const Rewrite& rewrite, const std::optional<Site>& site,
                         double loopWeight) {
  const RepairEdit::Action action = actionOf(rewrite.kind);
  RestructuringStep step;
  step.weight = weightOf(action) * std::pow(loopWeight, rewrite.loopDepth);
  step.edit = site ? editAt(*site, action) : RepairEdit{};
  step.edit.action = action;
  if (site) {
    step.edit.branch = rewrite.location;
    for (const SourceChain& barrier : rewrite.joined) step.edit.joined.push_back({barrier});
  } else {
    step.edit.location = rewrite.location;
    const bool isAdded =
        rewrite.kind == Rewrite::Kind::AddedWait || rewrite.kind == Rewrite::Kind::AddedCommit;
    step.edit.where = isAdded ? SitePlace::Before : SitePlace::At;
  }
  step.edit.groups = rewrite.groups;
  step.edit.groupsBefore = rewrite.groupsBefore;
  step.edit.operation = rewrite.operation;
  step.edit.subject = rewrite.subject;
  step.edit.destination = rewrite.destination;
  step.edit.around = rewrite.around;
  return step;
}

PlaceInArm placeOf(const Site& site) {
  return {site.location, site.where, site.access, site.arm, site.insideStatement};
}

double weightOf(const VerifiedRepair& repair) {
  return repair.result.costAfter + repair.result.editWeight;
}

bool isSplit(const RestructuringStep& step) {
  return step.edit.action == RepairEdit::Action::SplitBranch ||
         step.edit.action == RepairEdit::Action::PredicateReturn;
}

bool splitsOneBranch(const VerifiedRepair& repair) {
  return repair.steps.size() == 1 && isSplit(repair.steps.front());
}

std::vector<RepairEdit> stepsNeeded(const VerifiedRepair& repair) {
  std::vector<RepairEdit> needed;
  for (const RestructuringStep& step : repair.steps) {
    if (!isKnown(step.edit.branch)) return {};  // no split
    const bool removed = std::any_of(
        repair.result.edits.begin(), repair.result.edits.end(), [&](const RepairEdit& edit) {
          return edit.optional && edit.action == RepairEdit::Action::Remove &&
                 edit.location == step.edit.location;
        });
    if (!removed) needed.push_back(step.edit);
  }
  return needed.size() < repair.steps.size() ? needed : std::vector<RepairEdit>{};
}

std::vector<RepairEdit> editsOf(const VerifiedRepair& repair) {
  std::vector<RepairEdit> edits;
  for (const RestructuringStep& step : repair.steps) {
    RepairEdit& edit = edits.emplace_back(step.edit);
    // A barrier of fewer threads may do between the halves of a branch.
    for (const RepairEdit& other : repair.result.edits)
      if (other.action == RepairEdit::Action::Weaken && other.location == edit.location)
        edit.scope = other.scope;
  }
  for (const RepairEdit& edit : repair.result.edits)
    if (!edit.optional || !isOfStep(edit, repair)) edits.push_back(edit);
  return edits;
}

bool isSame(const VerifiedRepair& a, const VerifiedRepair& b) {
  return placesOf(a) == placesOf(b);
}

}  // namespace barricade
