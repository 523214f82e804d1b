#include "barricade/requirement.h"

#include <algorithm>

#include "barricade/assumed_contents.h"
#include "barricade/confirmation.h"
#include "barricade/reading.h"
#include "frontend/frontend.h"
#include "instrument/guarded_barrier.h"
#include "precondition/precondition.h"
#include "report/wording.h"
#include "verifier/overflow_condition.h"
#include "verifier/portfolio.h"
#include "verifier/verification.h"
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
  constexpr double seconds = 4;  // of the processor
  if (!deadline.passed() && options.errorLimit != 1) {
    options.timeout = deadline.slice(0);
    options.processorTimeout = deadline.processorSlice(options.searchToEnd ? 0 : seconds);
    const Deadline further(options.timeout, options.processorTimeout);
    VerificationResult all = verifyPrepared(program, prepared, options);
    if (all.verdict == Verdict::Refuted) {
      if (further.passed() && !deadline.passed()) all.undecided = {std::string(furtherNotSearched)};
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

// Where nothing else is found out. What a run has shown whatever sizes and parameters are is wrong
// for all.
std::string forTheseAlone(const Finding& finding) {
  return isUnconditional(finding) ? ""
                                  : "refuted for the sizes and parameters that are shown; whether "
                                    "others are right was not found out";
}

// Who stops the verification from here on has what is known already.
void keepEstablished(VerifyOptions& options, VerificationResult known) {
  if (!options.established) return;
  if (const std::string note = forTheseAlone(known.findings.front()); !note.empty())
    known.notes.push_back(note);
  options.established(known);
  options.established = [known = std::move(known),
                         established = options.established](const VerificationResult& result) {
    established(result.findings.empty() ? known : result);
  };
}

// A finding by a model, with which the search for a condition begins; nothing where that takes
// long.
std::optional<Finding> withModel(const Finding& known, Program& program, const Prepared& prepared,
                                 VerifyOptions options, const Deadline& deadline) {
  constexpr double seconds = 6;  // of the processor
  if (!known.isOfRun) return known;
  if (deadline.passed()) return std::nullopt;
  options.probe = nullptr;
  options.comeUpon = nullptr;
  options.established = nullptr;
  options.timeout = deadline.slice(0);
  options.processorTimeout = deadline.processorSlice(seconds);
  const VerificationResult result = verifyPrepared(program, prepared, options);
  if (result.verdict != Verdict::Refuted) return std::nullopt;
  return result.findings.front();
}

// With a condition on sizes and parameters, where the kernel is wrong in the launch of `result`.
// `brief` is observed by the search.
VerificationResult withCondition(VerificationResult result, ConditionSearch& search,
                                 Program& program, const Prepared& prepared,
                                 const VerifyOptions& options, const VerifyOptions& brief,
                                 const Deadline& deadline) {
  const auto model = withModel(result.findings.front(), program, prepared, brief, deadline);
  if (model && !deadline.passed()) {
    ConditionLimits limits;
    limits.seconds = deadline.slice(0);
    result.condition = search.run(*model, limits);
  }
  const bool isConditional =
      result.condition && !(result.condition->assumesNoOverflow &&
                            isShownByOverflow(program, prepared, options, deadline));
  if (!isConditional) {
    if (const unsigned usual = search.wrongUsualLaunches(); usual > 0)
      result.notes.push_back("goes wrong in each of " + std::to_string(usual) +
                             " launches of usual sizes that were tried");
    else if (const std::string note = forTheseAlone(result.findings.front());
             !result.condition && !search.isRefutedForAll() && !note.empty())
      result.notes.push_back(note);
    return withAllFindings(std::move(result), program, prepared, options, deadline);
  }
  result.verdict = Verdict::Conditional;
  result.findings.clear();
  result.undecided.clear();
  return result;
}

// With a condition on sizes where they are open, or `always`; with one on the contents of any array
// where that is asked, else of those that the program computes or is given.
VerificationResult verifyWithCondition(Program& program, const Prepared& prepared,
                                       VerifyOptions options, bool always, bool ofAnyContents) {
  const ArraysToAssume assumed(program, prepared);
  const bool isOfLaunches = prepared.procedure && !program.mathInt &&
                            (always || hasOpenSizes(program, *prepared.procedure, options));
  if (assumed.empty() && !isOfLaunches) return verify(program, prepared, options);
  const Deadline deadline(options.timeout, options.processorTimeout);
  // Where there is a condition, one finding tells that it is needed.
  VerifyOptions brief = options;
  brief.found = nullptr;
  brief.errorLimit = 1;
  std::optional<ConditionSearch> search;
  if (isOfLaunches) {
    brief.comeUpon = nullptr;  // a model tells more of sizes
    search.emplace(program, prepared, brief);
    brief.described = search->observer();
  }
  VerificationResult first = verify(program, prepared, brief);
  if (first.verdict == Verdict::Conditional && !deadline.passed())
    if (auto result = assumed.verifyCounts(program, prepared, brief, deadline))
      return std::move(*result);
  if (first.verdict != Verdict::Refuted) {
    if (options.found) std::ranges::for_each(first.findings, options.found);
    return first;
  }
  keepEstablished(options, first);
  if (first.findings.front().kind == FindingKind::Race && !deadline.passed())
    if (auto result = assumed.verify(first, ofAnyContents, program, prepared, brief, deadline))
      return std::move(*result);
  return search
             ? withCondition(std::move(first), *search, program, prepared, options, brief, deadline)
             : withAllFindings(std::move(first), program, prepared, options, deadline);
}

}  // namespace

VerificationResult verifyWithCondition(Program& program, VerifyOptions options, bool always) {
  options.overflowIsCondition = true;
  const Prepared prepared = prepare(program, options);
  return verifyWithCondition(program, prepared, std::move(options), always, always);
}

AssumedCounters assumedCounters(const Settings& settings, const std::string& kernel) {
  AssumedCounters assumed;
  if (settings.inputs.front() == "-") return assumed;
  Diagnostics diagnostics;
  const std::unique_ptr<Program> program =
      readInput(settings, settings.inputs.front(), diagnostics);
  if (!program || program->mathInt) return assumed;
  VerifyOptions options = settings.verify;
  options.kernel = kernel;
  options.errorLimit = 1;
  const Prepared prepared = prepare(*program, options);
  if (!prepared.procedure) return assumed;
  std::vector<Assumption> counters = ArraysToAssume(*program, prepared).counters();
  if (counters.empty()) return assumed;
  constexpr double seconds = 5;  // of the processor, for each of the two
  options.processorTimeout = seconds;
  const VerificationResult first = verify(*program, prepared, options);
  if (first.verdict != Verdict::Refuted || first.findings.front().kind != FindingKind::Race)
    return assumed;
  const auto verified = verifyWithFewest(counters, *program, prepared, options);
  if (!verified || verified->verdict != Verdict::Verified) return assumed;
  for (const Assumption& counter : counters)
    assumed.arrays.push_back(counter.array->variable->name);
  assumed.notes = verified->notes;
  return assumed;
}

std::optional<Condition> conditionFor(const Settings& settings, const std::string& kernel,
                                      const VerificationResult& refuted) {
  if (settings.inputs.front() == "-") return std::nullopt;
  Diagnostics diagnostics;
  const std::unique_ptr<Program> program =
      readInput(settings, settings.inputs.front(), diagnostics);
  if (!program) return std::nullopt;
  VerifyOptions options = settings.verify;
  options.kernel = kernel;
  for (Procedure* own : program->kernels())
    if (own->name == kernel) confirmByRuns(options, *program, *own, settings);
  options.overflowIsCondition = true;
  const Prepared prepared = prepare(*program, options);
  const bool dependsOnOverflow = std::ranges::any_of(
      refuted.findings, [](const Finding& finding) { return finding.overflow.has_value(); });
  // Else the same would be asked once more, and the answer be the same.
  const bool mayDiffer =
      settings.require || dependsOnOverflow || !ArraysToAssume(*program, prepared).empty() ||
      (prepared.procedure && hasOpenSizes(*program, *prepared.procedure, options));
  if (!mayDiffer) return std::nullopt;
  return verifyWithCondition(*program, prepared, std::move(options), settings.require, true)
      .condition;
}

namespace {

// Whether a barrier was added for two stores into one element of global memory. There is a thread
// that stores last then, but often a row is only shorter than was thought.
bool ordersGlobalStores(const RepairEdit& edit) {
  return edit.ordersStores && edit.fencesGlobal && !edit.fencesLocal && isKnown(edit.location);
}

void eraseBarrier(const Program& program, Procedure& kernel, const RepairEdit& edit) {
  for (auto& block : kernel.blocks)
    std::erase_if(block->statements, [&](const Statement& statement) {
      const SourceChain& chain = program.sources.chain(statement.location);
      return placeableScope(statement) == edit.scope && isKnown(chain) &&
             chain.front().line == edit.location.front().line &&
             chain.front().column == edit.location.front().column;
    });
}

}  // namespace

std::vector<std::string> requiredInstead(const Settings& settings, const RepairResult& repair) {
  constexpr double seconds = 8;  // of the processor
  std::vector<std::string> lines;
  if (repair.status != RepairStatus::Repaired || repair.fixedProgram.empty()) return lines;
  const std::vector<std::string> texts = describe(repair.edits);
  for (std::size_t i = 0; i < repair.edits.size(); ++i) {
    if (!ordersGlobalStores(repair.edits[i])) continue;
    Diagnostics diagnostics;
    const std::unique_ptr<Program> program =
        parseProgram({"repaired.gbpl", repair.fixedProgram}, {}, std::nullopt, diagnostics);
    if (!program || program->mathInt) continue;
    VerifyOptions options = settings.verify;
    for (Procedure* kernel : program->kernels())
      if (kernel->sourceName == repair.before.kernel) {
        eraseBarrier(*program, *kernel, repair.edits[i]);
        options.kernel = kernel->name;
      }
    options.processorTimeout = seconds;
    const VerificationResult without = verifyWithCondition(*program, options, true);
    if (without.verdict == Verdict::Conditional && without.condition &&
        !without.condition->clauses.empty())
      lines.push_back("or, in place of '" + texts[i] +
                      "', require: " + headline(*without.condition));
  }
  return lines;
}

}  // namespace barricade
