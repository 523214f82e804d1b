// Barrier intervals (Betts et al., "GPUVerify: a verifier for GPU kernels", OOPSLA 2012): what the
// threads of a block do between two barriers of the block. All come to the same barriers, or that
// is an error, so that two statements are of one interval only if one barrier may be the last
// before both. (Where its fences leave shared memory out, what is written before it and read behind
// it races, which is another error.)
#pragma once

#include <cstddef>
#include <set>
#include <unordered_map>

#include "analysis/kernel.h"

namespace barricade {

class BarrierIntervals {
 public:
  explicit BarrierIntervals(const Kernel& kernel);

  // Whether the shared array is read in no interval in which it may be written: reads of one
  // element in one interval give one value then.
  bool isReadApart(const Variable* array) const;
  // Whether a thread may find something else in the array behind the statement than before it,
  // where others meet it there: at a barrier, what they wrote in the interval that ends; elsewhere
  // nothing, where the array is read apart. Of arrays that are not shared, or that copies come to
  // at some time, nothing is known.
  bool mayChangeAt(const Variable* array, const Statement& statement) const;

 private:
  using Barriers = std::set<std::size_t>;  // by number; 0: none, from the kernel's entry on
  struct Accesses {
    Barriers read, written;
  };

  std::unordered_map<const Variable*, Accesses> accesses_;        // the last barriers before them
  std::unordered_map<const Statement*, Barriers> beforeBarrier_;  // likewise, of each barrier
};

}  // namespace barricade
