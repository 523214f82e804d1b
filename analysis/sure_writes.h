// Which writes of shared arrays surely happen before which reads, whatever parameters and data are.
//
// The *anchor* of a statement is the block that decides about it: whenever a block's threads come
// there, the launch alone says which of them run the statement, and how often. A write is *sure*
// when all threads of a block come to its anchor together, and the launch alone decides which
// elements it writes. After its anchor, it has been made.
//
// So one run tells for all: let every element that a read may touch be written, in the run, by
// sure writes whose anchors dominate the read. In any other execution the same writes come before
// the read, in the order of the program. If the kernel is free of races, they are ordered with it.
#pragma once

#include <optional>
#include <vector>

#include "analysis/launch_only.h"
#include "analysis/uniformity.h"

namespace barricade {

struct SharedAccess {
  const Statement* statement = nullptr;
  const Array* array = nullptr;
  AccessKind kind = AccessKind::Read;
  unsigned block = 0;
  unsigned anchor = 0;
  // The launch alone decides which threads make it at which elements, from its anchor on, to which
  // all threads of a block come together. A sure write, or a read that a run shows all of.
  bool sure = false;
};

// All plain and atomic accesses of shared arrays.
std::vector<SharedAccess> findSharedAccesses(const Kernel& kernel, const LaunchOnly& launchOnly);

// Whether shared memory is accessed by other means, such as copies.
bool hasOtherSharedAccesses(const Kernel& kernel);

}  // namespace barricade
