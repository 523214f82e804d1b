#include "repair/other_findings.h"

#include <algorithm>

#include "verifier/overflow_condition.h"

namespace barricade {
namespace {

CheckDepth* depthOf(FindingKind kind, Checks& checks) {
  switch (kind) {
    case FindingKind::Bounds: return &checks.bounds;
    case FindingKind::Uninitialized: return &checks.uninitialized;
    case FindingKind::Overflow: return &checks.overflow;
    case FindingKind::Misaligned: return &checks.misaligned;
    case FindingKind::Race:
    case FindingKind::Divergence:
    case FindingKind::Assertion:
    case FindingKind::Invariant:
    case FindingKind::Precondition:
    case FindingKind::Postcondition:
    case FindingKind::ConstantWrite:
    case FindingKind::NullPointer:
    case FindingKind::BarrierInvariant:
    case FindingKind::Async:
    case FindingKind::Synchronization:
    case FindingKind::SharedMemory: return nullptr;
  }
  return nullptr;
}

bool isOfOverflow(const Finding& finding) {
  return finding.kind == FindingKind::Race && finding.overflow && !isUnconditional(finding);
}

}  // namespace

bool isForRepair(FindingKind kind) {
  return kind == FindingKind::Race || kind == FindingKind::Divergence;
}

bool isChecked(FindingKind kind, const Checks& checks) {
  Checks copy = checks;
  const CheckDepth* depth = depthOf(kind, copy);
  return !depth || *depth != CheckDepth::Off;
}

Checks checksForRepair(const VerificationResult& found, Checks checks) {
  const auto isRepaired = [](const Finding& finding) { return isForRepair(finding.kind); };
  if (std::none_of(found.findings.begin(), found.findings.end(), isRepaired)) return checks;
  for (const Finding& finding : found.findings)
    if (CheckDepth* depth = depthOf(finding.kind, checks)) *depth = CheckDepth::Off;
  return checks;
}

bool leavesOverflow(const VerificationResult& found) {
  return std::ranges::any_of(found.findings, isOfOverflow) && !isOnlyOfOverflow(found);
}

bool isOnlyOfOverflow(const VerificationResult& found) {
  return std::ranges::any_of(found.findings, isOfOverflow) &&
         std::ranges::none_of(found.findings, [](const Finding& finding) {
           return isForRepair(finding.kind) && !isOfOverflow(finding);
         });
}

std::vector<std::string> remainingFindings(const VerificationResult& found,
                                           const VerifyOptions& repaired) {
  std::vector<std::string> lines;
  for (const Finding& finding : found.findings)
    if (!isForRepair(finding.kind) && !isChecked(finding.kind, repaired.checks))
      lines.push_back("'" + finding.message + "' stays: it is no matter of barriers");
    else if (repaired.ignoreOverflow && isOfOverflow(finding))
      lines.push_back("'" + finding.message + "' stays, where " + finding.overflow->what +
                      " wraps around: no barrier is placed for that");
  return lines;
}

}  // namespace barricade
