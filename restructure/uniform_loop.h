// A loop that threads leave at different times becomes one that all of a block leave together, so
// that barriers may stand in it:
//
//     while (c) { A }          for (active = true; any(active = active && c);) if (active) { A }
//
// `any` asks all threads of the block (`__syncthreads_or`, OpenCL's `work_group_any`), which is a
// barrier as well.
//
// Where only some threads come to the loop, the others go with them and do nothing:
//
//     if (d) { A; while (c) { B } C }      active = d; if (d) A;
//                                          for (; any(active = active && c);) if (active) { B }
//                                          if (d) C;
#pragma once

#include <string>

#include "ir/program.h"
#include "restructure/rewrite.h"

namespace barricade {

struct UniformLoopResult {
  bool done = false;
  std::string refused{};  // why it is not
  Rewrite rewrite{};
};

// The outermost loop around `block` that threads leave at different times, or come to at all. Where
// that cannot be done no thread does anything else than before, but the kernel need not be what it
// was.
UniformLoopResult makeLoopUniform(Program& program, Procedure& kernel, const Block& block);

}  // namespace barricade
