// Barriers: of blocks, clusters and the grid, whole and in halves; named ones; tiles.
#include <algorithm>

#include "interpreter/interleaving.h"

namespace barricade {

namespace {

constexpr std::size_t indexOf(Scope scope) {
  return scope == Scope::Block ? 0 : scope == Scope::Cluster ? 1 : 2;
}

bool contains(const std::vector<std::uint32_t>& list, std::uint32_t number) {
  return std::find(list.begin(), list.end(), number) != list.end();
}

}  // namespace

Interleaving::Team& Interleaving::teamOf(const Strand& strand, Scope scope) {
  if (scope == Scope::Block) return blocks_[strand.home.group];
  return scope == Scope::Cluster ? clusters_[strand.home.cluster] : grid_;
}

// Whether the thread's call asks for an order of that memory.
bool Interleaving::fenced(const Strand& strand, SyncParameter which) const {
  if (strand.operation == nullptr)
    return which == SyncParameter::LocalFence ? strand.thread->localFence
                                              : strand.thread->globalFence;
  return strand.operation->what->ordersMemory() && argument(strand, which, 1) != 0;
}

// What one of them has put after a sequentially consistent fence is after one for what all do
// from now on: on the hardware it has been performed, for all in the fence's scope.
void Interleaving::shareFences(const std::vector<std::uint32_t>& participants) {
  std::vector<Strand::FenceMark> all;
  for (std::uint32_t number : participants)
    for (const Strand::FenceMark& mark : strands_[number].fences) {
      if (!mark.inOrder) continue;
      const auto same = std::find_if(all.begin(), all.end(), [&](const Strand::FenceMark& known) {
        return known.scope == mark.scope && known.local == mark.local &&
               known.global == mark.global;
      });
      if (same == all.end())
        all.push_back(mark);
      else
        same->clock.join(mark.clock);
    }
  if (all.empty()) return;
  for (std::uint32_t number : participants) {
    auto& fences = strands_[number].fences;
    std::erase_if(fences, [](const Strand::FenceMark& mark) { return mark.inOrder; });
    fences.insert(fences.end(), all.begin(), all.end());
  }
}

// Orders what each has done with what all do from now on, and lets them go.
void Interleaving::meet(const std::vector<std::uint32_t>& participants) {
  Clocks together;
  const Clocks* last = nullptr;
  bool orders = false;
  shareFences(participants);
  for (std::uint32_t number : participants) {
    Strand& strand = strands_[number];
    const bool local = fenced(strand, SyncParameter::LocalFence);
    const bool global = fenced(strand, SyncParameter::GlobalFence);
    orders |= local || global;
    if (local && global) {
      if (last == nullptr || !last->isSame(strand.clock)) together.join(strand.clock);
      last = &strand.clock;
      together.raise(number, strand.epoch);
    } else {
      together.join(now(strand), local, global);
      last = nullptr;
    }
  }
  for (std::uint32_t number : participants) {
    Strand& strand = strands_[number];
    if (orders) {
      if (fenced(strand, SyncParameter::LocalFence) && fenced(strand, SyncParameter::GlobalFence))
        strand.clock = together;
      else
        strand.clock.join(together);
      ++strand.epoch;
    }
    wake(strand);
  }
}

//--- Whole barriers -------------------------------------------------------------------------

bool Interleaving::arriveWhole(Strand& strand, Team& team) {
  const NamedRound& zero = named_[strand.home.group][0];
  if (team.scope == Scope::Block && !zero.arrived.empty()) {
    misuse(strand, "the block's barrier is named barrier 0, which is under way");
    return false;
  }
  team.waiting.push_back(strand.thread->number);
  return pass(team);
}

// Whether it is complete; then all go on.
bool Interleaving::pass(Team& team) {
  const std::size_t gone = code_.excusesExited ? team.finished : 0;
  if (team.waiting.empty() || team.waiting.size() + gone < team.members.size()) return false;
  const Thread& first = *strands_[team.waiting.front()].thread;
  for (std::uint32_t number : team.waiting) {
    const Thread& thread = *strands_[number].thread;
    if (thread.instance == first.instance) continue;
    for (std::uint32_t n : team.waiting) strands_[n].thread->state = Thread::State::Waiting;
    reportDivergence(first, thread, first.id.group != thread.id.group);
    stop(RunStatus::StoppedAtFinding, "stopped at a divergence");
    return false;
  }
  std::vector<std::uint32_t> participants;
  participants.swap(team.waiting);
  bool local = true;
  for (std::uint32_t n : participants)
    local = local && fenced(strands_[n], SyncParameter::LocalFence);
  reduce(participants);
  meet(participants);
  if (team.scope == Scope::Block && options_.checkInitialization)
    settleReads(*strands_[participants.front()].group);
  // Nothing before it can race with anything after it.
  if (team.scope == Scope::Block && team.finished == 0 && !copies_ && local)
    for (AccessHistory& history : shared_[strands_[participants.front()].home.group])
      history.clear();
  return true;
}

// {:reduce}: over the flags that the participants bring.
void Interleaving::reduce(const std::vector<std::uint32_t>& participants) {
  const SyncOperation* operation = strands_[participants.front()].operation;
  if (operation == nullptr || !operation->what->reduction) return;
  std::uint64_t count = 0;
  for (std::uint32_t n : participants) count += argument(strands_[n], SyncParameter::Flag) != 0;
  const BarrierReduction reduction = *operation->what->reduction;
  for (std::uint32_t n : participants)
    giveResult(strands_[n], 0,
               reduction == BarrierReduction::Count ? count
               : reduction == BarrierReduction::And ? count == participants.size()
                                                    : count != 0);
}

//--- Halves ---------------------------------------------------------------------------------

bool Interleaving::arriveHalf(Strand& strand, Team& team) {
  const std::size_t scope = indexOf(team.scope);
  if (strand.arrivals[scope] != strand.waits[scope]) {
    misuse(strand, "the thread arrives twice without waiting in between");
    return false;
  }
  Team::Phase& phase = team.phases[strand.arrivals[scope]++];
  phase.arrived.push_back(strand.thread->number);
  const Clocks own = now(strand);
  phase.clock.join(own, fenced(strand, SyncParameter::LocalFence),
                   fenced(strand, SyncParameter::GlobalFence));
  ++strand.epoch;
  passHalves(team);
  return true;
}

bool Interleaving::waitHalf(Strand& strand, Team& team) {
  const std::size_t scope = indexOf(team.scope);
  if (strand.arrivals[scope] == strand.waits[scope]) {
    misuse(strand, "the thread waits without having arrived");
    return false;
  }
  strand.phase = strand.waits[scope];
  team.halfWaiting.push_back(strand.thread->number);
  passHalves(team);
  return !contains(team.halfWaiting, strand.thread->number);
}

bool Interleaving::phaseComplete(const Team& team, std::uint32_t number) const {
  const auto phase = team.phases.find(number);
  std::size_t there = phase == team.phases.end() ? 0 : phase->second.arrived.size();
  if (there + (code_.excusesExited ? team.finished : 0) < team.members.size()) return false;
  for (std::uint32_t n : team.members)
    there += excused(n) && strands_[n].arrivals[indexOf(team.scope)] <= number;
  return there >= team.members.size();
}

void Interleaving::passHalves(Team& team) {
  std::vector<std::uint32_t> still;
  for (std::uint32_t n : team.halfWaiting) {
    Strand& strand = strands_[n];
    const auto phase = static_cast<std::uint32_t>(strand.phase);
    if (!phaseComplete(team, phase)) {
      still.push_back(n);
      continue;
    }
    ++strand.waits[indexOf(team.scope)];
    strand.clock.join(team.phases[phase].clock, fenced(strand, SyncParameter::LocalFence),
                      fenced(strand, SyncParameter::GlobalFence));
    wake(strand);
  }
  team.halfWaiting = std::move(still);
}

//--- Named barriers and tiles ---------------------------------------------------------------

bool Interleaving::named(Strand& strand) {
  const std::uint64_t id = argument(strand, SyncParameter::BarrierId);
  const std::uint64_t count = argument(strand, SyncParameter::Count);
  auto wrong = [&](const std::string& what) {
    misuse(strand, what);
    return false;
  };
  if (id >= 16) return wrong("there is no named barrier " + std::to_string(id));
  const std::string name = "named barrier " + std::to_string(id);
  if (count == 0 || count % std::max<std::uint64_t>(launch_.warpSize, 1) != 0)
    return wrong(name + " is used with " + std::to_string(count) +
                 " threads, which is no multiple of the warp size " +
                 std::to_string(launch_.warpSize));
  if (id == 0 && !blocks_[strand.home.group].waiting.empty())
    return wrong("named barrier 0 is the block's barrier, which is under way");
  NamedRound& round = named_[strand.home.group][id];
  if (!round.arrived.empty() && round.count != count)
    return wrong(name + " is used with " + std::to_string(count) + " and with " +
                 std::to_string(round.count) + " threads in one round");
  if (contains(round.arrived, strand.thread->number))
    return wrong("the thread comes to " + name + " twice in one round");
  round.count = count;
  round.arrived.push_back(strand.thread->number);
  strand.key = id;
  const bool local = fenced(strand, SyncParameter::LocalFence);
  if (!strand.operation->what->waits && local) {
    round.clock.join(now(strand));
    ++strand.epoch;
  }
  if (strand.operation->what->waits) round.waiting.push_back(strand.thread->number);
  if (round.arrived.size() < round.count) return !strand.operation->what->waits;
  NamedRound complete = std::move(round);
  round = NamedRound{};
  if (!complete.waiting.empty()) {
    for (std::uint32_t n : complete.waiting)
      if (fenced(strands_[n], SyncParameter::LocalFence)) strands_[n].clock.join(complete.clock);
    reduce(complete.waiting);
    meet(complete.waiting);
  }
  return true;
}

bool Interleaving::tile(Strand& strand) {
  const std::uint64_t size = argument(strand, SyncParameter::TileSize);
  if (size == 0) {
    misuse(strand, "a tile has at least one thread");
    return false;
  }
  strand.key = size;
  strand.thread->state = Thread::State::Waiting;
  passTile(strand);
  const bool goes = strand.operation == nullptr;
  if (!goes) ready_.erase(strand.thread->number);
  return goes;
}

bool Interleaving::waitsAtTile(const Strand& strand) {
  return strand.thread->state == Thread::State::Waiting && strand.operation != nullptr &&
         strand.operation->what->primitive == SyncPrimitive::TileBarrier;
}

// Lets the tile of a waiting thread go on if all of it are there.
void Interleaving::passTile(const Strand& strand) {
  const std::vector<std::uint32_t>& members = blocks_[strand.group->number].members;
  const std::uint64_t size = strand.key;
  const std::uint64_t begin = strand.linear / size * size;
  auto linear = [&](std::uint32_t n) { return strands_[n].linear; };
  std::vector<std::uint32_t> there;
  for (auto n = std::ranges::lower_bound(members, begin, {}, linear);
       n != members.end() && linear(*n) - begin < size; ++n) {
    if (excused(*n)) continue;
    if (!waitsAtTile(strands_[*n]) || strands_[*n].key != size) return;
    there.push_back(*n);
  }
  meet(there);
}

// Tiles that waited for `ended` alone go on.
void Interleaving::passTilesWithout(const Strand& ended) {
  for (std::uint32_t n : blocks_[ended.group->number].members) {
    const Strand& strand = strands_[n];
    if (waitsAtTile(strand) && strand.linear / strand.key == ended.linear / strand.key)
      passTile(strand);
  }
}

}  // namespace barricade
