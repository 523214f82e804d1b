// Counters that worker processes leave in memory shared with their parent.
#pragma once

#include <cstdint>

namespace barricade::fuzz {

struct Statistics {
  std::uint64_t kernels, verdicts[5];  // verdicts by barricade::Verdict
  std::uint64_t runs;
  std::uint64_t withRace, withDivergence, withAssertion, clean;
  // Refuted kernels (one finding counts) by kind of the first finding.
  std::uint64_t confirmedByRun, confirmedByReplay;
  static constexpr unsigned kinds = 3, reasons = 6;  // race, divergence, other
  std::uint64_t unconfirmed[kinds][reasons];
  std::uint64_t removals, removalsRefuted;
  std::uint64_t repairs, repairStatus[6];  // by barricade::RepairStatus
  std::uint64_t bruteForced, placements, splitPlacements;
  std::uint64_t roundTrips;
  std::uint64_t lowered;  // compared with their CUDA form
  std::uint64_t disagreements;
  double runSeconds, verifySeconds, removalSeconds, repairSeconds, bruteForceSeconds;
};

// What an unconfirmed finding may be due to; the first that holds.
enum class Feature { Havoc, Atomics, Contents, ThreadLoop, Loop, Straight };
inline constexpr const char* featureNames[] = {
    "havoc", "atomics", "contents decide", "loop with break or thread bound", "loop", "no loop"};

}  // namespace barricade::fuzz
