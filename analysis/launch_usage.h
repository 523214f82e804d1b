// Which sizes of a launch a kernel can tell: a dimension in which it reads neither an id nor a size
// may as well be 1, as more threads or groups there would only do the same work again. Results of
// atomic operations tell threads apart as ids do: blocks that take their tiles by a counter need no
// `blockIdx`. So what reads no id of threads (of groups), but has such a result, keeps those in x.
#pragma once

#include <array>

#include "ir/program.h"

namespace barricade {

struct LaunchUsage {
  std::array<bool, 3> groups{};   // blockIdx, gridDim
  std::array<bool, 3> threads{};  // threadIdx, blockDim

  bool readsAnyId = false;       // else it is the same work for all threads
  bool sharesByAtomics = false;  // atomic operations on global arrays

  bool operator==(const LaunchUsage&) const = default;
};

// Whether the kernel has several threads (groups) in a dimension, as far as one can see.
bool tellsThreads(const LaunchUsage& usage, unsigned dimension);
bool tellsGroups(const LaunchUsage& usage, unsigned dimension);

// What `kernel` and the procedures that it calls read.
LaunchUsage launchUsage(const Procedure& kernel);

}  // namespace barricade
