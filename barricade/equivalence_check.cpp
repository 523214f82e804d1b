#include "barricade/equivalence_check.h"

#include <bit>
#include <sstream>

#include "analysis/unknown_values.h"
#include "barricade/last_writer.h"
#include "barricade/run_finding.h"
#include "interpreter/equivalence.h"
#include "interpreter/evaluate.h"
#include "verifier/counterexample.h"

namespace barricade {
namespace {

constexpr std::string_view axes[] = {"x", "y", "z"};

struct ValueType {
  unsigned width = 0;
  bool isFloating = false;
};

std::string valueText(const BigInt& bits, ValueType type) {
  if (!type.isFloating) return signedValue(bits, type.width).str();
  const auto word = static_cast<std::uint64_t>(bits);
  std::ostringstream text;
  if (type.width == 32)
    text << std::bit_cast<float>(static_cast<std::uint32_t>(word));
  else
    text << std::bit_cast<double>(word);
  return text.str();
}

class EquivalenceCheck {
 public:
  EquivalenceCheck(Program& program, Procedure& kernel, const VerifyOptions& options,
                   VerificationResult& result)
      : program_(program), kernel_(kernel), options_(options), result_(result) {}

  void run(const Reference& reference) {
    Equivalence& equivalence = result_.equivalence.emplace();
    equivalence.reference = reference.procedure->sourceName;
    if (result_.verdict == Verdict::Refuted)
      equivalence.reason = "it is not looked at where other findings are";
    else if (!options_.confirm)
      equivalence.reason = "no runs are made";
    else if (UnknownValues(kernel_).any())
      equivalence.reason = "results of functions take part of which only their contract is known";
    if (!equivalence.reason.empty()) return;
    EquivalenceOptions runs;
    runs.benignTolerance = options_.benignTolerance;
    const EquivalenceRuns seen = compareWithReference(program_, kernel_, reference, runs);
    equivalence.runs = seen.runs;
    equivalence.elements = seen.elements;
    equivalence.rounded = seen.rounded;
    equivalence.reason = seen.problem;
    if (!seen.difference) return;
    equivalence.isRefuted = true;
    report(reference, *seen.difference);
  }

 private:
  void report(const Reference& reference, const ElementDifference& difference) {
    Finding finding;
    finding.kind = FindingKind::Postcondition;
    finding.confirmation = Confirmation::byRun();
    finding.array = difference.array;
    finding.offset = std::to_string(difference.offset);
    finding.element = elementName(*difference.array, BigInt(difference.offset));
    const Variable* variable = difference.array->variable;
    const ValueType type{widthOf(variable->type->range()), reference.floating.contains(variable)};
    finding.message = finding.element + " is " + valueText(difference.left, type) +
                      " when all threads have ended, and " + valueText(difference.expected, type) +
                      " after '" + reference.procedure->sourceName + "'";
    finding.places.push_back({placeOf(program_, *reference.specification), "assertion", {}, {}});
    const auto writer = lastWriter(program_, kernel_, difference.launch, difference.options,
                                   {difference.array, BigInt(difference.offset)});
    if (writer)
      finding.places.push_back(*writer);
    else
      finding.message += "; no thread has written it";
    addLaunch(finding, difference.launch);
    if (options_.found) options_.found(finding);
    result_.findings.push_back(std::move(finding));
    result_.verdict = Verdict::Refuted;
  }

  void addLaunch(Finding& finding, const LaunchConfiguration& launch) const {
    for (unsigned d = 0; d < 3; ++d)
      for (const auto& [name, sizes] :
           {std::pair{"blockDim.", &launch.groupSize}, std::pair{"gridDim.", &launch.numGroups}})
        if (d == 0 || (*sizes)[d].value_or(1) > 1)
          finding.values.push_back(
              {name + std::string(axes[d]), std::to_string((*sizes)[d].value_or(1))});
    addParameters(finding, kernel_, launch);
  }

  Program& program_;
  Procedure& kernel_;
  const VerifyOptions& options_;
  VerificationResult& result_;
};

}  // namespace

void checkEquivalence(Program& program, Procedure& kernel, const VerifyOptions& options,
                      VerificationResult& result) {
  if (result.verdict == Verdict::Rejected) return;
  for (const Specification& specification : kernel.specifications) {
    if (!namesReference(specification)) continue;
    const auto read = readReference(program, kernel, specification);
    if (const auto* reference = std::get_if<Reference>(&read))
      EquivalenceCheck(program, kernel, options, result).run(*reference);
  }
}

}  // namespace barricade
