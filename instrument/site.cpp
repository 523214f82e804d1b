#include "instrument/site.h"

namespace barricade {

std::string_view toString(SitePlace place) {
  switch (place) {
    case SitePlace::At: return "at";
    case SitePlace::Before: return "before";
    case SitePlace::LoopStart: return "loop-start";
    case SitePlace::BeforeLoop: return "before-loop";
    case SitePlace::LoopEnd: return "loop-end";
    case SitePlace::AfterLoop: return "after-loop";
    case SitePlace::BeforeBranch: return "before-branch";
    case SitePlace::BranchStart: return "branch-start";
    case SitePlace::Merge: return "merge";
  }
  return "";
}

std::string_view toString(Arm arm) {
  switch (arm) {
    case Arm::None: return "";
    case Arm::Then: return "then";
    case Arm::Else: return "else";
  }
  return "";
}

}  // namespace barricade
