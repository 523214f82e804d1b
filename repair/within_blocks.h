// Races between blocks that are there for races within them.
#pragma once

#include "repair/barrier_search.h"
#include "restructure/body.h"

namespace barricade {

// Where `result` is unrepairable, over the kernel as it was `written`: barriers for the races
// within blocks alone, if the kernel verifies with them. Else `result` and the kernel stay what
// they are.
void repairWithinBlocks(const SearchInput& input, const Body& written, RepairResult& result);

}  // namespace barricade
