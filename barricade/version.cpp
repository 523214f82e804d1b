#include "barricade/version.h"

namespace barricade {

std::string_view commit() {
  return BARRICADE_COMMIT;
}

std::string versionWithCommit() {
  std::string text(version);
  if (!commit().empty()) text.append(" (commit ").append(commit()).append(")");
  return text;
}

}  // namespace barricade
