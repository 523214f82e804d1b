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

}  // namespace barricade
