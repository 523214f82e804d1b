// Nobody can go on, and somebody waits: who is missing where.
#include <algorithm>

#include "interpreter/interleaving.h"

namespace barricade {

// A thread without which this one does not go on; null when no thread in particular is missing.
const Thread* Interleaving::missingFor(const Strand& strand) {
  auto absent = [&](const std::vector<std::uint32_t>& members, auto comes) -> const Thread* {
    const Thread* found = nullptr;
    for (std::uint32_t n : members) {
      if (excused(n) || comes(strands_[n])) continue;
      const Thread& thread = *strands_[n].thread;
      if (found == nullptr || thread.state == Thread::State::Finished) found = &thread;
      if (found->state == Thread::State::Finished) return found;
    }
    return found;
  };
  auto team = [&](const Team& t) {
    return absent(t.members, [&](const Strand& s) {
      return std::find(t.waiting.begin(), t.waiting.end(), s.thread->number) != t.waiting.end();
    });
  };
  if (strand.operation == nullptr)
    return team(strand.thread->instance.grid ? grid_ : blocks_[strand.home.group]);
  const Synchronization& what = *strand.operation->what;
  const std::vector<std::uint32_t>& block = blocks_[strand.home.group].members;
  auto waitsLikewise = [&](const Strand& s) {
    return s.thread->state == Thread::State::Waiting && s.operation != nullptr &&
           s.operation->what->primitive == what.primitive && s.key == strand.key;
  };
  switch (what.primitive) {
    case SyncPrimitive::Barrier: {
      const Team& t = teamOf(strand, what.scope);
      if (what.arrives) return team(t);
      const auto phase = t.phases.find(static_cast<std::uint32_t>(strand.phase));
      return absent(t.members, [&](const Strand& s) {
        return phase != t.phases.end() &&
               std::find(phase->second.arrived.begin(), phase->second.arrived.end(),
                         s.thread->number) != phase->second.arrived.end();
      });
    }
    case SyncPrimitive::TileBarrier:
      return absent(block, [&](const Strand& s) {
        return s.linear / strand.key != strand.linear / strand.key || waitsLikewise(s);
      });
    case SyncPrimitive::NamedBarrier: return absent(block, waitsLikewise);
    case SyncPrimitive::ObjectWait: return nullptr;
    default:
      return absent(warps_[strand.home.group][strand.warp], [&](const Strand& s) {
        return s.lane >= 64 || ((strand.key >> s.lane) & 1) == 0 ||
               (s.thread->state == Thread::State::Waiting && s.operation != nullptr &&
                s.operation->what->position(SyncParameter::Mask) && s.key == strand.key);
      });
  }
}

std::string Interleaving::missingText(const Strand& strand) const {
  if (strand.operation == nullptr) return {};
  if (strand.operation->what->primitive == SyncPrimitive::NamedBarrier) {
    const NamedRound& round = named_[strand.home.group][strand.key];
    return "; " + std::to_string(round.arrived.size()) + " of " + std::to_string(round.count) +
           " threads have come to named barrier " + std::to_string(strand.key);
  }
  if (strand.operation->what->primitive != SyncPrimitive::ObjectWait) return {};
  const auto found = objects_.find(strand.key);
  if (found == objects_.end()) return "; the barrier object has been invalidated";
  const BarrierObject& object = found->second;
  if (object.missing == 0)
    return "; " + std::to_string(object.bytes) + " bytes of phase " + std::to_string(object.phase) +
           " are never copied";
  return "; phase " + std::to_string(object.phase) + " still expects " +
         std::to_string(object.missing) + " of " + std::to_string(object.expected) + " arrivals";
}

// Those who wait for one that has ended, or for nobody in particular, are the causes; when
// there are none, the first who waits.
void Interleaving::reportDeadlock() {
  const Strand* one = nullptr;
  const Thread* other = nullptr;
  bool reported = false;
  for (Strand& strand : strands_) {
    if (strand.thread->state != Thread::State::Waiting) continue;
    const Thread* missing = missingFor(strand);
    const bool cause = missing == nullptr || missing->state == Thread::State::Finished;
    if (one == nullptr) {
      one = &strand;
      other = missing;
    }
    if (!cause) continue;
    reported = true;
    const Thread& there = missing != nullptr ? *missing : *strand.thread;
    reportDivergence(*strand.thread, there, there.id.group != strand.thread->id.group,
                     missingText(strand));
  }
  if (!reported && one != nullptr) {
    const Thread& there = other != nullptr ? *other : *one->thread;
    reportDivergence(*one->thread, there, there.id.group != one->thread->id.group,
                     missingText(*one));
  }
  stop(RunStatus::StoppedAtFinding, "stopped where no thread can go on");
}

}  // namespace barricade
