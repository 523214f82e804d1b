// Turns: which thread runs how long, and what happens when one ends or nobody can go on.
#include "interpreter/interleaving.h"

#include <algorithm>

namespace barricade {

namespace {

// Statements of a turn; long enough to be quick, short enough for those who spin.
constexpr std::uint64_t longTurn = 200;
constexpr std::uint64_t shortTurn = 24;

}  // namespace

Interleaving::Interleaving(const Program& program, const CompiledProgram& code,
                           const Launch& launch, const RunOptions& options)
    : Machine(program, code, launch, options),
      random_(options.schedule.order == Schedule::Order::Random) {
  hasCells_.resize(code.arrays.size());
  for (const AtomicOperation& operation : code.atomics) hasCells_[operation.array] = true;
  for (const SyncOperation& operation : code.syncs)
    copies_ |= operation.what->primitive == SyncPrimitive::AsyncCopy;
  yieldsAtAtomics_ = random_;
}

void Interleaving::createStrands() {
  for (Group& group : groups_) {
    createGroup(group);
    if (stopped_) return;
  }
  const auto& size = launch_.groupSize;
  const std::uint64_t warpSize = std::max<std::uint64_t>(launch_.warpSize, 1);
  std::map<std::array<std::uint64_t, 3>, std::uint32_t> clusters;
  std::vector<std::vector<std::uint32_t>> ofCluster;
  std::vector<std::uint32_t> all;
  warps_.resize(groups_.size());
  for (Group& group : groups_) {
    std::array<std::uint64_t, 3> id{};
    for (unsigned d = 0; d < 3; ++d)
      id[d] = group.id[d] / std::max<std::uint64_t>(launch_.clusterSize[d], 1);
    const std::uint32_t cluster =
        clusters.try_emplace(id, static_cast<std::uint32_t>(clusters.size())).first->second;
    ofCluster.resize(clusters.size());
    std::vector<std::uint32_t> members;
    for (Thread& thread : group.threads) {
      Strand& strand = strands_.emplace_back();
      strand.thread = &thread;
      strand.group = &group;
      strand.home = {group.number, cluster};
      strand.linear =
          thread.id.local[0] + size[0] * (thread.id.local[1] + size[1] * thread.id.local[2]);
      strand.warp = static_cast<std::uint32_t>(strand.linear / warpSize);
      strand.lane = static_cast<unsigned>(strand.linear % warpSize);
      members.push_back(thread.number);
      auto& warps = warps_[group.number];
      if (strand.warp >= warps.size()) warps.resize(strand.warp + 1);
      warps[strand.warp].push_back(thread.number);
      ofCluster[cluster].push_back(thread.number);
      all.push_back(thread.number);
    }
    makeTeam(blocks_.emplace_back(), Scope::Block, std::move(members));
  }
  for (auto& members : ofCluster)
    makeTeam(clusters_.emplace_back(), Scope::Cluster, std::move(members));
  makeTeam(grid_, Scope::Device, std::move(all));
  actors_ = static_cast<std::uint32_t>(strands_.size());
  named_.resize(groups_.size());
  shared_.resize(groups_.size());
  for (auto& histories : shared_) histories.resize(code_.arrays.size());
  global_.resize(code_.arrays.size());
  ready_.resize(strands_.size());
  for (std::uint32_t n = 0; n < strands_.size(); ++n) ready_.insert(n);
}

void Interleaving::makeTeam(Team& team, Scope scope, std::vector<std::uint32_t> members) {
  team.scope = scope;
  team.members = std::move(members);
}

//--- Turns ----------------------------------------------------------------------------------

// Half of the time another thread runs before an atomic operation or a fence: their order decides
// most.
bool Interleaving::yieldsAtAtomic(Thread& thread) {
  Strand& strand = strandOf(thread);
  strand.passedOver = !strand.passedOver && chance() % 2 == 0;
  return strand.passedOver;
}

void Interleaving::takeTurn(std::uint32_t number) {
  Strand& strand = strands_[number];
  Thread& thread = *strand.thread;
  if (group_ != strand.group) enterGroup(*strand.group);
  enterPrivates(thread);
  group_->interval = strand.interval;
  turnEnd_ = result_.steps + (random_ ? 1 + chance() % shortTurn : longTurn);
  const Pause pause = execute(thread);
  if (pause != Pause::Yield) strand.passedOver = false;
  switch (pause) {
    case Pause::Yield:
    case Pause::Stopped: break;
    case Pause::Wait: break;  // `synchronize` has seen to it
    case Pause::Barrier:
    case Pause::GridBarrier:
      strand.operation = nullptr;
      if (!arriveWhole(strand, pause == Pause::Barrier ? blocks_[strand.home.group] : grid_))
        waitHere(strand);
      break;
    case Pause::End: finish(strand); break;
    case Pause::Blocked:
      thread.state = Thread::State::Blocked;
      dropFindingsOf(thread);
      stop(RunStatus::AssumptionFailed, "the assumption at " +
                                            positionOf(thread.blockedAt, thread.context) +
                                            " does not hold for " + thread.id.toString());
      break;
  }
}

void Interleaving::takeTurns() {
  const auto last = static_cast<std::uint32_t>(strands_.size() - 1);
  const bool descending = options_.schedule.order == Schedule::Order::Descending;
  std::uint32_t cursor = descending ? last : 0;
  while (!stopped_) {
    ++turns_;
    if (!activeMasks_.empty() && turns_ % 64 == 0) resolveActiveMasks(false);
    if ((random_ && chance() % 16 == 0) || turns_ % 256 == 0) performSomeCopy(false);
    if (random_) cursor = static_cast<std::uint32_t>(chance() % strands_.size());
    const auto number = descending ? ready_.previous(cursor) : ready_.next(cursor);
    if (number) {
      takeTurn(*number);
      cursor =
          descending ? (*number == 0 ? last : *number - 1) : (*number == last ? 0 : *number + 1);
    } else if (!goOn()) {
      return;
    }
    if (options_.stopAtFirst && !result_.findings.empty())
      stop(RunStatus::StoppedAtFinding, "stopped at the first finding");
  }
}

// Nobody is ready: what happens by itself happens now.
bool Interleaving::goOn() {
  if (resolveActiveMasks(true) || performSomeCopy(true)) return true;
  if (grid_.finished < grid_.members.size()) reportDeadlock();
  return false;
}

void Interleaving::waitHere(Strand& strand) {
  strand.thread->state = Thread::State::Waiting;
  strand.since = turns_;
  ready_.erase(strand.thread->number);
}

void Interleaving::wake(Strand& strand) {
  ++strand.interval;
  strand.operation = nullptr;
  strand.thread->state = Thread::State::Ready;
  ready_.insert(strand.thread->number);
}

// Those who wait for it may go on without it, when that is allowed.
void Interleaving::finish(Strand& strand) {
  Thread& thread = *strand.thread;
  for (std::size_t scope = 0; scope < strand.arrivals.size(); ++scope)
    if (strand.arrivals[scope] != strand.waits[scope])
      misuse(strand, "the thread ends between the halves of a barrier");
  thread.state = Thread::State::Finished;
  ready_.erase(thread.number);
  for (Team* team : {&blocks_[strand.home.group], &clusters_[strand.home.cluster], &grid_}) {
    ++team->finished;
    pass(*team);
    passHalves(*team);
  }
  lanesAgain(*strand.group, strand.warp);
  passTilesWithout(strand);
}

bool Interleaving::excused(std::uint32_t number) const {
  return code_.excusesExited && strands_[number].thread->state == Thread::State::Finished;
}

//--- Primitives -----------------------------------------------------------------------------

std::uint64_t Interleaving::argument(const Strand& strand, SyncParameter which,
                                     std::uint64_t otherwise) const {
  const auto parameter = strand.operation->parameter(which);
  if (!parameter) return otherwise;
  return strand.thread->registers[strand.thread->base + *parameter];
}

void Interleaving::giveResult(Strand& strand, std::size_t which, std::uint64_t value) {
  if (which >= strand.operation->results.size()) return;
  const unsigned width = strand.operation->resultWidths[which];
  const std::uint64_t mask = width == 0 || width >= 64 ? ~0ull : (1ull << width) - 1;
  strand.thread->registers[strand.thread->base + strand.operation->results[which]] = value & mask;
}

bool Interleaving::synchronize(Thread& thread, const SyncOperation& operation, std::uint64_t*) {
  Strand& strand = strandOf(thread);
  strand.operation = &operation;
  thread.instance = {operation.site, thread.context, false, {}, operation.what};
  countLoops(thread, operation.site, thread.instance.counters);
  if (traced_) trace(TraceStep::Kind::Synchronize, thread, operation.site, nullptr, 0, 0);
  const bool goes = begin(strand);
  if (stopped_) return false;
  if (!goes && strand.operation) waitHere(strand);
  // Whoever comes last wakes all, itself too.
  return goes;
}

// Whether the thread goes on at once.
bool Interleaving::begin(Strand& strand) {
  const Synchronization& what = *strand.operation->what;
  switch (what.primitive) {
    case SyncPrimitive::Barrier: {
      Team& team = teamOf(strand, what.scope);
      if (what.arrives && what.waits) return arriveWhole(strand, team);
      return what.arrives ? arriveHalf(strand, team) : waitHalf(strand, team);
    }
    case SyncPrimitive::NamedBarrier: return named(strand);
    case SyncPrimitive::TileBarrier: return tile(strand);
    case SyncPrimitive::WarpBarrier:
    case SyncPrimitive::Exchange:
    case SyncPrimitive::WarpRead:
    case SyncPrimitive::WarpWrite: return meetLanes(strand);
    case SyncPrimitive::ActiveMask: activeMasks_.push_back(strand.thread->number); return false;
    case SyncPrimitive::ObjectInit:
    case SyncPrimitive::ObjectInvalidate:
    case SyncPrimitive::ObjectArrive:
    case SyncPrimitive::ObjectDrop:
    case SyncPrimitive::ObjectExpect:
    case SyncPrimitive::ObjectCopies:
    case SyncPrimitive::ObjectWait:
    case SyncPrimitive::ObjectTest: return object(strand);
    case SyncPrimitive::Fence: return fence(strand);
    case SyncPrimitive::AsyncCopy: return startCopy(strand);
    case SyncPrimitive::CopyCommit: return commitCopies(strand);
    case SyncPrimitive::CopyWait: return waitCopies(strand);
    case SyncPrimitive::Exit: break;
  }
  return true;
}

// A primitive is used as it must not be: what follows has no meaning.
void Interleaving::misuse(Strand& strand, const std::string& what) {
  reportAt(*strand.thread, FindingKind::Synchronization,
           strand.operation ? strand.operation->site : strand.thread->instance.site, what);
  stop(RunStatus::StoppedAtFinding, "stopped where synchronisation is misused");
}

//--- The run --------------------------------------------------------------------------------

RunResult Interleaving::run() {
  result_.groupSize = launch_.groupSize;
  result_.numGroups = launch_.numGroups;
  constexpr std::uint64_t mostThreads = 1u << 14;  // clocks have a component for each
  try {
    if (createGroups()) {
      createStrands();
      if (strands_.size() > mostThreads)
        stop(RunStatus::TooLarge, "a launch of " + std::to_string(strands_.size()) +
                                      " threads that take turns is larger than " +
                                      std::to_string(mostThreads));
      if (!strands_.empty()) takeTurns();
    }
  } catch (const OutOfMemory& problem) {
    stop(RunStatus::TooLarge, problem.what());
  }
  for (Group& group : groups_) {
    if (stopped_ || group.earlyReads.empty()) continue;
    enterGroup(group);
    settleReads(group);
  }
  if (!groups_.empty()) {
    lastShared_ = std::move(groups_.back().shared);
    lastGroup_ = groups_.back().id;
  }
  collectArrays();
  return std::move(result_);
}

}  // namespace barricade
