// Which sizes of a launch a kernel can tell: a dimension in which it reads neither an id nor a size
// may as well be 1, as more threads or groups there would only do the same work again.
#pragma once

#include <array>

#include "ir/program.h"

namespace barricade {

struct LaunchUsage {
  std::array<bool, 3> groups{};   // blockIdx, gridDim
  std::array<bool, 3> threads{};  // threadIdx, blockDim

  bool readsAnyId = false;  // else it is the same work for all threads
};

// What `kernel` and the procedures that it calls read.
LaunchUsage launchUsage(const Procedure& kernel);

}  // namespace barricade
