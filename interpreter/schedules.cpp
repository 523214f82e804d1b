// Final memories of different thread orders, compared element by element.
#include "interpreter/schedules.h"

#include "interpreter/evaluate.h"
#include "interpreter/launch.h"

namespace barricade {
namespace {

std::string describe(const Schedule& schedule) {
  std::string order = schedule.order == Schedule::Order::Ascending    ? "ascending"
                      : schedule.order == Schedule::Order::Descending ? "descending"
                                                                      : "random";
  if (schedule.order == Schedule::Order::Random) order += " " + std::to_string(schedule.seed);
  return order + (schedule.immediateVisibility ? ", immediate" : ", delayed");
}

}  // namespace

ScheduleComparison compareSchedules(const Program& program, const Procedure& kernel,
                                    const LaunchConfiguration& launch, const RunOptions& options,
                                    unsigned randomOrders) {
  std::vector<Schedule> schedules{{Schedule::Order::Ascending, false, 0},
                                  {Schedule::Order::Ascending, true, 0},
                                  {Schedule::Order::Descending, true, 0}};
  for (unsigned i = 1; i <= randomOrders; ++i) {
    schedules.push_back({Schedule::Order::Random, true, i});
  }
  const Launch complete = completeLaunch(program, kernel, launch, options.seed);
  ScheduleComparison comparison;
  std::map<const Array*, std::map<std::uint64_t, BigInt>> reference;
  for (const Schedule& schedule : schedules) {
    RunOptions own = options;
    own.schedule = schedule;
    own.detectRaces = false;
    own.stopAtFirst = false;
    own.trace = nullptr;
    const RunResult result = run(program, kernel, launch, own);
    ++comparison.runs;
    if (result.status != RunStatus::Finished) {
      comparison.problem = result.message;
      return comparison;
    }
    for (const ArrayAfterwards& after : result.arrays) {
      if (after.group || !after.array) continue;
      if (comparison.runs == 1) {
        reference[after.array] = after.elements;
        continue;
      }
      // What only one of two runs touched still has its initial value in the other.
      const unsigned width = widthOf(after.array->variable->type->range());
      const ArrayContents& initial = complete.contentsOf(after.array->variable);
      auto valueIn = [&](const std::map<std::uint64_t, BigInt>& elements, std::uint64_t offset) {
        auto found = elements.find(offset);
        return found == elements.end() ? initial.element(offset, width) : found->second;
      };
      std::map<std::uint64_t, BigInt>& expected = reference[after.array];
      auto compare = [&](std::uint64_t offset) {
        if (comparison.differ || valueIn(expected, offset) == valueIn(after.elements, offset)) {
          return;
        }
        comparison.differ = true;
        comparison.array = after.array;
        comparison.offset = offset;
        comparison.values[0] = valueIn(expected, offset);
        comparison.values[1] = valueIn(after.elements, offset);
        comparison.schedules[0] = describe(schedules.front());
        comparison.schedules[1] = describe(schedule);
      };
      for (const auto& [offset, value] : expected) compare(offset);
      for (const auto& [offset, value] : after.elements) compare(offset);
    }
    if (comparison.differ) return comparison;
  }
  return comparison;
}

}  // namespace barricade
