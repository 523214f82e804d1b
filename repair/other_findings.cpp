#include "repair/other_findings.h"

#include <algorithm>

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

std::vector<std::string> remainingFindings(const VerificationResult& found,
                                           const Checks& repaired) {
  std::vector<std::string> lines;
  for (const Finding& finding : found.findings)
    if (!isForRepair(finding.kind) && !isChecked(finding.kind, repaired))
      lines.push_back("'" + finding.message + "' stays: it is no matter of barriers");
  return lines;
}

}  // namespace barricade
