#include "verifier/restrictions.h"

namespace barricade {

bool isAsked(FindingKind kind, const Checks& checks) {
  return kind != FindingKind::Divergence || checks.divergence;
}

bool isShownOnly(FindingKind kind, const Checks& checks) {
  return (kind == FindingKind::Bounds && checks.bounds == CheckDepth::Shown) ||
         (kind == FindingKind::Overflow && checks.overflow == CheckDepth::Shown) ||
         (kind == FindingKind::Misaligned && checks.misaligned == CheckDepth::Shown);
}

std::vector<std::string> restrictionsOf(const Subject& subject, const VerifyOptions& options) {
  std::vector<std::string> notes;
  std::string ones;
  for (const std::string& size : subject.launch.takenAsOne)
    ones += (ones.empty() ? "" : ", ") + size;
  if (!ones.empty()) notes.push_back("taken as 1, as the kernel does not read them: " + ones);
  if (!options.checks.divergence)
    notes.emplace_back(
        "executions in which a barrier is not reached by all are left out, without `divergence` "
        "in --check");
  if (options.loopUnwind > 0 && !subject.kernel.flow().loops().empty())
    notes.push_back("only the first " + std::to_string(options.loopUnwind) +
                    " iterations of each loop are looked at, with --loop-unwind");
  return notes;
}

}  // namespace barricade
