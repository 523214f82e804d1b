// Reads of shared memory where nobody has written yet, as a run meets them. A read counts when the
// element has not been written before, neither by its own thread nor by another one, and no other
// thread writes it until the barrier interval is over: who reads what another thread writes
// meanwhile races, which is reported as such. Where threads take turns there are no intervals: only
// elements that no other thread ever writes count there.
#pragma once

#include <cstdint>
#include <vector>

namespace barricade {

// Of one shared array of one block, by slot.
class InitializedElements {
 public:
  void write(std::uint32_t slot, std::uint32_t thread) {
    if (slot >= writer_.size()) writer_.resize(slot + 1, nobody);
    if (writer_[slot] == nobody) writer_[slot] = thread;
  }
  bool written(std::uint32_t slot) const {
    return slot < writer_.size() && writer_[slot] != nobody;
  }
  // Whether another thread was the first to write it.
  bool writtenByOther(std::uint32_t slot, std::uint32_t thread) const {
    return written(slot) && writer_[slot] != thread;
  }

 private:
  static constexpr std::uint32_t nobody = ~0u;
  std::vector<std::uint32_t> writer_;  // the first one
};

// A read of an element that was not written when it happened.
struct EarlyRead {
  std::uint32_t array = 0, slot = 0, thread = 0, site = 0, context = 0;
  std::vector<std::uint32_t> counters;  // of the loops around it
};

}  // namespace barricade
