#include "barricade/requirement.h"

#include <algorithm>

#include "barricade/confirmation.h"
#include "barricade/reading.h"
#include "precondition/precondition.h"
#include "verifier/portfolio.h"
#include "verifier/verify.h"

namespace barricade {
namespace {

// A condition that leaves overflow out of the question does not exclude what a run has shown to go
// wrong by it in every launch: the verifier reports no other races that need it.
bool isShownByOverflow(Program& program, const Prepared& prepared, VerifyOptions options,
                       const Deadline& deadline) {
  constexpr double seconds = 1;  // of the processor
  options.timeout = deadline.slice(0);
  options.processorTimeout = deadline.processorSlice(seconds);
  options.found = nullptr;
  options.established = nullptr;
  const VerificationResult result = verifyPrepared(program, prepared, options);
  return std::ranges::any_of(result.findings, [](const Finding& finding) {
    return finding.overflow && finding.overflow->needed && finding.confirmation.isConfirmed();
  });
}

// Further findings, in the time that is left. `first` has one, and what else is known.
VerificationResult withAllFindings(VerificationResult first, Program& program,
                                   const Prepared& prepared, VerifyOptions options,
                                   const Deadline& deadline) {
  if (!deadline.passed() && options.errorLimit != 1) {
    options.timeout = deadline.slice(0);
    options.processorTimeout = deadline.processorSlice(0);
    VerificationResult all = verifyPrepared(program, prepared, options);
    if (all.verdict == Verdict::Refuted) {
      all.notes.insert(all.notes.end(), first.notes.begin(), first.notes.end());
      std::ranges::sort(all.notes);
      const auto repeated = std::ranges::unique(all.notes);
      all.notes.erase(repeated.begin(), repeated.end());
      all.statistics.seconds += first.statistics.seconds;
      all.condition = std::move(first.condition);
      return all;
    }
  }
  if (options.found) std::ranges::for_each(first.findings, options.found);
  return first;
}

}  // namespace

VerificationResult verifyWithCondition(Program& program, const VerifyOptions& asked, bool always) {
  VerifyOptions options = asked;
  options.overflowIsCondition = true;
  const Prepared prepared = prepare(program, options);
  if (!prepared.procedure || program.mathInt ||
      !(always || hasOpenSizes(program, *prepared.procedure, options)))
    return verify(program, prepared, options);
  const Deadline deadline(options.timeout, options.processorTimeout);
  // Where there is a condition, one finding tells that it is needed.
  VerifyOptions brief = options;
  brief.found = nullptr;
  brief.errorLimit = 1;
  ConditionSearch search(program, prepared, brief);
  brief.described = search.observer();
  VerificationResult result = verify(program, prepared, brief);
  if (result.verdict != Verdict::Refuted) {
    if (options.found) std::ranges::for_each(result.findings, options.found);
    return result;
  }
  if (!deadline.passed()) {
    ConditionLimits limits;
    limits.seconds = deadline.slice(0);
    result.condition = search.run(result.findings.front(), limits);
  }
  const bool isConditional =
      result.condition && !(result.condition->assumesNoOverflow &&
                            isShownByOverflow(program, prepared, options, deadline));
  if (!isConditional)
    return withAllFindings(std::move(result), program, prepared, options, deadline);
  result.verdict = Verdict::Conditional;
  result.findings.clear();
  result.undecided.clear();
  return result;
}

std::optional<Condition> conditionFor(const Settings& settings, const std::string& kernel) {
  if (settings.inputs.front() == "-") return std::nullopt;
  Diagnostics diagnostics;
  const std::unique_ptr<Program> program =
      readInput(settings, settings.inputs.front(), diagnostics);
  if (!program) return std::nullopt;
  VerifyOptions options = settings.verify;
  options.kernel = kernel;
  for (Procedure* own : program->kernels())
    if (own->name == kernel) confirmByRuns(options, *program, *own, settings);
  return verifyWithCondition(*program, options, settings.require).condition;
}

}  // namespace barricade
