// A loop that threads leave at different times becomes one that all of a block leave together, so
// that barriers may stand in it:
//
//     while (c) { A }          for (active = true; any(active = active && c);) if (active) { A }
//
// `any` asks all threads of the block (`__syncthreads_or`), which is a barrier as well.
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

// The innermost loop around `block`. Changes nothing where that cannot be done.
UniformLoopResult makeLoopUniform(Program& program, Procedure& kernel, const Block& block);

}  // namespace barricade
