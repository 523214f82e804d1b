// `--double-buffer`: two copies of the shared arrays that a loop fills and reads in each iteration,
// where that saves barriers (restructure/double_buffer.h). Barriers are placed anew in the kernel
// that results, which is verified as it stands.
#pragma once

#include "repair/barrier_search.h"
#include "restructure/body.h"

namespace barricade {

// Where a repair of the kernel `written` with two copies costs less than `result`, it becomes the
// first, and what `result` was an alternative. Why there are none is said in its notes. `placed` is
// the kernel with barriers that suffice, and one copy of each array.
void repairByDoubleBuffers(const SearchInput& input, const Body& written, const Body& placed,
                           RepairResult& result);

}  // namespace barricade
