// `barricade repair`: each kernel of the program, or the one that --kernel names.
#include <algorithm>

#include "barricade/commands.h"
#include "barricade/confirmation.h"
#include "barricade/initialization_check.h"
#include "barricade/patch_exchange.h"
#include "barricade/reading.h"
#include "barricade/rendering.h"
#include "barricade/requirement.h"
#include "ir/launch_postcondition.h"
#include "repair/repair.h"
#include "verifier/portfolio.h"

namespace barricade {

namespace {

// Of the time for a kernel: what is left is for the patch, and for what may be required instead.
constexpr double shareOfRepair = 0.75;

// `result` as it is reported when the repair is stopped here: not done, with the best so far.
RepairResult stoppedHere(RepairResult result, const std::string& kernel) {
  result.status = RepairStatus::Undecided;
  result.optimal = false;
  result.before.kernel = kernel;
  if (!result.before.findings.empty()) result.before.verdict = Verdict::Refuted;
  result.explanation.emplace_back(stopReason);
  return result;
}

// Whether a kernel comes out right by edits, but for findings that no repair takes away.
bool isPatchable(const std::vector<KernelOutcome>& outcomes) {
  return std::any_of(outcomes.begin(), outcomes.end(), [](const KernelOutcome& outcome) {
    return outcome.repair && isRight(outcome.repair->status) && !outcome.repair->edits.empty();
  });
}

}  // namespace

Outcome repairCommand(const Settings& settings, const Publish& publish) {
  Diagnostics diagnostics;
  const auto [program, kernels] = readKernels(settings, diagnostics);
  bool writes = !settings.report.output.empty() || !settings.report.certificate.empty();
  if (kernels.size() > 1 && writes) {
    diagnostics.error(TextRange{program->fileName},
                      "several kernels; choose one with --kernel for --output or --certificate");
  }
  if (diagnostics.hasErrors()) return rejectedOutcome(settings, diagnostics);

  std::vector<KernelOutcome> outcomes;
  FindingStream stream(settings);
  auto outcomeOf = [](RepairResult result) {
    VerificationResult before = result.before;
    return KernelOutcome{std::move(before), std::move(result)};
  };
  for (Procedure* kernel : kernels) {
    auto publishSnapshot = [&](const RepairResult& result) {
      std::vector<KernelOutcome> snapshot = outcomes;
      snapshot.push_back(outcomeOf(stoppedHere(result, kernel->sourceName)));
      publish(render(settings, snapshot, diagnostics, stream));
    };
    publishSnapshot({});
    const Deadline deadline(settings.verify.timeout);
    VerifyOptions verifyOptions = settings.verify;
    verifyOptions.kernel = kernel->name;
    verifyOptions.timeout *= shareOfRepair;
    for (CheckDepth* depth : {&verifyOptions.checks.overflow, &verifyOptions.checks.misaligned})
      if (*depth == CheckDepth::Shown) *depth = CheckDepth::Off;
    confirmByRuns(verifyOptions, *program, *kernel, settings);
    verifyOptions.found = [&](const Finding& finding) { stream.show(kernel->sourceName, finding); };
    verifyOptions.established = [&](const VerificationResult& before) {
      RepairResult result;
      result.before = before;
      publishSnapshot(result);
    };
    const AssumedCounters counters = assumedCounters(settings, kernel->name);
    for (const Array* array : program->arrays())
      if (std::ranges::count(counters.arrays, array->variable->name) > 0)
        verifyOptions.ordered.push_back(array->variable);
    RepairOptions repairOptions = settings.repair;
    repairOptions.established = publishSnapshot;
    repairOptions.whyReadEarly = [&](Program& read, Procedure& procedure, const Array& array) {
      return whyReadEarly(read, procedure, verifyOptions, array);
    };
    repairOptions.placesReadEarly = [&](Program& read, Procedure& procedure) {
      return placesReadEarly(read, procedure, verifyOptions);
    };
    const bool promises = std::any_of(kernel->specifications.begin(), kernel->specifications.end(),
                                      isLaunchPostcondition);
    RepairResult result = repair(*program, verifyOptions, repairOptions);
    for (const std::string& note : counters.notes)
      if (std::ranges::count(result.before.notes, note) == 0) result.before.notes.push_back(note);
    Settings left = settings;
    left.verify.timeout = deadline.slice(0) / 2;
    if (result.before.verdict == Verdict::Refuted)
      result.before.condition = conditionFor(left, kernel->name, result.before);
    if (settings.verify.checks.uninitialized == CheckDepth::Full ||
        settings.verify.checks.overflow == CheckDepth::Full)
      result.before.notes.emplace_back(
          "what `verify` says of uninitialized shared memory and of overflow is not looked at");
    for (std::string& line : requiredInstead(left, result))
      result.explanation.push_back(std::move(line));
    if (promises)
      result.before.notes.emplace_back(
          "what the kernel ensures of final contents is not looked at");
    outcomes.push_back(outcomeOf(std::move(result)));
    stream.close(outcomes.back());
  }
  if (!makesPatches(settings)) return render(settings, outcomes, diagnostics, stream);
  // What is reported when the front end has no time to answer.
  Patch patch;
  patch.status = Patch::Status::Withheld;
  patch.reason = stopReason;
  publish(render(settings, outcomes, diagnostics, stream, &patch));
  patch = isPatchable(outcomes)
              ? exchangePatch(settings, documentJson(inputName(settings), outcomes, {}))
              : Patch{};
  return render(settings, outcomes, diagnostics, stream, &patch);
}

}  // namespace barricade
