// The names that reports use for verdicts, findings and accesses; tools rely on them.
#include "finding/result.h"

#include <algorithm>
#include <cassert>
#include <tuple>

namespace barricade {

std::string_view toString(Verdict verdict) {
  switch (verdict) {
    case Verdict::Verified: return "verified";
    case Verdict::Conditional: return "conditional";
    case Verdict::Refuted: return "refuted";
    case Verdict::Undecided: return "undecided";
    case Verdict::Rejected: return "rejected";
  }
  assert(false);
  return "";
}

std::string_view toString(FindingKind kind) {
  switch (kind) {
    case FindingKind::Race: return "race";
    case FindingKind::Divergence: return "divergence";
    case FindingKind::Assertion: return "assertion";
    case FindingKind::Invariant: return "invariant";
    case FindingKind::Precondition: return "precondition";
    case FindingKind::Postcondition: return "postcondition";
    case FindingKind::Bounds: return "bounds";
    case FindingKind::ConstantWrite: return "constant-write";
    case FindingKind::NullPointer: return "null-pointer";
    case FindingKind::BarrierInvariant: return "barrier-invariant";
    case FindingKind::Async: return "async";
    case FindingKind::Synchronization: return "synchronization";
    case FindingKind::Uninitialized: return "uninitialized";
    case FindingKind::Overflow: return "overflow";
    case FindingKind::Misaligned: return "misaligned";
    case FindingKind::SharedMemory: return "shared-memory";
  }
  assert(false);
  return "";
}

std::string_view toString(AccessKind kind) {
  switch (kind) {
    case AccessKind::Read: return "read";
    case AccessKind::Write: return "write";
    case AccessKind::Atomic: return "atomic";
  }
  assert(false);
  return "";
}

bool isSame(const Finding& first, const Finding& second) {
  if (first.places.empty() || first.places.front().location.empty()) return false;
  auto key = [](const Finding& finding) {
    std::vector<SourceChain> places;
    for (const FindingPlace& place : finding.places) places.push_back(place.location);
    std::ranges::sort(places);
    return std::tuple(finding.kind, finding.array, places);
  };
  return key(first) == key(second);
}

std::uint64_t workIn(const Statistics& statistics) {
  std::uint64_t work = 0;
  for (const auto& [name, query] : statistics.queries) work += query.work;
  return work;
}

}  // namespace barricade
