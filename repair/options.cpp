#include "repair/options.h"

#include <algorithm>
#include <string_view>

namespace barricade {

RepairKinds RepairKinds::named(const std::vector<std::string>& texts) {
  const auto has = [&](std::string_view kind) {
    return std::any_of(texts.begin(), texts.end(),
                       [&](const std::string& text) { return text == kind || text == "all"; });
  };
  return {.atomics = has("atomics"),
          .branches = has("branches"),
          .loops = has("loops"),
          .waits = has("waits"),
          .fences = has("fences"),
          .launches = has("launches")};
}

}  // namespace barricade
