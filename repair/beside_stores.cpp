// The stores are made atomic in a copy of the kernel, so that two of them do not race, and the copy
// is repaired. The edits are those of the kernel itself: its places are the same.
//
// So what is shown is that the repaired kernel is right as long as no two of these stores meet.
#include "repair/beside_stores.h"

#include <algorithm>
#include <utility>

#include "repair/other_findings.h"
#include "repair/quiet_options.h"
#include "repair/spare_time.h"
#include "restructure/atomic_stores.h"
#include "verifier/verify.h"

namespace barricade {
namespace {

using Arrays = std::set<const Variable*>;

Arrays arraysOf(const Procedure& kernel, const std::set<LocationId>& stores) {
  Arrays arrays;
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements)
      if (const Assign* assign = statement.as<Assign>();
          assign && stores.contains(statement.location))
        for (const Target& target : assign->targets)
          if (target.variable->array) arrays.insert(target.variable);
  return arrays;
}

bool isOn(const Finding& finding, const Arrays& arrays) {
  return finding.kind == FindingKind::Race && finding.array &&
         arrays.contains(finding.array->variable);
}

// Whether there is something to repair, and all that is about other arrays; of a copy of the kernel
// in which stores to these do not race.
bool isWorthIt(const VerificationResult& copy, const Arrays& arrays) {
  const auto isOther = [&](const Finding& finding) { return !isOn(finding, arrays); };
  return copy.verdict == Verdict::Refuted && std::ranges::all_of(copy.findings, isOther) &&
         std::ranges::any_of(copy.findings,
                             [](const Finding& finding) { return isForRepair(finding.kind); });
}

void sayWhatStays(const VerificationResult& found, const Arrays& arrays, RepairResult& result) {
  for (const Variable* array : arrays) {
    const std::string& name = array->array->sourceName;
    const auto race = std::ranges::find_if(
        found.findings, [&](const Finding& finding) { return isOn(finding, {array}); });
    const std::string what = race == found.findings.end()
                                 ? "that threads store into one element of '" + name + "'"
                                 : "'" + race->message + "'";
    result.storesLeft.push_back(name);
    result.explanation.push_back(
        what + " stays: no barrier lies between the two, and which value is meant is not known");
  }
  result.findingsLeft = static_cast<unsigned>(arrays.size());
}

}  // namespace

void repairBesideStores(const SearchInput& input, const Body& written,
                        const std::set<LocationId>& stores, const FullSearch& search,
                        RepairResult& result) {
  const Body searched(input.kernel);
  written.restore(input.kernel);
  const Arrays arrays = arraysOf(input.kernel, stores);
  if (arrays.empty() || !makeAllStoresAtomic(input.program, input.kernel, arrays)) {
    searched.restore(input.kernel);
    return;
  }
  const Deadline deadline = spareTime(input.deadline);  // why it is unrepairable is to be told
  VerifyOptions verifyOptions = quietly(input.verifyOptions);
  verifyOptions.timeout = deadline.slice(0);
  RepairOptions options = quietly(input.options);
  options.kinds.launches = options.doubleBuffer = false;
  SiteOptions sites = input.siteOptions;
  sites.gridBarriers = false;
  RepairResult other;
  other.before = verifyProcedure(input.program, input.kernel, verifyOptions);
  if (isWorthIt(other.before, arrays))
    search({input.program, input.kernel, verifyOptions, options, sites, deadline}, other);
  searched.restore(input.kernel);
  if (other.status != RepairStatus::Repaired || !other.storesLeft.empty()) return;
  other.before = std::move(result.before);
  other.alternatives.clear();
  other.fixedProgram.clear();
  other.explanation.clear();
  sayWhatStays(other.before, arrays, other);
  result = std::move(other);
}

}  // namespace barricade
