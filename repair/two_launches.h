// A barrier of the grid at the top level of a kernel does what the end of a launch does, and needs
// a launch all of whose blocks run at once; two launches, one up to it and one from it on, do not.
#pragma once

#include <optional>

#include "repair/barrier_search.h"
#include "repair/result.h"

namespace barricade {

// The repair with each barrier of the grid that it adds made the border of two launches, where all
// stand at the top level; `kernel` is the repaired one. Threads start anew after the border, so
// that a thread must bring nothing along but what it can compute again or find in global memory:
// the reason says what else would have to be stored, and nothing is returned where memory of the
// block or the thread would.
std::optional<AlternativeRepair> asSeveralLaunches(const Program& program, const Procedure& kernel,
                                                   const RepairResult& result);

// Where no barriers of the grid are to be had and nothing else repairs a race between blocks: the
// cheapest places to cut the launch. `result` stays what it is where there are none.
void repairByLaunches(const SearchInput& input, RepairResult& result);

}  // namespace barricade
