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

using Elements = std::map<std::uint64_t, BigInt>;

struct Difference {
  std::uint64_t offset;
  std::array<BigInt, 2> values;
};

// Between what two runs leave of one array. An element that only one of them touched has its
// initial value in the other.
std::optional<Difference> firstDifference(const Elements& one, const Elements& other,
                                          const ArrayContents& initial, unsigned width) {
  auto valueIn = [&](const Elements& elements, std::uint64_t offset) {
    auto found = elements.find(offset);
    return found == elements.end() ? initial.element(offset, width) : found->second;
  };
  for (const Elements* elements : {&one, &other})
    for (const auto& [offset, value] : *elements) {
      Difference difference{offset, {valueIn(one, offset), valueIn(other, offset)}};
      if (difference.values[0] != difference.values[1]) return difference;
    }
  return std::nullopt;
}

}  // namespace

std::vector<Schedule> otherSchedules(unsigned count) {
  std::vector<Schedule> schedules{{Schedule::Order::Descending, false, 0}};
  for (unsigned i = 1; i < count; ++i) schedules.push_back({Schedule::Order::Random, false, i});
  return schedules;
}

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
  std::map<const Array*, Elements> reference;
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
      const unsigned width = widthOf(after.array->variable->type->range());
      const ArrayContents& initial = complete.contentsOf(after.array->variable);
      const auto found = firstDifference(reference[after.array], after.elements, initial, width);
      if (!found) continue;
      comparison.differ = true;
      comparison.array = after.array;
      comparison.offset = found->offset;
      comparison.values = found->values;
      comparison.schedules = {describe(schedules.front()), describe(schedule)};
      return comparison;
    }
  }
  return comparison;
}

}  // namespace barricade
