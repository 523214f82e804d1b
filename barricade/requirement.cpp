#include "barricade/requirement.h"

#include <algorithm>

#include "barricade/confirmation.h"
#include "barricade/reading.h"
#include "precondition/precondition.h"
#include "verifier/verify.h"

namespace barricade {
namespace {

// A run has shown what a condition that leaves overflow out of the question does not exclude.
bool isShownByOverflow(const VerificationResult& result) {
  return std::any_of(result.findings.begin(), result.findings.end(), [](const Finding& finding) {
    return finding.overflow && finding.confirmation.isConfirmed();
  });
}

}  // namespace

VerificationResult verifyWithCondition(Program& program, const VerifyOptions& asked, bool always) {
  VerifyOptions options = asked;
  options.overflowIsCondition = true;
  const Prepared prepared = prepare(program, options);
  if (!prepared.procedure || !(always || hasOpenSizes(program, *prepared.procedure, options)))
    return verify(program, prepared, options);
  VerifyOptions quiet = options;
  quiet.found = nullptr;
  VerificationResult result = verify(program, prepared, quiet);
  ConditionLimits limits;
  if (options.timeout > 0) limits.seconds = options.timeout - result.statistics.seconds;
  if (result.verdict == Verdict::Refuted && limits.seconds >= 0) {
    result.condition = findCondition(program, prepared, quiet, limits);
    if (result.condition && !(result.condition->assumesNoOverflow && isShownByOverflow(result))) {
      result.verdict = Verdict::Conditional;
      result.findings.clear();
      result.undecided.clear();
    }
  }
  if (options.found)
    for (const Finding& finding : result.findings) options.found(finding);
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
