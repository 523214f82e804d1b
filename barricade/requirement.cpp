#include "barricade/requirement.h"

#include <algorithm>

#include "barricade/confirmation.h"
#include "barricade/reading.h"
#include "ir/row_offsets.h"
#include "precondition/precondition.h"
#include "report/wording.h"
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

// With a condition on sizes and parameters where these are open, or `always`.
VerificationResult verifyForLaunches(Program& program, const Prepared& prepared,
                                     const VerifyOptions& options, bool always) {
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

// Where the kernel is right if these arrays say where rows begin, what it then is.
std::optional<VerificationResult> verifyInOrder(Program& program, const Prepared& prepared,
                                                VerifyOptions options,
                                                const std::vector<const Array*>& rows) {
  options.ordered.clear();
  for (const Array* array : rows) options.ordered.push_back(array->variable);
  VerificationResult result = verify(program, prepared, options);
  if (result.verdict != Verdict::Verified && result.verdict != Verdict::Conditional)
    return std::nullopt;
  result.verdict = Verdict::Conditional;
  if (!result.condition) result.condition.emplace().text = "1";
  for (const Array* array : rows) result.condition->ordered.push_back(array->sourceName);
  return result;
}

// A race between rows of an array, which begin where others say: that they do not overlap is a
// condition. Null: it does not help.
std::optional<VerificationResult> conditionOnRows(Program& program, const Prepared& prepared,
                                                  const VerifyOptions& options,
                                                  std::vector<const Array*> rows) {
  std::optional<VerificationResult> found = verifyInOrder(program, prepared, options, rows);
  for (std::size_t i = 0; found && rows.size() > 1 && i < rows.size();) {
    std::vector<const Array*> fewer = rows;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (auto better = verifyInOrder(program, prepared, options, fewer)) {
      found = std::move(better);
      rows = std::move(fewer);
    } else {
      ++i;
    }
  }
  return found;
}

}  // namespace

VerificationResult verifyWithCondition(Program& program, const VerifyOptions& asked, bool always) {
  VerifyOptions options = asked;
  options.overflowIsCondition = true;
  const Prepared prepared = prepare(program, options);
  std::vector<const Array*> rows;
  if (prepared.procedure && !program.mathInt) rows = rowOffsets(program, *prepared.procedure);
  if (rows.empty()) return verifyForLaunches(program, prepared, options, always);
  const Deadline deadline(options.timeout, options.processorTimeout);
  VerifyOptions brief = options;
  brief.found = nullptr;
  brief.errorLimit = 1;
  VerificationResult first = verify(program, prepared, brief);
  if (first.verdict != Verdict::Refuted || deadline.passed()) {
    if (options.found) std::ranges::for_each(first.findings, options.found);
    return first;
  }
  if (first.findings.front().kind == FindingKind::Race) {
    constexpr double seconds = 10;  // of the processor
    brief.established = nullptr;
    brief.timeout = deadline.slice(0);
    brief.processorTimeout = deadline.processorSlice(seconds);
    if (auto conditional = conditionOnRows(program, prepared, brief, rows)) {
      for (const std::string& array : conditional->condition->ordered)
        conditional->condition->clauses.push_back({inOrder(array), first.findings});
      return std::move(*conditional);
    }
  }
  options.timeout = deadline.slice(0);
  options.processorTimeout = deadline.processorSlice(0);
  return verifyForLaunches(program, prepared, options, always);
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
