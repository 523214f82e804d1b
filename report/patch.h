// What a repair became in the source the IR was lowered from: made by a front end, rendered by all
// reports.
#pragma once

#include <optional>
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

// What another repair than the first would be in the source.
struct AlternativePatch {
  std::string kernel;
  std::optional<unsigned> linesChanged;  // none: it cannot be written as a patch
  std::string reason;                    // why not
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
  std::string reason;                // Withheld; Verified: why it is not of the first repair
  // Verified: lines removed, added, or replaced by others.
  unsigned linesChanged = 0;
  std::vector<AlternativePatch> alternatives{};  // of each kernel in the order of its result
  // Verified: findings of the patched source that are no matter of barriers, and were not looked
  // for by the repair.
  std::vector<std::string> stays{};
};

}  // namespace barricade
