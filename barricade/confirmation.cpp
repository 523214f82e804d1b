#include "barricade/confirmation.h"

#include "interpreter/replay.h"
#include "report/wording.h"

namespace barricade {

void confirmByRuns(VerifyOptions& verify, const Program& program, const Procedure& kernel,
                   const Settings& settings) {
  verify.confirm = nullptr;
  if (settings.confirm == ConfirmMode::Off) {
    verify.unconfirmed = "no run of the kernel was made, with --confirm=off";
    return;
  }
  if (settings.verify.warpSync > 0) {
    verify.unconfirmed = "runs of the kernel do not know warps in lock step (--warp-sync)";
    return;
  }
  ReplayOptions options;
  options.benignTolerance = settings.verify.benignTolerance;
  options.waitCompletesCopy = !settings.verify.asyncNeedsBarrier;
  // A possible finding is as good a report as a late one. Work decides, not time, so that what is
  // confirmed does not depend on the machine.
  options.steps = 2'000'000;
  options.seconds = 5;
  ReplayOptions quick = options;
  quick.steps = 300'000;
  verify.confirm = [&program, &kernel, options, quick](const Finding& finding,
                                                       ConfirmEffort effort) {
    if (finding.kind == FindingKind::Misaligned && finding.detail == "declaration")
      return Confirmation::possible("where the compiler puts the array decides");
    const ReplayOutcome replayed =
        replay(program, kernel, finding, effort == ConfirmEffort::Quick ? quick : options);
    return replayed.confirmed ? Confirmation::byRun()
                              : Confirmation::possible(replayed.reason, replayed.place);
  };
}

void dropUnconfirmed(const Settings& settings, VerificationResult& result) {
  if (settings.confirm != ConfirmMode::Require) return;
  for (const Finding& finding : result.findings) {
    if (!finding.confirmation.isConfirmed()) {
      result.undecided.push_back(headline(finding) + ": " + describeConfirmation(finding));
    }
  }
  std::erase_if(result.findings,
                [](const Finding& finding) { return !finding.confirmation.isConfirmed(); });
  if (result.verdict == Verdict::Refuted && result.findings.empty()) {
    result.verdict = Verdict::Undecided;
  }
}

}  // namespace barricade
