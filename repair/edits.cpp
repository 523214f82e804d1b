#include "repair/edits.h"

namespace barricade {
namespace {

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

RepairEdit addition(const Site& site, std::string reason, bool correct) {
  RepairEdit edit = editAt(site, RepairEdit::Action::Add);
  edit.fencesLocal = site.ordersLocal;
  edit.fencesGlobal = site.ordersGlobal;
  edit.reason = std::move(reason);
  edit.optional = correct;
  return edit;
}

RepairEdit removal(const Site& site, bool illegal) {
  RepairEdit edit = editAt(site, RepairEdit::Action::Remove);
  edit.reason = illegal ? "not all threads reach it" : "no race needs it";
  edit.optional = !illegal;
  return edit;
}

}  // namespace

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
                   RepairResult& result) {
  const bool correct = result.before.verdict == Verdict::Verified;
  for (const Site& site : sites) {
    const auto support = supports.find(site.id);
    const std::string reason = support == supports.end() ? "" : support->second->witness;
    const bool enabled = placement.contains(site.id);
    if (enabled && site.existing)
      result.kept.push_back({site.scope, site.location, reason});
    else if (enabled)
      result.edits.push_back(addition(site, reason, correct));
    else if (site.existing)
      result.edits.push_back(removal(site, illegal.contains(site.id)));
  }
}

}  // namespace barricade
