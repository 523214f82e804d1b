#include "barricade/postcondition_check.h"

#include <algorithm>

#include "analysis/unknown_values.h"
#include "barricade/last_writer.h"
#include "barricade/run_finding.h"
#include "interpreter/replay.h"
#include "postcondition/postcondition.h"
#include "verifier/counterexample.h"

namespace barricade {
namespace {

constexpr std::uint64_t mostSteps = 3'000'000;  // of all runs for one postcondition

class PostconditionCheck {
 public:
  PostconditionCheck(Program& program, Procedure& kernel, const VerifyOptions& options,
                     VerificationResult& result)
      : program_(program), kernel_(kernel), options_(options), result_(result) {}

  void run() {
    if (const std::string reason = whyNotLookedAt(); !reason.empty()) return leaveOpen(reason);
    for (const PostconditionProof& proof : provePostconditions(program_, kernel_, options_)) {
      if (proof.open.empty()) continue;
      if (options_.confirm && isRefuted(proof)) continue;
      leaveOpen(proof.open);
    }
  }

 private:
  std::string whyNotLookedAt() const {
    if (result_.verdict == Verdict::Refuted) return "it is not looked at where other findings are";
    if (result_.verdict == Verdict::Conditional)
      return "it is not looked at where the kernel is right under a condition only, which "
             "__requires can state";
    if (!options_.checks.races || !options_.checks.divergence || options_.onlyIntraGroup)
      return "it needs the checks for races and divergence";
    if (options_.loopUnwind > 0) return "it is not looked at with --loop-unwind";
    return {};
  }

  void leaveOpen(const std::string& reason) {
    result_.undecided.push_back("what the kernel ensures of final contents: " + reason);
    if (result_.verdict == Verdict::Verified || result_.verdict == Verdict::Conditional)
      result_.verdict = Verdict::Undecided;
  }

  // No run of a kernel with values that are left open is one of the program for sure.
  bool isRefuted(const PostconditionProof& proof) {
    if (UnknownValues(kernel_).any()) return false;
    std::vector<Witness> witnesses = proof.witnesses;
    witnesses.emplace_back();
    ReplayOptions runs;
    runs.benignTolerance = options_.benignTolerance;
    runs.steps = mostSteps;
    for (const Witness& witness : witnesses) {
      Finding finding;
      finding.kind = FindingKind::Postcondition;
      finding.places.push_back(
          {placeOf(program_, *proof.ensured.specification), "assertion", {}, {}});
      finding.witness = witness;
      const ReplayOutcome outcome = replay(program_, kernel_, finding, runs);
      if (!outcome.confirmed) continue;
      report(std::move(finding), outcome);
      return true;
    }
    return false;
  }

  void report(Finding finding, const ReplayOutcome& outcome) {
    const RunFinding& seen = *outcome.finding;
    finding.message = seen.message;
    finding.confirmation = Confirmation::byRun();
    if (seen.array && seen.offset) {
      finding.array = seen.array;
      finding.offset = seen.offset->str();
      finding.element = elementName(*seen.array, *seen.offset);
      if (const auto place =
              lastWriter(program_, kernel_, outcome.launch, {}, {seen.array, *seen.offset}))
        finding.places.push_back(*place);
      else
        finding.message += "; nobody has written it";
    }
    addParameters(finding, kernel_, outcome.launch);
    if (options_.found) options_.found(finding);
    result_.findings.push_back(std::move(finding));
    result_.verdict = Verdict::Refuted;
  }

  Program& program_;
  Procedure& kernel_;
  const VerifyOptions& options_;
  VerificationResult& result_;
};

}  // namespace

void checkPostconditions(Program& program, Procedure& kernel, const VerifyOptions& options,
                         VerificationResult& result) {
  const bool any = std::ranges::any_of(kernel.specifications, [](const Specification& s) {
    return isLaunchPostcondition(s) && !s.free;
  });
  if (any && result.verdict != Verdict::Rejected)
    PostconditionCheck(program, kernel, options, result).run();
}

}  // namespace barricade
