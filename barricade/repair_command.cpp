// `barricade repair`: each kernel of the program, or the one that --kernel names.
#include "barricade/commands.h"
#include "barricade/confirmation.h"
#include "barricade/reading.h"
#include "barricade/rendering.h"
#include "repair/repair.h"

namespace barricade {

namespace {

// `result` as it is reported when the repair is stopped here: not done, with the best so far.
RepairResult stoppedHere(RepairResult result, const std::string& kernel) {
  result.status = RepairStatus::Undecided;
  result.optimal = false;
  result.before.kernel = kernel;
  if (!result.before.findings.empty()) result.before.verdict = Verdict::Refuted;
  result.explanation.emplace_back(stopReason);
  return result;
}

}  // namespace

Outcome repairCommand(const Settings& settings, const Publish& publish) {
  Diagnostics diagnostics;
  std::unique_ptr<Program> program = readInput(settings, settings.inputs.front(), diagnostics);
  std::vector<Procedure*> kernels;
  if (program) kernels = chooseKernels(*program, settings, diagnostics);
  bool writes = !settings.report.output.empty() || !settings.report.certificate.empty();
  if (kernels.size() > 1 && writes) {
    diagnostics.error(TextRange{program->fileName},
                      "several kernels; choose one with --kernel for --output or --certificate");
  }
  if (diagnostics.hasErrors()) return rejectedOutcome(settings, diagnostics);

  std::vector<KernelOutcome> outcomes;
  auto outcomeOf = [](RepairResult result) {
    VerificationResult before = result.before;
    return KernelOutcome{std::move(before), std::move(result)};
  };
  for (Procedure* kernel : kernels) {
    auto publishSnapshot = [&](const RepairResult& result) {
      std::vector<KernelOutcome> snapshot = outcomes;
      snapshot.push_back(outcomeOf(stoppedHere(result, kernel->sourceName)));
      publish(render(settings, snapshot, diagnostics));
    };
    publishSnapshot({});
    VerifyOptions verifyOptions = settings.verify;
    verifyOptions.kernel = kernel->name;
    verifyOptions.confirm = confirmer(*program, *kernel, settings);
    RepairOptions repairOptions = settings.repair;
    repairOptions.established = publishSnapshot;
    outcomes.push_back(outcomeOf(repair(*program, verifyOptions, repairOptions)));
  }
  return render(settings, outcomes, diagnostics);
}

}  // namespace barricade
