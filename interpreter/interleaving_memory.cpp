// Accesses: what they do to memory, what they race with, and what atomic operations and fences
// order.
#include <algorithm>

#include "interpreter/interleaving.h"
#include "interpreter/words.h"

namespace barricade {

//--- Races ----------------------------------------------------------------------------------

AccessHistory& Interleaving::historyOf(std::uint32_t array) {
  return code_.arrays[array].space == AddressSpace::GroupShared ? shared_[group_->number][array]
                                                                : global_[array];
}

// Whether the kept access has happened before what the thread, or its copy, does now.
bool Interleaving::covers(const Strand& strand, const Copy* copy, bool local,
                          const KeptAccess& kept) const {
  const std::uint32_t self = strand.thread->number;
  if (kept.agent == self) return copy == nullptr || kept.epoch < strand.epoch;
  if (copy != nullptr && (kept.agent == copy->actor || kept.agent == copy->writer) &&
      kept.epoch == copy->epoch)
    return true;
  return strand.clock.of(local).at(kept.agent) >= kept.epoch;
}

// Whether the last write that has happened before the read has the value that is read: then the
// read gets it, whether others that write the same come before or after it.
bool Interleaving::readsTheSame(const Strand& strand, std::uint32_t array, std::uint32_t slot,
                                const KeptAccess& read) {
  const bool local = code_.arrays[array].space == AddressSpace::GroupShared;
  const KeptAccess* last = nullptr;
  std::uint64_t lastTime = 0;
  historyOf(array).forEach(slot, [&](const KeptAccess& kept, const std::uint32_t*) {
    if (!kept.writes) return;
    const bool latest = covers(strand, nullptr, local, kept);
    KeptAccess first = kept;
    first.epoch = kept.firstEpoch;
    if (!latest && !covers(strand, nullptr, local, first)) return;
    const std::uint64_t time = latest ? kept.time : kept.firstTime;
    if (last != nullptr && time < lastTime) return;
    last = &kept;
    lastTime = time;
  });
  return last != nullptr && last->kind == AccessKind::Write && last->value == read.value;
}

// Whether an atomic operation on the element that has read what `atomic` left there has happened
// before: then the thread comes after it on this element, whatever else is ordered.
bool Interleaving::comesAfter(const Strand& strand, std::uint32_t array, std::uint32_t slot,
                              const KeptAccess& atomic) {
  const bool local = code_.arrays[array].space == AddressSpace::GroupShared;
  bool after = false;
  historyOf(array).forEach(slot, [&](const KeptAccess& kept, const std::uint32_t*) {
    after = after ||
            (kept.observes && kept.time > atomic.time && covers(strand, nullptr, local, kept) &&
             !races(atomic, kept, strands_[kept.thread]));
  });
  return after;
}

// Of two accesses that nothing orders.
bool Interleaving::races(const KeptAccess& kept, const KeptAccess& present, const Strand& strand) {
  if (!kept.writes && !present.writes) return false;
  if (kept.kind == AccessKind::Atomic && present.kind == AccessKind::Atomic) {
    return !includes(std::min(kept.scope, present.scope), strands_[kept.thread].home, strand.home);
  }
  if (kept.kind == AccessKind::Atomic || present.kind == AccessKind::Atomic) return true;
  if (!options_.benignTolerance || kept.asynchronous || present.asynchronous) return true;
  if (kept.writes && !present.writes) return !kept.silent;
  return kept.value != present.value;
}

void Interleaving::record(Strand& strand, const Access& access) {
  record(strand, access, nullptr);
}

void Interleaving::record(Strand& strand, const Access& access, const Copy* copy) {
  if (!watched_[access.array]) return;
  KeptAccess present;
  present.value = access.value;
  present.thread = strand.thread->number;
  present.agent = present.thread;
  present.epoch = strand.epoch;
  if (copy != nullptr) {
    present.agent = access.writes ? copy->writer : copy->actor;
    present.epoch = copy->epoch;
    present.asynchronous = true;
  }
  present.site = access.site;
  present.context = strand.thread->context;
  present.interval = strand.interval;
  present.kind = access.kind;
  present.scope = access.scope;
  present.writes = access.writes;
  present.silent = access.silent;
  present.observes = access.observes;
  present.byWarp = access.lanes != nullptr;
  present.time = ++accesses_;
  scratch_.clear();
  countLoops(*strand.thread, access.site, scratch_);
  const bool local = code_.arrays[access.array].space == AddressSpace::GroupShared;
  const std::uint32_t slot = storeOf(access.array).slot(access.offset);
  if (options_.checkInitialization && access.writes) noteWrite(*strand.thread, access.array, slot);
  AccessHistory& history = historyOf(access.array);
  history.forEach(slot, [&](const KeptAccess& kept, const std::uint32_t* counters) {
    if (covers(strand, copy, local, kept) || !races(kept, present, strand)) return;
    // All lanes come to a write of their warp before it is made, with what such accesses have read.
    const bool hasBeenRead = kept.byWarp && kept.kind == AccessKind::Read && present.byWarp &&
                             std::ranges::find(*access.lanes, kept.thread) != access.lanes->end();
    if (hasBeenRead) return;
    const bool rereads = kept.kind == AccessKind::Write && present.kind == AccessKind::Read &&
                         kept.value == present.value && !kept.asynchronous &&
                         options_.benignTolerance &&
                         readsTheSame(strand, access.array, slot, present);
    if (rereads) return;
    if (kept.kind == AccessKind::Atomic && copy == nullptr &&
        comesAfter(strand, access.array, slot, kept))
      return;
    reportRace(access.array, access.offset, strands_[kept.thread].home.group != strand.home.group,
               kept, counters, present, scratch_.data());
  });
  history.keep(slot, present, scratch_);
}

//--- Plain accesses -------------------------------------------------------------------------

void Interleaving::recordRead(Thread& thread, const ElementAccess& read) {
  Access access{read.array, read.offset, read.site};
  access.value = comparable(read.value, storeOf(read.array).limbs());
  record(strandOf(thread), access);
}

void Interleaving::write(Thread& thread, const ElementAccess& write) {
  const unsigned limbs = storeOf(write.array).limbs();
  std::uint64_t* target = storeOf(write.array).at(write.slot);
  if (watched_[write.array]) {
    Access access{write.array, write.offset, write.site, AccessKind::Write, true};
    access.silent = std::equal(write.value, write.value + limbs, target);
    access.value = comparable(write.value, limbs);
    record(strandOf(thread), access);
  }
  std::copy(write.value, write.value + limbs, target);
  // Who reads this does not read from a release before it.
  if (hasCells_[write.array]) cells_.erase(cellKey(write.array, write.slot));
}

//--- Atomic operations ----------------------------------------------------------------------

std::uint64_t Interleaving::cellKey(std::uint32_t array, std::uint32_t slot) const {
  const bool shared = code_.arrays[array].space == AddressSpace::GroupShared;
  return (std::uint64_t{array} << 48) ^ (std::uint64_t{shared ? group_->number : 0} << 32) ^ slot;
}

void Interleaving::atomic(Thread& thread, const AtomicOperation& operation,
                          std::uint64_t* registers) {
  Strand& strand = strandOf(thread);
  ArrayStore& memory = storeOf(operation.array);
  const CompiledArray& info = code_.arrays[operation.array];
  const std::uint64_t offset = registers[operation.index];
  if (options_.checkBounds) inBounds(thread, operation.array, offset, operation.site);
  if (info.space == AddressSpace::Constant) {
    reportAt(thread, FindingKind::ConstantWrite, operation.site, {}, operation.array, offset);
  }
  const std::uint32_t slot = memory.slot(offset);
  if (options_.checkInitialization && operation.reads())
    noteRead(thread, operation.array, slot, operation.site);
  if (operation.part == 1) changeWord(thread, operation, registers);
  const bool failed = operation.kind == AtomicOperation::Kind::CompareAndSwap &&
                      thread.atomicOld != registers[operation.operands[0]];
  if (operation.part == 1) {
    strand.passedOver = false;
    if (operation.order == MemoryOrder::SequentiallyConsistent)
      fenceInOrder(strand, operation.scope, true, true);
    if (info.space != AddressSpace::Private)
      synchronizeCell(strand, cells_[cellKey(operation.array, slot)], operation,
                      operation.writes() && !failed);
  }
  Access access{operation.array, offset, operation.site, AccessKind::Atomic,
                operation.writes() && !failed};
  access.scope = operation.scope;
  access.observes = operation.reads();
  record(strand, access);
  if (operation.part == 1 && releases(operation.order)) ++strand.epoch;
  const unsigned shift = (operation.part - 1) * info.width;
  registers[operation.result] = (thread.atomicOld >> shift) & maskOf(info.width);
  if (traced_) {
    trace(TraceStep::Kind::Atomic, thread, operation.site, info.variable, offset,
          memory.value(slot));
  }
}

void Interleaving::synchronizeCell(Strand& strand, AtomicCell& cell,
                                   const AtomicOperation& operation, bool wrote) {
  auto heardNow = [&] {
    return Strand::Heard{&operation, &cell, cell.chain.version(), strand.epoch};
  };
  // A store begins anew; a read-modify-write goes on where both are in each other's scope.
  const bool beginsAnew =
      wrote &&
      (!operation.reads() ||
       (cell.written && !includes(std::min(cell.scope, operation.scope), cell.home, strand.home)));
  const bool isRepeated = strand.heard == heardNow() && !beginsAnew;
  if (!isRepeated) {
    if (operation.reads()) acquire(strand, cell.chain, operation.scope, operation.order);
    if (operation.counts()) acquireByCount(strand, cell.chain, operation.scope);
  }
  if (wrote) {
    if (beginsAnew) cell.chain.clear();
    cell.home = strand.home;
    cell.scope = operation.scope;
    cell.written = true;
    if (!isRepeated) release(strand, cell.chain, operation.scope, operation.order);
  }
  strand.heard = heardNow();
}

void Interleaving::acquire(Strand& strand, const ReleaseHeads& heads, Scope scope,
                           MemoryOrder order) {
  heads.visible(strand.home, scope, [&](const ReleaseHead& head) {
    if (acquires(order)) strand.clock.join(head.clock);
    strand.seen.add({head.clock, head.home, std::min(head.scope, scope)});
  });
}

// A count after a sequentially consistent fence acquires: CUDA's threadFenceReduction relies on
// it.
void Interleaving::acquireByCount(Strand& strand, const ReleaseHeads& heads, Scope scope) {
  for (const Strand::FenceMark& mark : strand.fences)
    if (mark.inOrder)
      heads.visible(strand.home, std::min(scope, mark.scope), [&](const ReleaseHead& head) {
        strand.clock.join(head.clock, mark.local, mark.global);
      });
}

// What is before the operation, when it releases; what is before each fence, always.
void Interleaving::release(Strand& strand, ReleaseHeads& into, Scope scope, MemoryOrder order) {
  for (const Strand::FenceMark& mark : strand.fences)
    into.add({mark.clock, strand.home, std::min(mark.scope, scope)});
  if (releases(order)) into.add({now(strand), strand.home, scope});
}

// All that the thread has done, and what happened before.
Clocks Interleaving::now(const Strand& strand) const {
  Clocks clock = strand.clock;
  clock.raise(strand.thread->number, strand.epoch);
  return clock;
}

// Fences with order seq_cst are one after another, and each comes after what is before the others
// (PTX ISA: fence.sc synchronizes with those after it in Fence-SC order).
void Interleaving::fenceInOrder(Strand& strand, Scope scope, bool local, bool global) {
  fencesInOrder_.visible(strand.home, scope, [&](const ReleaseHead& head) {
    strand.clock.join(head.clock, local, global);
  });
  ReleaseHead own{{}, strand.home, scope};
  own.clock.join(now(strand), local, global);
  fencesInOrder_.add(own, local && global);
  ++strand.epoch;
}

bool Interleaving::fence(Strand& strand) {
  const Synchronization& what = *strand.operation->what;
  const bool local = fenced(strand, SyncParameter::LocalFence);
  const bool global = fenced(strand, SyncParameter::GlobalFence);
  if (acquires(what.order))
    strand.seen.visible(strand.home, what.scope, [&](const ReleaseHead& head) {
      strand.clock.join(head.clock, local, global);
    });
  if (what.order == MemoryOrder::SequentiallyConsistent)
    fenceInOrder(strand, what.scope, local, global);
  if (releases(what.order)) {
    const bool inOrder = what.order == MemoryOrder::SequentiallyConsistent;
    Strand::FenceMark mark{what.scope, local, global, inOrder, {}};
    mark.clock.join(now(strand), local, global);
    std::erase_if(strand.fences, [&](const Strand::FenceMark& old) {
      return old.scope <= mark.scope && (local || !old.local) && (global || !old.global) &&
             (inOrder || !old.inOrder);
    });
    strand.fences.push_back(std::move(mark));
    ++strand.epoch;
  }
  return true;
}

void Interleaving::asyncCopy(Thread& thread, std::uint32_t index, std::uint64_t*) {
  stop(RunStatus::Unsupported,
       "cannot run an asynchronous copy of a whole group together with other synchronisation at " +
           positionOf(code_.asyncCopies[index].site, thread.context));
}

void Interleaving::wait(Thread&, std::uint64_t) {}

}  // namespace barricade
