// What is wrong with a kernel beside stores of different threads that meet in one element.
//
// Which of the values is meant no repair knows, so these stay. A barrier that is missing elsewhere
// is missing all the same: often the stores meet for odd sizes or parameters only (`out[y * pitch +
// x]` with a pitch that is less than a row), which `verify` makes a condition of the kernel.
#pragma once

#include <functional>
#include <set>

#include "repair/barrier_search.h"
#include "restructure/body.h"

namespace barricade {

// A search by all kinds of repairs.
using FullSearch = std::function<void(const SearchInput&, RepairResult&)>;

// Of an unrepairable kernel: repairs what else is wrong, where that is with other arrays, and says
// which stores still meet. `stores` are those that no barrier separates; `written` is the kernel as
// it is written. Barriers of the grid, and two launches, are not worth it.
void repairBesideStores(const SearchInput& input, const Body& written,
                        const std::set<LocationId>& stores, const FullSearch& search,
                        RepairResult& result);

}  // namespace barricade
