// Barrier objects (mbarrier, cuda::barrier): phases, arrivals, bytes of copies.
#include "interpreter/interleaving.h"

#include <algorithm>

namespace barricade {

// The element that the call names.
std::optional<std::uint64_t> Interleaving::objectKey(Strand& strand) {
  const std::uint32_t array = *strand.operation->parameter(SyncParameter::Object);
  const std::uint64_t key =
      cellKey(array, storeOf(array).slot(argument(strand, SyncParameter::ObjectOffset)));
  if (strand.operation->what->primitive == SyncPrimitive::ObjectInit || objects_.contains(key))
    return key;
  misuse(strand, "there is no barrier object");
  return std::nullopt;
}

void Interleaving::accessObject(Strand& strand, bool plain, bool writes) {
  Access access{*strand.operation->parameter(SyncParameter::Object),
                argument(strand, SyncParameter::ObjectOffset), strand.operation->site,
                plain ? AccessKind::Write : AccessKind::Atomic, writes};
  access.value = strand.thread->number;  // no two of them are the same
  access.scope = strand.operation->what->scope;
  record(strand, access);
}

bool Interleaving::object(Strand& strand) {
  using enum SyncPrimitive;
  const SyncOperation& operation = *strand.operation;
  const SyncPrimitive primitive = operation.what->primitive;
  const bool plain = primitive == ObjectInit || primitive == ObjectInvalidate;
  const bool looks = primitive == ObjectWait || primitive == ObjectTest;
  ++strand.interval;
  const std::size_t races = result_.findings.size();
  accessObject(strand, plain, !looks);
  const auto key = objectKey(strand);
  if (!key) {
    // An unordered use before the start is that, and no misuse.
    return result_.findings.size() > races;
  }
  switch (primitive) {
    case ObjectInit: {
      const std::uint64_t count = argument(strand, SyncParameter::Count);
      if (count == 0) {
        misuse(strand, "a barrier object expects at least one arrival");
        return false;
      }
      objects_[*key] = BarrierObject{};
      objects_[*key].expected = objects_[*key].missing = count;
      return true;
    }
    case ObjectInvalidate: objects_.erase(*key); return true;
    case ObjectArrive:
    case ObjectDrop:
      giveResult(strand, 0, objects_[*key].phase);
      arrive(strand, operation, *key, argument(strand, SyncParameter::Arrivals, 1), nullptr);
      return !stopped_;
    case ObjectExpect:
      objects_[*key].bytes += static_cast<std::int64_t>(argument(strand, SyncParameter::Bytes));
      return true;
    case ObjectCopies: return arriveAfterCopies(strand);
    default: return objectWait(strand, *key, primitive == ObjectTest);
  }
}

void Interleaving::arrive(Strand& strand, const SyncOperation& operation, std::uint64_t key,
                          std::uint64_t count, const Clocks* clock) {
  const auto found = objects_.find(key);
  if (found == objects_.end() || count > found->second.missing || count == 0) {
    reportAt(*strand.thread, FindingKind::Synchronization, operation.site,
             found == objects_.end() ? "there is no barrier object"
             : count == 0            ? "an arrival counts for at least one"
                                     : "more arrivals than the phase expects");
    return stop(RunStatus::StoppedAtFinding, "stopped where synchronisation is misused");
  }
  BarrierObject& object = found->second;
  const MemoryOrder order = operation.what->order;
  if (clock != nullptr) {
    object.arriving.add({*clock, strand.home, operation.what->scope});
  } else {
    release(strand, object.arriving, operation.what->scope, order);
    if (releases(order)) ++strand.epoch;
  }
  object.missing -= count;
  if (operation.what->primitive == SyncPrimitive::ObjectDrop) --object.expected;
  completePhases(key);
}

// A bulk copy has moved its bytes: they count for the phase, and what they wrote is known to those
// who wait for it.
void Interleaving::copied(const Copy& copy) {
  const auto found = objects_.find(*copy.object);
  if (found == objects_.end()) return;
  BarrierObject& object = found->second;
  const unsigned width = code_.arrays[copy.operation->results[0]].width;
  object.bytes -= static_cast<std::int64_t>((copy.elements + copy.zeros) * width / 8);
  Clocks clock;
  clock.raise(copy.actor, copy.epoch);
  clock.raise(copy.writer, copy.epoch);
  object.arriving.add({clock, strands_[copy.thread].home, Scope::Device});
  completePhases(*copy.object);
}

void Interleaving::completePhases(std::uint64_t key) {
  BarrierObject& object = objects_[key];
  if (object.missing != 0 || object.bytes != 0) return;
  ++object.phase;
  object.missing = object.expected;
  object.completed.join(object.arriving);
  object.arriving.clear();
  std::vector<std::uint32_t> waiting;
  waiting.swap(object.waiting);
  for (std::uint32_t n : waiting) {
    Strand& strand = strands_[n];
    const auto reached = phaseReached(strand, object);
    if (!reached) return;
    if (!*reached) {
      object.waiting.push_back(n);
      continue;
    }
    acquire(strand, object.completed, strand.operation->what->scope, strand.operation->what->order);
    wake(strand);
  }
}

// Nothing when it is an error to ask.
std::optional<bool> Interleaving::phaseReached(Strand& strand, const BarrierObject& object) {
  const std::uint64_t token = argument(strand, SyncParameter::Token);
  if (strand.operation->what->parity) return (object.phase & 1) != (token & 1);
  if (token <= object.phase && token + 1 >= object.phase) return token < object.phase;
  misuse(strand, "phase " + std::to_string(token) + " is waited for in phase " +
                     std::to_string(object.phase));
  return std::nullopt;
}

bool Interleaving::objectWait(Strand& strand, std::uint64_t key, bool test) {
  BarrierObject& object = objects_[key];
  const auto reached = phaseReached(strand, object);
  if (!reached) return false;
  if (*reached)
    acquire(strand, object.completed, strand.operation->what->scope, strand.operation->what->order);
  if (test) {
    giveResult(strand, 0, *reached ? 1 : 0);
    return true;
  }
  if (!*reached) {
    strand.key = key;
    object.waiting.push_back(strand.thread->number);
  }
  return *reached;
}

}  // namespace barricade
