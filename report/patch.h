// What a repair became in the source the IR was lowered from: made by a front end, rendered by all
// reports.
#pragma once

#include <string>
#include <vector>

namespace barricade {

// Lines and columns count from 1; the end is the first place that stays. Columns are in UTF-16 code
// units, as in SARIF.
struct Replacement {
  unsigned startLine = 0, startColumn = 0;
  unsigned endLine = 0, endColumn = 0;
  std::string text;
};

struct PatchedFile {
  std::string path;  // absolute
  std::vector<Replacement> replacements;
};

struct Patch {
  enum class Status {
    None,      // there is nothing to patch
    Verified,  // applied, the source verifies
    Withheld,  // the repair cannot be written, or does not verify
  };
  Status status = Status::None;
  std::string diff;                  // Verified
  std::vector<PatchedFile> files;    // Verified
  std::vector<std::string> leftOut;  // Verified: needless barriers that stay, and why
  std::string reason;                // Withheld
};

}  // namespace barricade
