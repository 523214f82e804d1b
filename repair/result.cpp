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

std::string placeInWords(std::string_view where, std::optional<AccessKind> access,
                         const std::string& arm, bool insideStatement) {
  if (insideStatement && access)
    return "before the " + std::string(toString(*access)) +
           (*access == AccessKind::Atomic ? " operation at" : " at");
  if (insideStatement && where == "before-branch") return "behind the condition of the branch at";
  if (!arm.empty()) return "at the start of the '" + arm + "' part of the branch at";
  if (where == "before-loop") return "before the loop at";
  if (where == "loop-start") return "at the start of the body of the loop at";
  if (where == "loop-end") return "at the end of the body of the loop at";
  if (where == "before-branch") return "before the branch at";
  if (where == "branch-start") return "at the start of the branch at";
  if (where == "merge") return "after the branch at";
  return std::string(where);
}

}  // namespace barricade
