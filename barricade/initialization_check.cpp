#include "barricade/initialization_check.h"

#include <algorithm>
#include <limits>
#include <set>

#include "analysis/alike_blocks.h"
#include "analysis/atomic_meaning.h"
#include "analysis/signals.h"
#include "barricade/initialization_proof.h"
#include "barricade/run_finding.h"
#include "interpreter/interpreter.h"
#include "verifier/counterexample.h"

namespace barricade {
namespace {

constexpr std::uint64_t mostSteps = 20'000'000;  // of one run
constexpr std::uint64_t fewSteps = 1'000'000;

std::array<std::string, 3> inDecimal(const std::array<std::uint64_t, 3>& id) {
  return {std::to_string(id[0]), std::to_string(id[1]), std::to_string(id[2])};
}

// The arrays to which an atomic operation gives a value of its own, as an exchange does.
std::set<const Variable*> findSetByAtomics(const Procedure& procedure) {
  std::set<const Variable*> found;
  for (const auto& block : procedure.blocks)
    for (const Statement& statement : block->statements)
      if (const Call* call = statement.as<Call>(); call && call->atomic)
        if (meaningOf(*call).leavesValue()) found.insert(call->args[0]->variable());
  return found;
}

class InitializationCheck {
 public:
  InitializationCheck(Program& program, Procedure& procedure, const VerifyOptions& options,
                      VerificationResult& result, const std::function<void(const Finding&)>& found)
      : program_(program),
        procedure_(procedure),
        result_(result),
        found_(found),
        setByAtomics_(findSetByAtomics(procedure)),
        shownOnly_(options.checks.uninitialized == CheckDepth::Shown),
        races_(options.checks.races),
        order_(orderBeyondBarriers(procedure)),
        terms_(program),
        facts_(findLaunchFacts(terms_, options)),
        kernel_(program, procedure, {}),
        fixed_(fixedParameters(terms_, procedure, facts_, options.kernelArgs)),
        launchOnly_(kernel_, facts_, fixed_),
        accesses_(findSharedAccesses(kernel_, launchOnly_)) {}

  void run() {
    if (shownOnly_ && std::ranges::none_of(kernel_.arrays(), [&](const KernelArray& array) {
          return isNeverSet(array);
        }))
      return;
    if (accesses_.empty() && !hasOtherSharedAccesses(kernel_)) return;
    const auto unshown = findUnshown();
    if (!shownOnly_) conclude(unshown);
  }

  std::optional<unsigned> placesReadEarly() {
    steps_ = fewSteps;
    const bool isRun = findUnshown().has_value();
    const auto places = static_cast<unsigned>(result_.findings.size());
    return isRun || places > 0 ? std::optional(places) : std::nullopt;
  }

  // Of one array, whatever others do.
  std::string whyReadEarly(const Array& array) {
    const auto unshown = findUnshown();
    for (const Finding& finding : result_.findings)
      if (finding.array == &array) return finding.message;
    if (!unshown) return whyNoRun_;
    return unshown->contains(array.sourceName) ? "parameters or data decide about its accesses"
                                               : "";
  }

 private:
  // The arrays of which no run shows that they are written first; nothing without a run.
  std::optional<std::set<std::string>> findUnshown() {
    std::optional<std::set<std::string>> unshown;
    std::vector<std::uint64_t> parameters = {threadsInX()};
    if (hasOpenParameters()) parameters.insert(parameters.end(), {1, 0});
    for (std::uint64_t parameter : parameters) {
      InitializationProof proof(kernel_, accesses_);
      const RunResult run = barricade::run(program_, procedure_, launch(parameter), options(proof));
      for (const RunFinding& seen : run.findings)
        if (seen.kind == FindingKind::Uninitialized && isAsked(seen.array)) report(seen, parameter);
      if (run.status != RunStatus::Finished || (run.interleaved && !order_.empty())) {
        whyNoRun_ = problemOf(run);
        if (run.status == RunStatus::TooLarge && !blocksMeet()) {
          unshown = runTwoBlocks(parameter);
          break;
        }
        continue;
      }
      const std::uint64_t groups = run.numGroups[0] * run.numGroups[1] * run.numGroups[2];
      const std::set<std::string> open = proof.unshown(groups);
      if (!unshown || open.size() < unshown->size()) unshown = open;
      if (open.empty()) break;  // of every execution, so that no other run shows anything
    }
    return unshown;
  }

  bool blocksMeet() const {
    return std::ranges::any_of(program_.procedures(), [](const Procedure* procedure) {
      const auto& what = procedure->synchronization;
      return what && what->primitive == SyncPrimitive::Barrier && what->scope > Scope::Block;
    });
  }

  // The first and the last one of a launch that is too large to run. Blocks that no barrier lets
  // meet may come first, so that what these show happens in the launch. They tell of the others
  // where all are alike.
  std::optional<std::set<std::string>> runTwoBlocks(std::uint64_t parameter) {
    ThreadIndex first, last;
    const LaunchConfiguration sizes = launch(parameter);
    for (unsigned d = 0; d < 3; ++d)
      if (sizes.numGroups[d]) last.group[d] = *sizes.numGroups[d] - 1;
    InitializationProof proof(kernel_, accesses_);
    RunOptions two = options(proof);
    two.selected = {first, last};
    const RunResult run = barricade::run(program_, procedure_, sizes, two);
    if (run.interleaved) return std::nullopt;
    for (const RunFinding& seen : run.findings)
      if (seen.kind == FindingKind::Uninitialized && isAsked(seen.array)) report(seen, parameter);
    if (run.status != RunStatus::Finished || !blocksAreAlike(program_, procedure_)) {
      whyNoRun_ += "; its first and last block show nothing";
      return std::nullopt;
    }
    return proof.unshown(first == last ? 1 : 2);
  }

  // Whether the array is read and nothing gives its elements a value but what depends on their old
  // one. Tickets that are only drawn need no first value.
  bool isNeverSet(const KernelArray& array) const {
    return array.array->space == AddressSpace::GroupShared && array.read && !array.written &&
           !array.async && !setByAtomics_.contains(array.array->variable);
  }

  bool isAsked(const Array* array) const {
    return !shownOnly_ || isNeverSet(kernel_.arrays()[kernel_.arrayIndex(array->variable)]);
  }

  bool hasOpenParameters() const {
    return std::ranges::any_of(procedure_.parameters, [&](const Variable* variable) {
      return !variable->type->isMap() && !fixed_.contains(variable);
    });
  }

  // Kernels are often launched with a thread for each element.
  std::uint64_t threadsInX() const {
    const LaunchConfiguration sizes = launch(0);
    return sizes.groupSize[0].value_or(sizes.otherGroupSize) * sizes.numGroups[0].value_or(2);
  }

  LaunchConfiguration launch(std::uint64_t parameter) const {
    LaunchConfiguration launch;
    launch.otherParameters = parameter;
    for (unsigned d = 0; d < 3; ++d) {
      if (facts_.groupSize[d]->isLiteral())
        launch.groupSize[d] = static_cast<std::uint64_t>(facts_.groupSize[d]->value());
      if (facts_.numGroups[d]->isLiteral())
        launch.numGroups[d] = static_cast<std::uint64_t>(facts_.numGroups[d]->value());
    }
    for (const auto& [variable, value] : fixed_) launch.values[variable] = value->value();
    return launch;
  }

  // Why a run shows nothing.
  std::string problemOf(const RunResult& run) const {
    if (run.status == RunStatus::StepLimit)
      return "a run took more than " + std::to_string(mostSteps / 1'000'000) + " million steps";
    if (run.status == RunStatus::TooLarge) return "the launch has more threads than are run";
    if (run.status == RunStatus::Finished) return order_;
    return "no run went through";
  }

  RunOptions options(InitializationProof& proof) const {
    RunOptions options;
    options.checkInitialization = true;
    options.stepLimit = steps_;
    options.observer = &proof;
    return options;
  }

  void report(const RunFinding& seen, std::uint64_t parameter) {
    const RunPlace& where = seen.places.front();
    const auto known = std::ranges::any_of(result_.findings, [&](const Finding& f) {
      return f.kind == FindingKind::Uninitialized && f.array == seen.array &&
             f.places.front().location == where.chain;
    });
    if (known) return;
    Finding finding;
    finding.kind = FindingKind::Uninitialized;
    finding.array = seen.array;
    finding.offset = seen.offset->str();
    finding.element = elementName(*seen.array, *seen.offset);
    finding.message = "read of " + finding.element + ", where nobody has written";
    FindingPlace place;
    place.location = where.chain;
    place.kind = "read";
    place.thread = ThreadId{inDecimal(where.thread.local), inDecimal(where.thread.group)};
    place.iterations = iterationsOf(where);
    finding.places.push_back(std::move(place));
    for (const Variable* variable : procedure_.parameters)
      if (!variable->type->isMap() && !fixed_.contains(variable))
        finding.values.push_back(
            {variable->name.starts_with("$") ? variable->name.substr(1) : variable->name,
             std::to_string(parameter)});
    finding.confirmation = Confirmation::byRun();
    if (found_) found_(finding);
    result_.findings.push_back(std::move(finding));
    result_.verdict = Verdict::Refuted;
  }

  // Writes that race with a read are not before it.
  void conclude(const std::optional<std::set<std::string>>& unshown) {
    std::string reason;
    const bool races = !races_ || !result_.undecided.empty() ||
                       std::ranges::any_of(result_.findings, [](const Finding& f) {
                         return f.kind == FindingKind::Race || f.kind == FindingKind::Divergence;
                       });
    if (hasOtherSharedAccesses(kernel_)) {
      reason = "copies and barrier objects are not followed";
    } else if (!unshown) {
      reason = whyNoRun_;
    } else if (races) {
      reason = "reads and writes may race";
    } else if (!unshown->empty()) {
      reason = "parameters or data decide about the accesses of ";
      for (const std::string& name : *unshown)
        reason += (name == *unshown->begin() ? "" : ", ") + name;
    }
    if (reason.empty()) return;
    result_.undecided.push_back(
        "that all shared memory is written before it is read is not shown: " + reason);
    if (result_.verdict == Verdict::Verified || result_.verdict == Verdict::Conditional)
      result_.verdict = Verdict::Undecided;
  }

  Program& program_;
  Procedure& procedure_;
  VerificationResult& result_;
  const std::function<void(const Finding&)>& found_;
  const std::set<const Variable*> setByAtomics_;
  const bool shownOnly_;
  const bool races_;         // are looked for
  const std::string order_;  // why it is not followed
  Terms terms_;
  LaunchFacts facts_;
  Kernel kernel_;
  FixedParameters fixed_;
  LaunchOnly launchOnly_;
  std::vector<SharedAccess> accesses_;
  std::string whyNoRun_;
  std::uint64_t steps_ = mostSteps;
};

}  // namespace

std::string whyReadEarly(Program& program, Procedure& kernel, const VerifyOptions& options,
                         const Array& array) {
  VerifyOptions whole = options;
  whole.checks.uninitialized = CheckDepth::Full;
  VerificationResult found;
  return InitializationCheck(program, kernel, whole, found, nullptr).whyReadEarly(array);
}

std::optional<unsigned> placesReadEarly(Program& program, Procedure& kernel,
                                        const VerifyOptions& options) {
  VerifyOptions whole = options;
  whole.checks.uninitialized = CheckDepth::Full;
  VerificationResult found;
  return InitializationCheck(program, kernel, whole, found, nullptr).placesReadEarly();
}

void checkInitialization(Program& program, Procedure& kernel, const VerifyOptions& options,
                         VerificationResult& result,
                         const std::function<void(const Finding&)>& found) {
  if (result.verdict != Verdict::Rejected)
    InitializationCheck(program, kernel, options, result, found).run();
}

}  // namespace barricade
