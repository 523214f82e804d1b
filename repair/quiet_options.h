// The options of verifications within a search: nobody is told of what they find on the way.
#pragma once

#include "analysis/options.h"
#include "repair/options.h"

namespace barricade {

inline VerifyOptions quietly(VerifyOptions options) {
  options.established = nullptr;
  options.found = nullptr;
  options.confirm = nullptr;
  return options;
}

inline RepairOptions quietly(RepairOptions options) {
  options.established = nullptr;
  return options;
}

}  // namespace barricade
