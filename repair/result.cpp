// The names that reports use for what a repair did; tools rely on them.
#include "repair/result.h"

#include <cassert>

namespace barricade {

std::string_view toString(RepairStatus status) {
  switch (status) {
    case RepairStatus::Unchanged: return "unchanged";
    case RepairStatus::Repaired: return "repaired";
    case RepairStatus::Improved: return "improved";
    case RepairStatus::Unrepairable: return "unrepairable";
    case RepairStatus::Undecided: return "undecided";
    case RepairStatus::NotApplicable: return "not-applicable";
  }
  assert(false);
  return "";
}

bool isRight(RepairStatus status) {
  switch (status) {
    case RepairStatus::Unchanged:
    case RepairStatus::Repaired:
    case RepairStatus::Improved: return true;
    case RepairStatus::Unrepairable:
    case RepairStatus::Undecided:
    case RepairStatus::NotApplicable: break;
  }
  return false;
}

std::string_view toString(RepairEdit::Action action) {
  switch (action) {
    case RepairEdit::Action::Add: return "add";
    case RepairEdit::Action::Remove: return "remove";
    case RepairEdit::Action::Weaken: return "weaken";
    case RepairEdit::Action::Strengthen: return "strengthen";
    case RepairEdit::Action::SplitBranch: return "split-branch";
    case RepairEdit::Action::PredicateReturn: return "predicate-return";
    case RepairEdit::Action::UniformLoop: return "uniform-loop";
    case RepairEdit::Action::Atomic: return "atomic";
    case RepairEdit::Action::Fence: return "fence";
    case RepairEdit::Action::Hoist: return "hoist";
    case RepairEdit::Action::Wait: return "wait";
    case RepairEdit::Action::Commit: return "commit";
    case RepairEdit::Action::SplitLaunch: return "split-launch";
    case RepairEdit::Action::DoubleBuffer: return "double-buffer";
  }
  assert(false);
  return "";
}

std::string placeInWords(SitePlace where, std::optional<AccessKind> access, Arm arm,
                         bool insideStatement) {
  if (insideStatement && access)
    return "before the " + std::string(toString(*access)) +
           (*access == AccessKind::Atomic ? " operation at" : " at");
  if (insideStatement && where == SitePlace::BeforeBranch)
    return "after the condition of the branch at";
  if (arm != Arm::None)
    return "at the start of the '" + std::string(toString(arm)) + "' part of the branch at";
  switch (where) {
    case SitePlace::At: return "at";
    case SitePlace::Before: return "before";
    case SitePlace::BeforeLoop: return "before the loop at";
    case SitePlace::LoopStart: return "at the start of the body of the loop at";
    case SitePlace::LoopEnd: return "at the end of the body of the loop at";
    case SitePlace::AfterLoop: return "after the loop at";
    case SitePlace::BeforeBranch: return "before the branch at";
    case SitePlace::BranchStart: return "at the start of the branch at";
    case SitePlace::Merge: return "after the branch at";
  }
  assert(false);
  return "";
}

}  // namespace barricade
