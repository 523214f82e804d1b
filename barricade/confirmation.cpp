#include "barricade/confirmation.h"

#include "interpreter/replay.h"
#include "report/wording.h"

namespace barricade {

std::function<bool(Finding&)> confirmer(const Program& program, const Procedure& kernel,
                                        const Settings& settings) {
  if (settings.confirm == ConfirmMode::Off || settings.verify.warpSync > 0) return {};
  ReplayOptions options;
  options.benignTolerance = settings.verify.benignTolerance;
  options.waitCompletesCopy = !settings.verify.asyncNeedsBarrier;
  options.seconds = 0.5;  // a possible finding is as good a report as a late one
  return [&program, &kernel, options](Finding& finding) {
    ReplayOutcome replayed = replay(program, kernel, finding, options);
    finding.confirmed = replayed.confirmed;
    finding.unconfirmedReason = replayed.reason;
    return replayed.confirmed;
  };
}

void dropUnconfirmed(const Settings& settings, VerificationResult& result) {
  if (settings.confirm != ConfirmMode::Require) return;
  for (const Finding& finding : result.findings) {
    if (!finding.confirmed.value_or(false)) {
      result.undecided.push_back(headline(finding) + ": " + describeConfirmation(finding));
    }
  }
  std::erase_if(result.findings,
                [](const Finding& finding) { return !finding.confirmed.value_or(false); });
  if (result.verdict == Verdict::Refuted && result.findings.empty()) {
    result.verdict = Verdict::Undecided;
  }
}

}  // namespace barricade
