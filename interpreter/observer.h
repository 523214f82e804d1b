// What a run does, told step by step to those who measure it (RunOptions::observer): accesses of
// the memory that threads share, and the successors that branches take. Steps of a thread come in
// its order; how those of several threads are mixed says nothing.
#pragma once

#include <cstdint>
#include <span>

#include "ir/program.h"

namespace barricade {

// Where a thread stands: its linear id in the block, cut into warps.
struct WarpLane {
  std::uint32_t group = 0;  // number of its block
  std::uint32_t warp = 0;   // in the block
  unsigned lane = 0;
  unsigned lanes = 0;  // of this warp; the last one of a block may have fewer
};

struct ObservedStep {
  WarpLane thread;
  std::uint32_t place = 0;                    // RunObserver::place
  std::span<const std::uint32_t> iterations;  // of the loops around it, outermost first
};

struct ObservedAccess {
  AccessKind kind = AccessKind::Read;
  const Array* array = nullptr;  // global, constant or group-shared
  std::uint64_t offset = 0;      // modelled element
  Scope scope = Scope::Device;   // of an atomic operation
};

class RunObserver {
 public:
  virtual ~RunObserver() = default;
  // A statement with the calls that lead to it, when it is met for the first time. Places are
  // numbered from 0 in this order.
  virtual void place(const SourceChain& chain) = 0;
  virtual void access(const ObservedStep& step, const ObservedAccess& access) = 0;
  virtual void branch(const ObservedStep& step, bool taken) = 0;
};

}  // namespace barricade
