// Which writes of shared arrays surely happen before which reads, whatever parameters and data are.
//
// The *anchor* of a statement is the block that decides about it: whenever a block's threads come
// there, the launch alone says which of them run the statement, and how often. A write is *sure*
// when all threads of a block come to its anchor together, and the launch alone decides which
// elements it writes. Where the paths from the anchor meet again, behind all rounds of loops that
// the launch decides about, it has been made: it is *done*.
//
// So one run tells for all: let every element that a read may touch be written, in the run, by
// sure writes that are done before the read: their anchors, and where they are done, dominate it.
// In any other execution the same writes come before the read, in the order of the program. If the
// kernel is free of races, they are ordered with it, and not the other way around, as threads of a
// block come to the same barriers, and lanes of a warp to the same exchanges, in the same order.
//
// An anchor within a loop with a number of rounds that the launch decides says nothing: data decide
// in which of the rounds threads come there, and the elements may depend on the round. Those of
// other loops do not, since the launch does not decide what such a loop counts.
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
  std::size_t position = 0;  // in its block
  unsigned anchor = 0;
  int done = -1;  // the block where a write has been made by all; -1: the end of the kernel
  // The launch alone decides which threads make it at which elements, from its anchor on, to which
  // all threads of a block come together. A sure write, or a read that a run shows all of.
  bool sure = false;
};

// Whether the write has been made by all when a thread of the block comes to the read.
bool isDoneBefore(const ControlFlow& flow, const SharedAccess& write, const SharedAccess& read);

// All plain and atomic accesses of shared arrays.
std::vector<SharedAccess> findSharedAccesses(const Kernel& kernel, const LaunchOnly& launchOnly);

// Whether shared memory is accessed by other means, such as copies.
bool hasOtherSharedAccesses(const Kernel& kernel);

}  // namespace barricade
