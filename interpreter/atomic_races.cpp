#include "interpreter/atomic_races.h"

#include <algorithm>

#include "interpreter/schedules.h"

namespace barricade {
namespace {

constexpr unsigned triedOrders = 2;  // beside the ascending one

bool isOfAtomicAndPlain(const RunFinding& finding) {
  if (finding.kind != FindingKind::Race) return false;
  auto count = [&](auto&& is) {
    return std::count_if(finding.places.begin(), finding.places.end(), is);
  };
  return count([](const RunPlace& place) { return place.kind == "atomic"; }) == 1 &&
         count([](const RunPlace& place) { return place.asynchronous; }) == 0;
}

}  // namespace

void decideAtomicRaces(const Program& program, const Procedure& kernel,
                       const LaunchConfiguration& launch, const RunOptions& options,
                       RunResult& result) {
  const auto first = std::ranges::find_if(result.findings, isOfAtomicAndPlain);
  if (first == result.findings.end()) return;
  const auto place = first - result.findings.begin();  // what comes behind may follow from it
  std::erase_if(result.findings, isOfAtomicAndPlain);
  std::vector<Schedule> schedules = otherSchedules(triedOrders);
  schedules.insert(schedules.begin(), options.schedule);
  for (const Schedule& schedule : schedules) {
    RunOptions inTurns = options;
    inTurns.takeTurns = true;
    inTurns.schedule = schedule;
    inTurns.trace = nullptr;
    inTurns.observer = nullptr;
    RunResult decided = run(program, kernel, launch, inTurns);
    std::erase_if(decided.findings,
                  [](const RunFinding& finding) { return !isOfAtomicAndPlain(finding); });
    if (!decided.findings.empty()) {
      result.findings.insert(result.findings.begin() + place, decided.findings.begin(),
                             decided.findings.end());
      return;
    }
    if (decided.status == RunStatus::Unsupported || decided.status == RunStatus::TooLarge) {
      result.notes.push_back("races of atomic operations with plain accesses are not decided: " +
                             decided.message);
      return;
    }
  }
}

}  // namespace barricade
