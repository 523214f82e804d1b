#include "testsuite/fuzz/concrete.h"

#include <algorithm>
#include <sstream>

#include "analysis/launch.h"

namespace barricade::fuzz {
namespace {

// Parameters and the fill of all arrays, by round.
constexpr std::uint64_t firstParameter[] = {2, 4, 0, 1, 3, 8, 5, 0xffffffff, 7, 0x80000000, 6, 16};
constexpr std::uint64_t secondParameter[] = {1, 0, 3, 2, 0, 4, 1, 2, 0x40000000, 1, 5, 0xfffffffe};
constexpr std::uint64_t modulus[] = {2, 4, 3, 8, 2, 16, 1u << 16};

std::string describe(const Procedure& kernel, const LaunchConfiguration& launch,
                     const RunResult& result, unsigned round) {
  std::ostringstream out;
  out << " [group size " << result.groupSize[0] << "x" << result.groupSize[1] << ", groups "
      << result.numGroups[0];
  for (const Variable* parameter : kernel.parameters)
    if (auto at = launch.values.find(parameter); at != launch.values.end())
      out << ", " << parameter->name << "=" << at->second;
  out << ", contents " << round << "]";
  return out.str();
}

void addToDigest(std::string& digest, const RunResult& result) {
  std::ostringstream out;
  out << static_cast<int>(result.status) << ':' << result.steps << ';';
  for (const RunFinding& finding : result.findings)
    out << static_cast<int>(finding.kind) << finding.detail << finding.occurrences << ';';
  for (const ArrayAfterwards& array : result.arrays) {
    out << array.array->sourceName << '=';
    for (const auto& [offset, value] : array.elements) out << offset << ':' << value << ',';
  }
  digest += out.str() + '\n';
}

std::optional<std::string>& slotOf(const RunFinding& finding, Observation& seen) {
  switch (finding.kind) {
    case FindingKind::Race: return seen.race;
    case FindingKind::Bounds: return seen.bounds;
    case FindingKind::Uninitialized: return seen.uninitialized;
    case FindingKind::Overflow: return seen.overflow;
    case FindingKind::Divergence:
    case FindingKind::Async: return seen.divergence;
    default: return seen.assertion;
  }
}

// A thread's assertion is proven beside one other thread, whose assumptions ahead of it are
// believed. In a run that a failing assumption ends it cannot be told whether they were ahead.
// And a copy is made by the whole group: what happens to it beside a thread that stays in a loop
// for ever is not looked at.
void dropExcused(RunResult& result) {
  std::erase_if(result.findings, [&](const RunFinding& finding) {
    switch (finding.kind) {
      case FindingKind::Race:
        return result.status == RunStatus::StepLimit &&
               finding.message.find("async copy") != std::string::npos;
      case FindingKind::Divergence:
      case FindingKind::Async: return false;
      default: return result.status == RunStatus::AssumptionFailed;
    }
  });
}

// The sizes of the launches that are verified, as far as they are fixed: also those taken as 1.
LaunchConfiguration verifiedSizes(Program& program, const Procedure& kernel) {
  Terms terms(program);
  const LaunchFacts facts = findLaunchFacts(terms, {}, &kernel);
  const auto fixed = [&](Expr size) -> std::optional<std::uint64_t> {
    if (!size->isLiteral()) {
      const auto constant = facts.constants.find(size->variable());
      if (constant == facts.constants.end()) return std::nullopt;
      size = constant->second;
    }
    return static_cast<std::uint64_t>(size->value());
  };
  LaunchConfiguration launch;
  for (unsigned d = 0; d < 3; ++d) {
    launch.groupSize[d] = fixed(facts.groupSize[d]);
    launch.numGroups[d] = fixed(facts.numGroups[d]);
  }
  return launch;
}

}  // namespace

Observation observe(Program& program, const ObserveOptions& options) {
  Observation seen;
  const Procedure& kernel = *program.kernels().front();
  const LaunchConfiguration sizes = verifiedSizes(program, kernel);
  for (unsigned round = 0; round < options.rounds; ++round) {
    LaunchConfiguration launch = sizes;
    unsigned position = 0;
    for (const Variable* parameter : kernel.parameters)
      launch.values[parameter] = position++ == 0
                                     ? firstParameter[round % std::size(firstParameter)]
                                     : secondParameter[round % std::size(secondParameter)];
    launch.otherContents = round % 8 == 0   ? ArrayContents::zeros()
                           : round % 8 == 1 ? ArrayContents::iota()
                                            : ArrayContents::random(round, modulus[round % 7]);
    RunOptions run;
    run.seed = round;
    run.checkBounds = run.checkInitialization = options.safety;
    run.stepLimit = 6'000;
    std::optional<AlignmentWatch> watch;
    if (options.alignments) run.observer = &watch.emplace(*options.alignments);
    RunResult result = barricade::run(program, kernel, launch, run);
    if (result.status == RunStatus::PreconditionViolated) {
      // Sizes that are symbolic take the interpreter's; parameters, others of the list.
      launch.values.clear();
      result = barricade::run(program, kernel, launch, run);
      if (result.status == RunStatus::PreconditionViolated) continue;
    }
    if (result.status == RunStatus::TooLarge) continue;  // a copy of 2^32 - 2 elements
    if (result.status == RunStatus::Unsupported) {
      seen.problem = result.message;
      continue;
    }
    ++seen.runs;
    if (options.digest) addToDigest(seen.digest, result);
    dropExcused(result);
    if (watch && watch->seen() && !seen.misaligned && result.status != RunStatus::AssumptionFailed)
      seen.misaligned = *watch->seen() + describe(kernel, launch, result, round);
    if (!result.findings.empty()) ++seen.wrongRuns;
    bool onlyRaces = true;
    for (const RunFinding& finding : result.findings) {
      auto& slot = slotOf(finding, seen);
      if (finding.kind != FindingKind::Race) onlyRaces = false;
      if (!slot) slot = finding.message + describe(kernel, launch, result, round);
    }
    // After the first race values may differ that equal contents promise to be equal.
    if (onlyRaces && !result.findings.empty())
      seen.racingArrays.insert(result.findings.front().array->sourceName);
    if (options.stopAtFirst && seen.anything()) break;
  }
  return seen;
}

}  // namespace barricade::fuzz
