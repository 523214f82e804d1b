// Runs a launch under several thread orders and compares the memories they leave: a race that
// changes the result shows as a difference. (So do atomic operations whose order matters, and they
// are no race.)
#pragma once

#include "interpreter/interpreter.h"

namespace barricade {

struct ScheduleComparison {
  unsigned runs = 0;
  bool differ = false;
  // The first difference, in global memory.
  const Array* array = nullptr;
  std::uint64_t offset = 0;
  std::array<BigInt, 2> values;
  std::array<std::string, 2> schedules;  // "ascending, delayed", ...
  // Why a run did not finish; then nothing is compared.
  std::string problem;
};

// Orders to try, beyond the ascending one, where threads take turns (RunResult::interleaved).
std::vector<Schedule> otherSchedules(unsigned count);

// Delayed visibility in ascending order against immediate visibility in ascending, descending and
// `randomOrders` random orders.
ScheduleComparison compareSchedules(const Program& program, const Procedure& kernel,
                                    const LaunchConfiguration& launch, const RunOptions& options,
                                    unsigned randomOrders = 2);

}  // namespace barricade
