// `barricade verify`: each kernel of the program, or the one that --kernel names.
#include "barricade/commands.h"
#include "barricade/confirmation.h"
#include "barricade/equivalence_check.h"
#include "barricade/initialization_check.h"
#include "barricade/postcondition_check.h"
#include "barricade/reading.h"
#include "barricade/rendering.h"
#include "barricade/requirement.h"
#include "barricade/shared_memory_check.h"

namespace barricade {

namespace {

// `result` as it is reported when the verification is stopped here.
VerificationResult stoppedHere(VerificationResult result, const std::string& kernel) {
  result.kernel = kernel;
  result.verdict = result.findings.empty() ? Verdict::Undecided : Verdict::Refuted;
  result.undecided.emplace_back(stopReason);
  return result;
}

}  // namespace

Outcome verifyCommand(const Settings& settings, const Publish& publish) {
  Diagnostics diagnostics;
  const auto [program, kernels] = readKernels(settings, diagnostics);
  if (diagnostics.hasErrors()) return rejectedOutcome(settings, diagnostics);

  std::vector<KernelOutcome> outcomes;
  FindingStream stream(settings);
  for (Procedure* kernel : kernels) {
    auto publishSnapshot = [&](const VerificationResult& result) {
      std::vector<KernelOutcome> snapshot = outcomes;
      snapshot.push_back({stoppedHere(result, kernel->sourceName), std::nullopt});
      publish(render(settings, snapshot, diagnostics, stream));
    };
    publishSnapshot({});
    VerifyOptions options = settings.verify;
    options.kernel = kernel->name;
    options.established = publishSnapshot;
    confirmByRuns(options, *program, *kernel, settings);
    options.found = [&](const Finding& finding) { stream.show(kernel->sourceName, finding); };
    VerificationResult result = verifyWithCondition(*program, options, settings.require);
    checkSharedMemory(*program, *kernel, settings.sharedMemory, result, options.found);
    if (options.checks.uninitialized == CheckDepth::Full ||
        (options.checks.uninitialized == CheckDepth::Shown && options.confirm))
      checkInitialization(*program, *kernel, options, result, options.found);
    checkPostconditions(*program, *kernel, options, result);
    checkEquivalence(*program, *kernel, options, result);
    dropUnconfirmed(settings, result);
    outcomes.push_back({std::move(result), std::nullopt});
    stream.close(outcomes.back());
  }
  return render(settings, outcomes, diagnostics, stream);
}

}  // namespace barricade
