#include "barricade/confirmation.h"

#include "interpreter/replay.h"
#include "report/wording.h"

namespace barricade {

void confirmFindings(const Program& program, const Procedure& kernel, const Settings& settings,
                     VerificationResult& result) {
  if (settings.confirm == ConfirmMode::Off) return;
  ReplayOptions options;
  options.benignTolerance = settings.verify.benignTolerance;
  options.waitCompletesCopy = !settings.verify.asyncNeedsBarrier;
  for (Finding& finding : result.findings) {
    ReplayOutcome replayed = replay(program, kernel, finding, options);
    finding.confirmed = replayed.confirmed;
    finding.unconfirmedReason = replayed.reason;
  }
  if (settings.confirm != ConfirmMode::Require) return;
  for (const Finding& finding : result.findings) {
    if (!*finding.confirmed) {
      result.undecided.push_back(headline(finding) + ": " + describeConfirmation(finding));
    }
  }
  std::erase_if(result.findings, [](const Finding& finding) { return !*finding.confirmed; });
  if (result.verdict == Verdict::Refuted && result.findings.empty()) {
    result.verdict = Verdict::Undecided;
  }
}

}  // namespace barricade
