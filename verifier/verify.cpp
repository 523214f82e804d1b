#include "verifier/verify.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>

#include "analysis/arithmetic_checks.h"
#include "analysis/flat_dimensions.h"
#include "analysis/kernel.h"
#include "analysis/merged_tails.h"
#include "verifier/dump.h"
#include "verifier/grid_barriers.h"
#include "verifier/locks_by_ticket.h"
#include "verifier/passed_turns.h"
#include "verifier/verification.h"

namespace barricade {
namespace {

// Both threads see the same contents where there is no race. Divergence alone looks for none, but
// where conditions depend on contents it has to know.
bool hasRacyConditions(Program& program, Procedure& procedure, VerifyOptions options) {
  options.checks = {};
  options.confirm = nullptr;
  options.established = nullptr;
  options.found = nullptr;
  const Kernel kernel(program, procedure, {});
  const auto& arrays = kernel.arrays();
  if (std::none_of(arrays.begin(), arrays.end(), [](const KernelArray& array) {
        return array.influences && array.array->canRace() && !array.readOnly();
      }))
    return false;
  VerificationResult result;
  runVerification(program, procedure, options, result);
  return !result.undecided.empty() ||
         std::any_of(result.findings.begin(), result.findings.end(),
                     [](const Finding& f) { return f.kind == FindingKind::Race; });
}

}  // namespace

VerificationResult verifyProcedure(Program& program, Procedure& kernel,
                                   const VerifyOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  VerificationResult result;
  result.kernel = kernel.sourceName;
  if (auto problem = unknownStage(options)) result.notes.push_back(*problem);
  dumpInlined(program, kernel, options);
  VerifyOptions effective = options;
  if (!options.checks.races && hasRacyConditions(program, kernel, options)) {
    effective.arrayModel = ArrayModel::Adversarial;
    result.notes.emplace_back("written arrays have races, so they hold anything at each read");
  }
  const auto inRows = withoutFlatDimensions(program, kernel, options);
  Procedure& flat = inRows ? *inRows : kernel;
  const auto withDraws = withMergedTails(program, flat);
  Procedure& merged = withDraws ? *withDraws : flat;
  GridBarriers made = findGridBarriers(program, merged, effective);
  result.notes.insert(result.notes.end(), made.notes.begin(), made.notes.end());
  Procedure& withBarriers = made.kernel ? *made.kernel : merged;
  LocksByTicket byTicket = findLocksByTicket(program, withBarriers, effective);
  result.notes.insert(result.notes.end(), byTicket.notes.begin(), byTicket.notes.end());
  Procedure& withLocks = byTicket.kernel ? *byTicket.kernel : withBarriers;
  const auto withTurns = findPassedTurns(program, withLocks, effective);
  std::vector<const Variable*> zeroed = std::move(made.zeroed);
  zeroed.insert(zeroed.end(), byTicket.zeroed.begin(), byTicket.zeroed.end());
  runVerification(program, withTurns ? *withTurns : withLocks, effective, result,
                  std::move(zeroed));
  std::stable_sort(result.findings.begin(), result.findings.end(),
                   [](const Finding& a, const Finding& b) {
                     auto line = [](const Finding& f) {
                       return f.places.empty() ? SourceChain{} : f.places.front().location;
                     };
                     return line(a) < line(b);
                   });
  std::sort(result.notes.begin(), result.notes.end());
  result.notes.erase(std::unique(result.notes.begin(), result.notes.end()), result.notes.end());
  Statistics& statistics = result.statistics;
  statistics.counters["terms"] = static_cast<double>(program.pool().size());
  statistics.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  statistics.peakMemoryMb = static_cast<double>(usage.ru_maxrss) / 1024;
  return result;
}

VerificationResult verifyAlone(Program& program, Procedure& procedure,
                               const VerifyOptions& options) {
  VerificationResult result;
  VerifyOptions alone = options;
  alone.checks = {.races = false, .divergence = false};
  alone.errorLimit = 1;
  alone.confirm = nullptr;
  alone.established = nullptr;
  alone.found = nullptr;
  alone.described = nullptr;
  runOfOneThread(program, procedure, alone, result);
  return result;
}

bool isProvenAlone(Program& program, Procedure& procedure, const VerifyOptions& options) {
  constexpr double seconds = 2;  // of the processor
  VerifyOptions proof = options;
  proof.checks.bounds = CheckDepth::Off;
  proof.processorTimeout =
      options.processorTimeout > 0 ? std::min(options.processorTimeout, seconds) : seconds;
  return verifyAlone(program, procedure, proof).verdict == Verdict::Verified;
}

VerificationResult verifyPrepared(Program& program, const Prepared& prepared,
                                  const VerifyOptions& options) {
  VerificationResult result = verifyProcedure(program, *prepared.procedure, options);
  VerifyOptions forContracts = options;
  forContracts.established = nullptr;
  forContracts.described = nullptr;
  forContracts.kernelArgs.clear();
  for (Procedure* procedure : prepared.contracts) {
    if (result.verdict == Verdict::Rejected) return result;
    VerificationResult contract = verifyProcedure(program, *procedure, forContracts);
    const std::string name = "contract of '" + procedure->sourceName + "': ";
    for (Finding& finding : contract.findings) result.findings.push_back(std::move(finding));
    for (const std::string& reason : contract.undecided) result.undecided.push_back(name + reason);
    for (const Rejection& rejection : contract.rejections)
      result.rejections.push_back({rejection.place, name + rejection.message});
    result.statistics.seconds += contract.statistics.seconds;
    result.verdict = verdictOf(result);
  }
  return result;
}

VerificationResult verify(Program& program, const VerifyOptions& options) {
  return verify(program, prepare(program, options), options);
}

VerificationResult verify(Program& program, const Prepared& prepared,
                          const VerifyOptions& options) {
  if (!prepared.procedure) {
    VerificationResult result;
    result.verdict = Verdict::Rejected;
    result.rejections = prepared.rejections;
    return result;
  }
  addArithmeticChecks(program, *prepared.procedure, options.checks.overflow);
  VerificationResult result = verifyPrepared(program, prepared, options);
  result.notes.insert(result.notes.begin(), prepared.notes.begin(), prepared.notes.end());
  return result;
}

}  // namespace barricade
