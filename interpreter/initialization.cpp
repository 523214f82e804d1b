#include "interpreter/initialization.h"

#include "interpreter/machine.h"

namespace barricade {

void Machine::noteRead(const Thread& thread, std::uint32_t array, std::uint32_t slot,
                       std::uint32_t site) {
  if (code_.arrays[array].space != AddressSpace::GroupShared) return;
  if (group_->initialized.empty()) group_->initialized.resize(code_.arrays.size());
  if (group_->initialized[array].written(slot)) return;
  // Who reads it tells nothing more.
  if (!group_->knownEarlyReads.insert({site, thread.context, slot}).second) return;
  EarlyRead read{array, slot, thread.number, site, thread.context, {}};
  countLoops(thread, site, read.counters);
  group_->earlyReads.push_back(std::move(read));
}

void Machine::noteWrite(const Thread& thread, std::uint32_t array, std::uint32_t slot) {
  if (code_.arrays[array].space != AddressSpace::GroupShared) return;
  if (group_->initialized.empty()) group_->initialized.resize(code_.arrays.size());
  group_->initialized[array].write(slot, thread.number);
}

// At the end of an interval, or of the group.
void Machine::settleReads(Group& group) {
  for (const EarlyRead& read : group.earlyReads) {
    if (group.initialized[read.array].writtenByOther(read.slot, read.thread)) continue;
    const Thread& thread = group.threads[read.thread - group.threads.front().number];
    reportUninitialized(thread, read);
  }
  group.earlyReads.clear();
  group.knownEarlyReads.clear();
}

}  // namespace barricade
