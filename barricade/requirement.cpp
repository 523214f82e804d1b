#include "barricade/requirement.h"

#include <algorithm>

#include "analysis/atomic_results.h"
#include "analysis/claimed_contents.h"
#include "analysis/slice.h"
#include "barricade/confirmation.h"
#include "barricade/reading.h"
#include "frontend/frontend.h"
#include "instrument/guarded_barrier.h"
#include "ir/index_arrays.h"
#include "ir/row_offsets.h"
#include "ir/semantics.h"
#include "ir/uses.h"
#include "precondition/precondition.h"
#include "report/wording.h"
#include "verifier/overflow_condition.h"
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

// With a condition on sizes and parameters, where the kernel is wrong in the launch of `result`.
VerificationResult withCondition(VerificationResult result, ConditionSearch& search,
                                 Program& program, const Prepared& prepared,
                                 const VerifyOptions& options, const Deadline& deadline) {
  if (!deadline.passed()) {
    ConditionLimits limits;
    limits.seconds = deadline.slice(0);
    result.condition = search.run(result.findings.front(), limits);
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

// Of a verification that assumes something of contents: whether it fails in the first iterations of
// loops already, which is found out soon.
bool failsSoon(Program& program, const Prepared& prepared, VerifyOptions options) {
  constexpr double seconds = 2;  // of the processor
  if (options.loopUnwind > 0) return false;
  options.loopUnwind = 1;
  options.confirm = nullptr;
  options.processorTimeout = seconds;
  return verify(program, prepared, options).verdict == Verdict::Refuted;
}

// Where the kernel is right if these arrays say where rows begin, what it then is.
std::optional<VerificationResult> verifyInOrder(Program& program, const Prepared& prepared,
                                                VerifyOptions options,
                                                const std::vector<const Array*>& rows) {
  options.ordered.clear();
  for (const Array* array : rows) options.ordered.push_back(array->variable);
  if (failsSoon(program, prepared, options)) return std::nullopt;
  VerificationResult result = verify(program, prepared, options);
  if (result.verdict != Verdict::Verified && result.verdict != Verdict::Conditional)
    return std::nullopt;
  result.verdict = Verdict::Conditional;
  if (!result.condition) result.condition.emplace().text = "1";
  for (const Array* array : rows) result.condition->ordered.push_back(array->sourceName);
  return result;
}

// Where the kernel is right if no element of these arrays is the value that stands for a free place
// of a table, what it then is.
std::optional<VerificationResult> verifyWithout(Program& program, const Prepared& prepared,
                                                VerifyOptions options,
                                                const std::vector<ExcludedValue>& excluded) {
  options.excluded = excluded;
  if (excluded.empty() || failsSoon(program, prepared, options)) return std::nullopt;
  VerificationResult result = verify(program, prepared, options);
  if (result.verdict != Verdict::Verified && result.verdict != Verdict::Conditional)
    return std::nullopt;
  result.verdict = Verdict::Conditional;
  if (!result.condition) result.condition.emplace().text = "1";
  for (const auto& [array, value] : excluded)
    result.condition->contents.push_back(
        isNever(array->array->sourceName, toSigned(value, array->array->elementWidth)));
  return result;
}

// Where the kernel is right if no count in these arrays is a negative number, what it then is.
std::optional<VerificationResult> verifyCounting(Program& program, const Prepared& prepared,
                                                 VerifyOptions options,
                                                 const std::vector<const Array*>& counters) {
  options.ordered.clear();
  for (const Array* array : counters) options.ordered.push_back(array->variable);
  if (failsSoon(program, prepared, options)) return std::nullopt;
  VerificationResult result = verify(program, prepared, options);
  if (result.verdict != Verdict::Verified) return std::nullopt;
  for (const Array* array : counters)
    result.notes.push_back("assumes that no count in " + array->sourceName + " becomes negative");
  return result;
}

// Of arrays with which the kernel is right as few as suffice: the others are taken out. Null: it
// does not help.
template <typename VerifyWith>
std::optional<VerificationResult> withFewest(std::vector<const Array*>& arrays,
                                             const VerifyWith& verifyWith) {
  std::optional<VerificationResult> found = arrays.empty() ? std::nullopt : verifyWith(arrays);
  for (std::size_t i = 0; found && arrays.size() > 1 && i < arrays.size();) {
    std::vector<const Array*> fewer = arrays;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (auto better = verifyWith(fewer)) {
      found = std::move(better);
      arrays = std::move(fewer);
    } else {
      ++i;
    }
  }
  return found;
}

// Arrays of global memory that operations of the kernel add to, and give what they find: places in
// lists, as a rule.
std::vector<const Array*> countersOf(const Procedure& procedure) {
  std::vector<const Array*> counters;
  for (const auto& block : procedure.blocks)
    for (const Statement& statement : block->statements) {
      const Call* call = statement.as<Call>();
      if (!call || !call->atomic) continue;
      const ResultRule rule = resultRuleOf(*call);
      const Array* array = call->args[0]->variable()->array;
      const bool adds = rule.kind == ResultRule::Kind::Reserving ||
                        (rule.kind == ResultRule::Kind::Counting && rule.value > 0);
      if (adds && array->space == AddressSpace::Global &&
          std::ranges::find(counters, array) == counters.end())
        counters.push_back(array);
    }
  return counters;
}

// "idx, perm".
std::string namesOf(const std::vector<const Array*>& arrays) {
  std::string names;
  for (const Array* array : arrays) names += (names.empty() ? "" : ", ") + array->sourceName;
  return names;
}

// Arrays of which something may have to hold for the kernel to be right.
struct ArraysToAssume {
  std::vector<const Array*> rows;
  std::vector<const Array*> counters;
  std::vector<const Array*> places;
  std::vector<ExcludedValue> claimed;
  ArraysToAssume(const Program& program, const Prepared& prepared) {
    if (!prepared.procedure || program.mathInt) return;
    const Procedure& kernel = *prepared.procedure;
    rows = rowOffsets(program, kernel);
    counters = countersOf(kernel);
    places = givenIndexArrays(program, kernel);
    claimed = claimedContents(program, kernel);
    // What decides nothing need not be in order.
    const Slice slice = findSlice(kernel, ControlFlow(kernel), {});
    std::erase_if(rows,
                  [&](const Array* array) { return !slice.control.contains(array->variable); });
  }
  bool empty() const {
    return rows.empty() && counters.empty() && places.empty() && claimed.empty();
  }
};

// Where the kernel is right as far as some of these arrays hold what they should; `first` is a
// race.
std::optional<VerificationResult> verifyAssuming(ArraysToAssume& assumed,
                                                 const VerificationResult& first, Program& program,
                                                 const Prepared& prepared, VerifyOptions options,
                                                 const Deadline& deadline) {
  constexpr double seconds = 10;  // of the processor
  options.established = nullptr;
  options.described = nullptr;
  options.timeout = deadline.slice(0);
  options.processorTimeout = deadline.processorSlice(seconds);
  if (auto verified = withFewest(assumed.counters, [&](const std::vector<const Array*>& arrays) {
        return verifyCounting(program, prepared, options, arrays);
      }))
    return verified;
  if (auto conditional = verifyWithout(program, prepared, options, assumed.claimed)) {
    for (const std::string& contents : conditional->condition->contents)
      conditional->condition->clauses.push_back({contents, first.findings});
    return conditional;
  }
  // That rows, which begin where others say, do not overlap is a condition.
  auto conditional = withFewest(assumed.rows, [&](const std::vector<const Array*>& arrays) {
    return verifyInOrder(program, prepared, options, arrays);
  });
  if (conditional)
    for (const std::string& array : conditional->condition->ordered)
      conditional->condition->clauses.push_back({inOrder(array), first.findings});
  return conditional;
}

// Adds to `first`, a race, that the kernel is right where some of these arrays hold no number
// twice, if it is; else that other contents than those of a run may be right. What is read, changed
// and stored is seldom meant to be of one thread: a histogram.
void offerDistinct(ArraysToAssume& assumed, VerificationResult& first, Program& program,
                   const Prepared& prepared, VerifyOptions options, const Deadline& deadline) {
  constexpr double seconds = 5;  // of the processor
  if (first.findings.front().lostUpdate) return;
  options.established = nullptr;
  options.described = nullptr;
  options.confirm = nullptr;
  options.timeout = deadline.slice(0);
  options.processorTimeout = deadline.processorSlice(seconds);
  const auto isRight =
      withFewest(assumed.places,
                 [&](const std::vector<const Array*>& arrays) -> std::optional<VerificationResult> {
                   options.distinct.clear();
                   for (const Array* array : arrays) options.distinct.push_back(array->variable);
                   if (failsSoon(program, prepared, options)) return std::nullopt;
                   VerificationResult result = verify(program, prepared, options);
                   if (result.verdict != Verdict::Verified) return std::nullopt;
                   return result;
                 });
  const Array* racing = first.findings.front().array;
  if (isRight) {
    first.notes.push_back("right where no two elements are equal of " + namesOf(assumed.places));
  } else if (racing) {
    const auto given = givenIndexArrays(program, *prepared.procedure, racing->variable);
    if (!given.empty())
      first.notes.push_back("which elements of " + racing->sourceName +
                            " threads use hangs on what they are given in " + namesOf(given) +
                            ", which is taken to be anything");
  }
}

// With a condition where sizes are open, or `always`.
VerificationResult verifyWithCondition(Program& program, const Prepared& prepared,
                                       VerifyOptions options, bool always) {
  ArraysToAssume assumed(program, prepared);
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
    search.emplace(program, prepared, brief);
    brief.described = search->observer();
  }
  VerificationResult first = verify(program, prepared, brief);
  if (first.verdict != Verdict::Refuted) {
    if (options.found) std::ranges::for_each(first.findings, options.found);
    return first;
  }
  keepEstablished(options, first);
  if (first.findings.front().kind == FindingKind::Race && !deadline.passed())
    if (auto result = verifyAssuming(assumed, first, program, prepared, brief, deadline))
      return std::move(*result);
  if (first.findings.front().kind == FindingKind::Race && !deadline.passed())
    offerDistinct(assumed, first, program, prepared, brief, deadline);
  return search ? withCondition(std::move(first), *search, program, prepared, options, deadline)
                : withAllFindings(std::move(first), program, prepared, options, deadline);
}

}  // namespace

VerificationResult verifyWithCondition(Program& program, VerifyOptions options, bool always) {
  options.overflowIsCondition = true;
  const Prepared prepared = prepare(program, options);
  return verifyWithCondition(program, prepared, std::move(options), always);
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
  std::vector<const Array*> counters = countersOf(*prepared.procedure);
  if (counters.empty()) return assumed;
  const VerificationResult first = verify(*program, prepared, options);
  if (first.verdict != Verdict::Refuted || first.findings.front().kind != FindingKind::Race)
    return assumed;
  const auto verified = withFewest(counters, [&](const std::vector<const Array*>& arrays) {
    return verifyCounting(*program, prepared, options, arrays);
  });
  if (!verified) return assumed;
  for (const Array* array : counters) assumed.arrays.push_back(array->variable->name);
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
  return verifyWithCondition(*program, prepared, std::move(options), settings.require).condition;
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
