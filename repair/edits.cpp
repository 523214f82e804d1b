#include "repair/edits.h"

#include <algorithm>

namespace barricade {
namespace {

RepairEdit addition(const Site& site, std::string reason, bool correct) {
  RepairEdit edit = editAt(site, RepairEdit::Action::Add);
  edit.fencesLocal = site.ordersLocal;
  edit.fencesGlobal = site.ordersGlobal;
  edit.reason = std::move(reason);
  if (site.scope == BarrierScope::Grid)
    edit.reason += (edit.reason.empty() ? "" : "; ") + std::string(needsCooperativeLaunch);
  edit.optional = correct;
  return edit;
}

// A barrier that another one takes the place of.
RepairEdit exchange(const Site& site, const Site& given, std::string reason) {
  const bool weakens = site.scope == BarrierScope::Warp;
  RepairEdit edit =
      editAt(site, weakens ? RepairEdit::Action::Weaken : RepairEdit::Action::Strengthen);
  edit.location = given.location;
  edit.where = SitePlace::At;
  edit.fencesLocal = site.ordersLocal;
  edit.fencesGlobal = site.ordersGlobal;
  edit.optional = weakens;
  edit.ofFences = given.scope == site.scope;
  edit.reason = std::move(reason);
  if (weakens)
    edit.reason += (edit.reason.empty() ? "" : "; ") +
                   std::string("threads of different warps do not race without it");
  return edit;
}

// The existing barrier that is taken away at the same place, if there is one.
const Site* replacedBy(const Site& site, const std::vector<Site>& sites,
                       const Placement& placement) {
  if (!site.replaces || !placement.contains(site.id)) return nullptr;
  for (const Site& other : sites)
    if (other.existing && (other.scope != site.scope || other.partialFence) &&
        other.location == site.location && !placement.contains(other.id))
      return &other;
  return nullptr;
}

bool isReplaced(const Site& given, const std::vector<Site>& sites, const Placement& placement) {
  return std::any_of(sites.begin(), sites.end(), [&](const Site& site) {
    return replacedBy(site, sites, placement) == &given;
  });
}

RepairEdit removal(const Site& site, bool illegal, const std::string& obligation) {
  RepairEdit edit = editAt(site, RepairEdit::Action::Remove);
  edit.reason = illegal              ? "not all threads reach it"
                : obligation.empty() ? "no race needs it"
                                     : "no race needs it: " + obligation;
  edit.optional = !illegal;
  return edit;
}

}  // namespace

RepairEdit editAt(const Site& site, RepairEdit::Action action) {
  RepairEdit edit;
  edit.action = action;
  edit.scope = site.scope;
  edit.location = site.location;
  edit.where = site.where;
  edit.insideLoop = site.insideLoop;
  edit.access = site.access;
  edit.arm = site.arm;
  edit.insideStatement = site.insideStatement;
  return edit;
}

void describeStripped(const std::vector<StrippedBarrier>& stripped, RepairResult& result) {
  for (const StrippedBarrier& barrier : stripped) {
    RepairEdit edit;
    edit.action = RepairEdit::Action::Remove;
    edit.scope = barrier.scope;
    edit.location = barrier.location;
    edit.where = SitePlace::At;
    edit.reason = "all barriers are placed anew";
    result.edits.push_back(std::move(edit));
  }
}

void describeEdits(const std::vector<Site>& sites, const Placement& placement,
                   const PlacementProblem::Supports& supports, const std::set<SiteId>& illegal,
                   const Obligations& obligations, RepairResult& result) {
  const bool correct = result.before.verdict == Verdict::Verified;
  const auto of = [&](const SiteId& id) {
    const auto known = obligations.find(id);
    return known == obligations.end() ? std::string() : known->second;
  };
  for (const Site& site : sites) {
    const auto support = supports.find(site.id);
    const std::string reason = support == supports.end() ? "" : support->second->witness;
    const bool enabled = placement.contains(site.id);
    if (const Site* given = replacedBy(site, sites, placement))
      result.edits.push_back(exchange(site, *given, reason));
    else if (enabled && site.existing)
      result.kept.push_back({site.scope, site.location, reason});
    else if (enabled) {
      result.edits.push_back(addition(site, reason, correct));
      result.edits.back().ordersStores =
          support != supports.end() && !support->second->causes.stores.empty();
    } else if (site.existing && !isReplaced(site, sites, placement))
      result.edits.push_back(removal(site, illegal.contains(site.id), of(site.id)));
  }
}

}  // namespace barricade
