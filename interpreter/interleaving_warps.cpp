// Lanes of a warp that meet by mask: warp barriers, exchanges of values, accesses of a whole warp;
// and the active mask.
#include <algorithm>

#include "interpreter/exchange.h"
#include "interpreter/interleaving.h"

namespace barricade {

bool Interleaving::meetLanes(Strand& strand) {
  const std::uint64_t mask = argument(strand, SyncParameter::Mask);
  if (strand.lane >= 64 || ((mask >> strand.lane) & 1) == 0) {
    misuse(strand, "lane " + std::to_string(strand.lane) + " is not in its own mask");
    return false;
  }
  strand.key = mask;
  strand.thread->state = Thread::State::Waiting;
  const bool goes = meetLanes(*strand.group, strand.warp, mask);
  if (!goes) ready_.erase(strand.thread->number);
  return goes && !stopped_;
}

// Whether all lanes of the mask are there; then they go on.
bool Interleaving::meetLanes(Group& group, std::uint32_t warp, std::uint64_t mask) {
  std::vector<std::uint32_t> there;
  for (std::uint32_t n : warps_[group.number][warp]) {
    const Strand& strand = strands_[n];
    if (strand.lane >= 64 || ((mask >> strand.lane) & 1) == 0 || excused(n)) continue;
    const bool comes = strand.thread->state == Thread::State::Waiting &&
                       strand.operation != nullptr &&
                       strand.operation->what->position(SyncParameter::Mask) && strand.key == mask;
    if (!comes) return false;
    there.push_back(n);
  }
  if (there.empty()) return false;
  const Strand& first = strands_[there.front()];
  for (std::uint32_t n : there) {
    if (strands_[n].operation->what->row == first.operation->what->row) continue;
    reportDivergence(*first.thread, *strands_[n].thread, false);
    stop(RunStatus::StoppedAtFinding, "stopped at a divergence");
    return false;
  }
  switch (first.operation->what->primitive) {
    case SyncPrimitive::Exchange: exchangeValues(there); break;
    case SyncPrimitive::WarpRead:
    case SyncPrimitive::WarpWrite: accessTogether(there); break;
    default: break;
  }
  meet(there);
  return true;
}

// A lane has ended.
void Interleaving::lanesAgain(Group& group, std::uint32_t warp) {
  for (std::uint32_t n : warps_[group.number][warp]) {
    const Strand& strand = strands_[n];
    if (strand.thread->state == Thread::State::Waiting && strand.operation != nullptr &&
        strand.operation->what->position(SyncParameter::Mask))
      meetLanes(group, warp, strand.key);
  }
}

void Interleaving::exchangeValues(const std::vector<std::uint32_t>& lanes) {
  const SyncOperation& operation = *strands_[lanes.front()].operation;
  const ExchangeFunction function = operation.what->row->exchange;
  std::vector<LaneInput> inputs;
  for (std::uint32_t n : lanes) {
    const Strand& strand = strands_[n];
    const SyncParameter value = strand.operation->what->position(SyncParameter::Flag)
                                    ? SyncParameter::Flag
                                    : SyncParameter::Value;
    inputs.push_back({strand.lane, argument(strand, value), argument(strand, SyncParameter::Lane),
                      argument(strand, SyncParameter::Width, launch_.warpSize)});
  }
  if (function == ExchangeFunction::Opaque) {
    for (std::uint32_t n : lanes)
      for (std::size_t r = 0; r < strands_[n].operation->results.size(); ++r)
        giveResult(strands_[n], r, arbitrary(*strands_[n].thread, 64));
    return;
  }
  const auto results = exchange(function, inputs, operation.valueWidth);
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    Strand& strand = strands_[lanes[i]];
    giveResult(strand, 0, results[i] ? *results[i] : arbitrary(*strand.thread, 64));
    if (function == ExchangeFunction::MatchAll) giveResult(strand, 1, *results[i] != 0);
  }
}

// Each element is accessed by some lane, whichever it is.
void Interleaving::accessTogether(const std::vector<std::uint32_t>& lanes) {
  constexpr std::uint64_t largest = 1u << 16;
  std::set<std::uint64_t> done;
  for (std::uint32_t n : lanes) {
    Strand& naming = strands_[n];
    const SyncOperation& operation = *naming.operation;
    const std::uint64_t rows = argument(naming, SyncParameter::Rows);
    const std::uint64_t columns = argument(naming, SyncParameter::Columns);
    if (rows > largest || columns > largest || rows * columns > largest)
      return stop(RunStatus::TooLarge, "an access of a warp to more than " +
                                           std::to_string(largest) + " elements at " +
                                           positionOf(operation.site, naming.thread->context));
    const std::uint32_t array = *operation.parameter(SyncParameter::Array);
    const bool writes = operation.what->primitive == SyncPrimitive::WarpWrite;
    ArrayStore& memory = storeOf(array);
    for (std::uint64_t r = 0; r < rows; ++r)
      for (std::uint64_t c = 0; c < columns; ++c) {
        const std::uint64_t offset = argument(naming, SyncParameter::Offset) +
                                     r * argument(naming, SyncParameter::Stride) + c;
        if (!done.insert(offset).second) continue;
        Strand& lane = strands_[lanes[chance() % lanes.size()]];
        const std::uint32_t slot = memory.slot(offset);
        Access access{array, offset, lane.operation->site,
                      writes ? AccessKind::Write : AccessKind::Read, writes};
        access.lanes = &lanes;
        access.value = comparable(memory.at(slot), memory.limbs());
        if (writes) {
          for (unsigned k = 0; k < memory.limbs(); ++k)
            memory.at(slot)[k] = arbitrary(*lane.thread, code_.arrays[array].width);
          access.value = comparable(memory.at(slot), memory.limbs());
        }
        record(lane, access);
      }
  }
}

//--- The active mask ------------------------------------------------------------------------

// Lanes of a warp that wait at the same call get a mask of themselves: when nobody else can run,
// or when they have waited long enough.
bool Interleaving::resolveActiveMasks(bool all) {
  constexpr std::uint64_t patience = 256;
  bool resolved = false;
  std::vector<std::uint32_t> left = activeMasks_;
  while (!left.empty()) {
    const Strand& first = strands_[left.front()];
    const bool ripe = all || turns_ - first.since >= patience || (random_ && chance() % 4 == 0);
    std::vector<std::uint32_t> together;
    std::uint64_t mask = 0;
    for (std::uint32_t n : left) {
      const Strand& strand = strands_[n];
      if (strand.group != first.group || strand.warp != first.warp ||
          !(strand.thread->instance == first.thread->instance))
        continue;
      together.push_back(n);
      mask |= 1ull << (strand.lane % 64);
    }
    for (std::uint32_t n : together) {
      std::erase(left, n);
      if (!ripe) continue;
      std::erase(activeMasks_, n);
      giveResult(strands_[n], 0, mask);
      wake(strands_[n]);
      resolved = true;
    }
  }
  return resolved;
}

}  // namespace barricade
