// Accesses of the running thread: loads, stores, atomic operations, async copies; and what the
// race detector has to know of them.
#include <algorithm>
#include <array>

#include "interpreter/atomics.h"
#include "interpreter/compiler.h"
#include "interpreter/intervals.h"
#include "interpreter/words.h"

namespace barricade {
namespace {

// Who an async copy belongs to in the race detector: no thread of the group, and when it is made
// none of the copies that are pending.
constexpr std::uint32_t copyAgent = ~0u;
constexpr std::uint32_t pendingCopyAgent = ~0u - 1;

bool within(std::uint64_t offset, std::uint64_t first, std::uint64_t size) {
  return offset - first < size;
}

}  // namespace

// What a copy does to one of its two arrays.
struct CopySide {
  std::uint32_t array;
  std::uint64_t first;  // element
  AccessKind kind;
  std::uint32_t site;
};

namespace {

std::array<CopySide, 2> sidesOf(const AsyncOperation& operation, const PendingCopy& copy) {
  return {{{operation.source, copy.sourceOffset, AccessKind::Read, operation.sourceSite},
           {operation.destination, copy.destinationOffset, AccessKind::Write, operation.site}}};
}

}  // namespace

void Intervals::record(Thread& thread, std::uint32_t array, std::uint32_t slot,
                       std::uint64_t offset, AccessKind kind, std::uint64_t value,
                       std::uint32_t site) {
  PendingAccess access;
  access.value = value;
  access.agent = thread.number;
  access.thread = thread.number;
  access.site = site;
  access.context = thread.context;
  access.interval = group_->interval;
  access.kind = kind;
  auto count = [&](std::vector<std::uint32_t>& counters) { countLoops(thread, site, counters); };
  auto iterations = [&]() -> const std::uint32_t* {
    scratch_.clear();
    count(scratch_);
    return scratch_.data();
  };
  auto conflict = [&](bool interGroup) {
    return [&, interGroup](const PendingAccess& kept, const std::uint32_t* counters) {
      PendingAccess present = access;
      present.value = value;
      reportRace(array, offset, interGroup, kept, counters, present, iterations());
    };
  };
  if (!group_->copies.empty()) checkAgainstCopies(thread, array, offset, access, iterations);
  const bool tolerant = options_.benignTolerance;
  if (code_.arrays[array].space == AddressSpace::GroupShared) {
    group_->sharedShadows[array].access(slot, access, tolerant, conflict(false), count);
    return;
  }
  if (group_->threads.size() > 1) {
    (*group_->globalShadows)[array].access(slot, access, tolerant, conflict(false), count);
  }
  if (watchGroups_) {
    access.agent = group_->number;
    groupShadows_[array].access(slot, access, tolerant, conflict(true), count);
  }
}

void Intervals::recordRead(Thread& thread, const ElementAccess& read) {
  record(thread, read.array, read.slot, read.offset, AccessKind::Read,
         comparable(read.value, storeOf(read.array).limbs()), read.site);
}

void Intervals::write(Thread& thread, const ElementAccess& write) {
  const CompiledArray& info = code_.arrays[write.array];
  const unsigned limbs = storeOf(write.array).limbs();
  if (options_.checkInitialization) noteWrite(thread, write.array, write.slot);
  if (watched_[write.array]) {
    record(thread, write.array, write.slot, write.offset, AccessKind::Write,
           comparable(write.value, limbs), write.site);
  }
  std::uint64_t* target = storeOf(write.array).at(write.slot);
  if (delayed_ && info.space != AddressSpace::Private) {
    WriteLog& log = info.space == AddressSpace::GroupShared ? thread.sharedLog : thread.globalLog;
    for (unsigned k = 0; k < limbs; ++k)
      log.entries.push_back({write.array, write.slot * limbs + k, target[k]});
  }
  std::copy(write.value, write.value + limbs, target);
}

// Atomic operations act on memory at once: every later one sees them, in the order of the threads.
void Intervals::atomic(Thread& thread, const AtomicOperation& operation, std::uint64_t* registers) {
  ArrayStore& memory = storeOf(operation.array);
  const CompiledArray& info = code_.arrays[operation.array];
  const std::uint64_t offset = registers[operation.index];
  const unsigned width = info.width;
  if (options_.checkBounds) inBounds(thread, operation.array, offset, operation.site);
  if (info.space == AddressSpace::Constant) {
    reportAt(thread, FindingKind::ConstantWrite, operation.site, {}, operation.array, offset);
  }
  if (operation.part == 1) changeWord(thread, operation, registers);
  const std::uint32_t slot = memory.slot(offset);
  if (options_.checkInitialization) {
    if (operation.reads()) noteRead(thread, operation.array, slot, operation.site);
    noteWrite(thread, operation.array, slot);
  }
  const unsigned shift = (operation.part - 1) * width;
  registers[operation.result] = (thread.atomicOld >> shift) & maskOf(width);
  if (watched_[operation.array]) {
    record(thread, operation.array, slot, offset, AccessKind::Atomic, 0, operation.site);
  }
  if (traced_) {
    trace(TraceStep::Kind::Atomic, thread, operation.site, info.variable, offset,
          memory.value(slot));
  }
}

//--- Async copies ----------------------------------------------------------------------------

// Every thread of the group has to call it with the same arguments; the copy is made once, by
// nobody in particular, and takes until its event has been waited for.
void Intervals::asyncCopy(Thread& thread, std::uint32_t index, std::uint64_t* registers) {
  constexpr std::uint64_t largest = 1u << 24;
  const AsyncOperation& operation = code_.asyncCopies[index];
  PendingCopy copy;
  copy.operation = index;
  copy.instance = {operation.site, thread.context, false, {}};
  countLoops(thread, operation.site, copy.instance.counters);
  copy.destinationOffset = registers[operation.destinationOffset];
  copy.sourceOffset = registers[operation.sourceOffset];
  copy.size = registers[operation.size];
  const std::uint64_t handle = registers[operation.handle];
  for (PendingCopy& other : group_->copies) {
    if (other.started[thread.position] || !(other.instance == copy.instance)) continue;
    if (other.destinationOffset != copy.destinationOffset ||
        other.sourceOffset != copy.sourceOffset || other.size != copy.size ||
        (handle != 0 && handle != other.handle)) {
      const std::uint32_t first = other.access.thread - group_->threads.front().number;
      reportCopyDivergence(
          group_->threads.at(std::min<std::size_t>(first, group_->threads.size() - 1)), thread,
          operation.site, " with the same arguments");
    }
    other.started[thread.position] = true;
    registers[operation.result] = other.handle;
    return;
  }
  if (copy.size > largest) {
    return stop(RunStatus::TooLarge, "an async copy of " + std::to_string(copy.size) +
                                         " elements at " +
                                         positionOf(operation.site, thread.context));
  }
  // Each element is held against each copy under way; in a loop that never waits they add up.
  result_.steps += copy.size * (1 + group_->copies.size());
  copy.handle = handle != 0 ? handle : ++group_->lastHandle;
  copy.started.resize(group_->threads.size());
  copy.waited.resize(group_->threads.size());
  copy.started[thread.position] = true;
  if (options_.checkBounds && copy.size > 0) {
    for (const CopySide& side : sidesOf(operation, copy))
      if (inBounds(thread, side.array, side.first, side.site))
        inBounds(thread, side.array, side.first + copy.size - 1, side.site);
  }
  ArrayStore& source = storeOf(operation.source);
  for (std::uint64_t k = 0; k < copy.size; ++k) {
    const std::uint32_t slot = source.slot(copy.sourceOffset + k);
    if (options_.checkInitialization)
      noteRead(thread, operation.source, slot, operation.sourceSite);
    const std::uint64_t* word = source.at(slot);
    copy.words.insert(copy.words.end(), word, word + source.limbs());
  }
  copy.access.agent = copyAgent;
  copy.access.thread = thread.number;
  copy.access.context = thread.context;
  copy.access.interval = group_->interval;
  copy.access.asynchronous = true;
  registers[operation.result] = copy.handle;
  if (traced_) {
    trace(TraceStep::Kind::AsyncCopy, thread, operation.site,
          code_.arrays[operation.destination].variable, copy.destinationOffset, copy.size);
  }
  recordCopy(thread, copy);
  if (options_.checkInitialization) {
    ArrayStore& destination = storeOf(operation.destination);
    for (std::uint64_t k = 0; k < copy.size; ++k)
      noteWrite(thread, operation.destination, destination.slot(copy.destinationOffset + k));
  }
  group_->copies.push_back(std::move(copy));
}

void Intervals::recordCopy(const Thread& thread, const PendingCopy& copy) {
  for (const CopySide& side : sidesOf(code_.asyncCopies[copy.operation], copy)) {
    if (!watched_[side.array]) continue;
    for (std::uint64_t k = 0; k < copy.size; ++k) {
      recordCopiedElement(thread, copy, side, side.first + k);
    }
  }
}

void Intervals::recordCopiedElement(const Thread& thread, const PendingCopy& copy,
                                    const CopySide& side, std::uint64_t offset) {
  const std::uint32_t array = side.array;
  const std::vector<std::uint32_t>& iterations = copy.instance.counters;
  PendingAccess access = copy.access;
  access.kind = side.kind;
  access.site = side.site;
  // With a single thread the copy starts where that thread says so.
  if (group_->threads.size() == 1) access.agent = thread.number;
  auto count = [&](std::vector<std::uint32_t>& counters) {
    counters.insert(counters.end(), iterations.begin(), iterations.end());
  };
  auto conflict = [&](bool interGroup) {
    return [&, interGroup](const PendingAccess& kept, const std::uint32_t* counters) {
      reportRace(array, offset, interGroup, kept, counters, access, iterations.data());
    };
  };
  const bool shared = code_.arrays[array].space == AddressSpace::GroupShared;
  Shadow& own = shared ? group_->sharedShadows[array] : (*group_->globalShadows)[array];
  const std::uint32_t slot = storeOf(array).slot(offset);
  // What the copy writes it writes at some time: equal values are no excuse.
  if (options_.waitCompletesCopy)
    own.check(slot, access, false, conflict(false));
  else
    own.access(slot, access, false, conflict(false), count);
  checkAgainstCopies(thread, array, offset, access, [&] { return iterations.data(); });
  if (watchGroups_ && !shared) {
    access.agent = group_->number;
    groupShadows_[array].access(slot, access, false, conflict(true), count);
  }
}

// `counters` gives the iteration numbers of the loops around the access.
void Intervals::checkAgainstCopies(const Thread& thread, std::uint32_t array, std::uint64_t offset,
                                   const PendingAccess& access,
                                   const std::function<const std::uint32_t*()>& counters) {
  for (const PendingCopy& copy : group_->copies) {
    if (copy.waited[thread.position]) continue;
    for (const CopySide& side : sidesOf(code_.asyncCopies[copy.operation], copy)) {
      PendingAccess theirs = copy.access;
      theirs.agent = pendingCopyAgent;
      theirs.kind = side.kind;
      theirs.site = side.site;
      if (side.array != array || !within(offset, side.first, copy.size) ||
          !Shadow::conflict(theirs, access, false)) {
        continue;
      }
      reportRace(array, offset, false, theirs, copy.instance.counters.data(), access, counters());
    }
  }
}

void Intervals::wait(Thread& thread, std::uint64_t handle) {
  for (PendingCopy& copy : group_->copies) {
    if (copy.handle != handle || !copy.started[thread.position]) continue;
    copy.waited[thread.position] = true;
    apply(copy, *group_);
  }
  std::erase_if(group_->copies, [](const PendingCopy& copy) {
    return std::find(copy.waited.begin(), copy.waited.end(), false) == copy.waited.end();
  });
}

void Intervals::apply(PendingCopy& copy, Group& group) {
  if (copy.applied) return;
  copy.applied = true;
  const std::uint32_t array = code_.asyncCopies[copy.operation].destination;
  ArrayStore& memory = storeOf(array);
  const unsigned limbs = memory.limbs();
  for (std::uint64_t k = 0; k < copy.size * limbs; ++k) {
    const std::uint32_t word = memory.slot(copy.destinationOffset + k / limbs) * limbs +
                               static_cast<std::uint32_t>(k % limbs);
    if (delayed_ && watchGroups_ && code_.arrays[array].space == AddressSpace::Global) {
      group.globalLog.entries.push_back({array, word, memory.word(word)});
    }
    memory.word(word) = copy.words[k];
  }
}

}  // namespace barricade
