// Barrier intervals and barriers: who runs when, what becomes visible, and whether the threads of a
// group meet.
#include "interpreter/intervals.h"

#include <algorithm>
#include <ranges>
#include <set>

namespace barricade {
namespace {

// One of the group's threads, that waits if any does.
const Thread& waiting(const Group& group) {
  const auto found = std::find_if(group.threads.begin(), group.threads.end(), [](const Thread& t) {
    return t.state == Thread::State::Waiting;
  });
  return found == group.threads.end() ? group.threads.front() : *found;
}

}  // namespace

Intervals::Intervals(const Program& program, const CompiledProgram& code, const Launch& launch,
                     const RunOptions& options, bool keepEveryThread)
    : Machine(program, code, launch, options),
      delayed_(!options.schedule.immediateVisibility),
      keepEveryThread_(keepEveryThread),
      groupShadows_(makeShadows()) {
  if (!delayed_) watched_.assign(watched_.size(), false);
}

// The kernel has primitives that only Interleaving knows.
bool Intervals::synchronize(Thread& thread, const SyncOperation& operation, std::uint64_t*) {
  stop(RunStatus::Unsupported, "cannot run a " + std::string(operation.what->row->name) + " at " +
                                   positionOf(operation.site, thread.context) +
                                   " from barrier to barrier");
  return false;
}

std::vector<Shadow> Intervals::makeShadows() const {
  std::vector<Shadow> shadows(code_.arrays.size());
  if (keepEveryThread_)
    for (Shadow& shadow : shadows) shadow.keepEveryThread();
  return shadows;
}

void Intervals::prepareGroup(Group& group) {
  group.sharedShadows = makeShadows();
  if (spareShadows_.empty()) {
    group.globalShadows = std::make_unique<std::vector<Shadow>>(makeShadows());
  } else {
    group.globalShadows = std::move(spareShadows_.back());
    spareShadows_.pop_back();
  }
  createGroup(group);
}

void Intervals::releaseGroup(Group& group) {
  lastShared_ = std::move(group.shared);
  lastGroup_ = group.id;
  group.shared.clear();
  group.sharedShadows.clear();
  group.sharedShadows.shrink_to_fit();
  for (Shadow& shadow : *group.globalShadows) shadow.clear();
  spareShadows_.push_back(std::move(group.globalShadows));
  // One thread stays, for reports that the group has ended.
  if (group.threads.size() > 1) group.threads.resize(1);
  group.threads.shrink_to_fit();
}

//--- Visibility ------------------------------------------------------------------------------

void Intervals::swapForward(WriteLog& log) {
  for (WriteLog::Entry& entry : log.entries) {
    std::swap(storeOf(entry.array).word(entry.word), entry.value);
  }
}

void Intervals::swapBackward(WriteLog& log) {
  for (auto entry = log.entries.rbegin(); entry != log.entries.rend(); ++entry) {
    std::swap(storeOf(entry->array).word(entry->word), entry->value);
  }
}

// The log holds new values, of which the last one of a word counts. A loop whose barriers do not
// order what it writes would make it longer in each iteration.
void Intervals::dropOverwritten(WriteLog& log) {
  constexpr std::size_t few = 64;
  if (log.entries.size() < few || log.entries.size() < 2 * log.distinct) return;
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  std::vector<WriteLog::Entry> last;
  for (const WriteLog::Entry& entry : log.entries | std::views::reverse)
    if (seen.emplace(entry.array, entry.word).second) last.push_back(entry);
  std::ranges::reverse(last);
  log.entries = std::move(last);
  log.distinct = log.entries.size();
}

// The log holds new values. Global ones stay hidden from other groups.
void Intervals::commit(WriteLog& log, Group& group) {
  for (const WriteLog::Entry& entry : log.entries) {
    std::uint64_t& word = storeOf(entry.array).word(entry.word);
    if (watchGroups_ && code_.arrays[entry.array].space == AddressSpace::Global) {
      group.globalLog.entries.push_back({entry.array, entry.word, word});
    }
    word = entry.value;
  }
  log.entries.clear();
}

void Intervals::enter(Thread& thread) {
  enterPrivates(thread);
  swapForward(thread.sharedLog);
  swapForward(thread.globalLog);
}

void Intervals::leave(Thread& thread) {
  swapBackward(thread.globalLog);
  swapBackward(thread.sharedLog);
  dropOverwritten(thread.globalLog);
  dropOverwritten(thread.sharedLog);
}

//--- Barrier intervals -----------------------------------------------------------------------

void Intervals::runInterval(Group& group) {
  for (std::size_t position : order(group.threads.size(), group.number * 7919 + group.interval)) {
    Thread& thread = group.threads[position];
    if (thread.state != Thread::State::Ready) continue;
    enter(thread);
    if (options_.turnLimit < options_.stepLimit) turnEnd_ = result_.steps + options_.turnLimit;
    const Pause pause = execute(thread);
    leave(thread);
    switch (pause) {
      case Pause::Barrier:
      case Pause::GridBarrier: thread.state = Thread::State::Waiting; break;
      case Pause::End: thread.state = Thread::State::Finished; break;
      case Pause::Blocked: thread.state = Thread::State::Blocked; break;
      case Pause::Yield: group.state = Group::State::Stopped; break;
      case Pause::Wait:
      case Pause::Stopped: return;
    }
  }
}

// Barriers go without threads that have ended.
bool Intervals::excused(const Thread& thread) const {
  return code_.excusesExited && thread.state == Thread::State::Finished;
}

bool Intervals::checkCopies(Group& group) {
  for (PendingCopy& copy : group.copies) {
    if (!copy.fresh) continue;
    copy.fresh = false;
    auto missing = std::find(copy.started.begin(), copy.started.end(), false);
    if (missing == copy.started.end()) continue;
    const auto there = std::find(copy.started.begin(), copy.started.end(), true);
    reportCopyDivergence(group.threads[static_cast<std::size_t>(there - copy.started.begin())],
                         group.threads[static_cast<std::size_t>(missing - copy.started.begin())],
                         code_.asyncCopies[copy.operation].site, "");
    return false;
  }
  return true;
}

// All threads have paused: do they wait at the same place?
void Intervals::settle(Group& group) {
  for (const Thread& thread : group.threads) {
    if (thread.state != Thread::State::Blocked) continue;
    dropFindingsOf(thread, group.interval);
    stop(RunStatus::AssumptionFailed, "the assumption at " +
                                          positionOf(thread.blockedAt, thread.context) +
                                          " does not hold for " + thread.id.toString());
  }
  if (stopped_) return;
  settleReads(group);
  if (group.state == Group::State::Stopped) {
    leftBehind_ = true;
    return;
  }
  if (!checkCopies(group)) {
    group.state = Group::State::Stopped;
    return;
  }
  const Thread* first = nullptr;
  for (const Thread& thread : group.threads) {
    if (thread.state == Thread::State::Waiting && !first) first = &thread;
  }
  if (!first) return finishGroup(group);
  for (const Thread& thread : group.threads) {
    if (thread.state == Thread::State::Waiting && thread.instance == first->instance) continue;
    if (excused(thread)) continue;
    reportDivergence(*first, thread, false);
    group.state = Group::State::Stopped;
    return;
  }
  if (first->instance.grid)
    group.state = Group::State::AtGridBarrier;
  else
    passBarrier(group);
}

bool Intervals::Fenced::order(std::vector<Shadow>& shadows) const {
  bool kept = true;
  for (Shadow& shadow : shadows) {
    if (all)
      shadow.clear();
    else if (!shadow.clear(threads))
      kept = false;
  }
  return kept;
}

void Intervals::passBarrier(Group& group) {
  for (Thread& thread : group.threads)
    if (!excused(thread)) thread.state = Thread::State::Ready;
  ++group.interval;
  auto order = [&](bool Thread::*fence, WriteLog Thread::*log, std::vector<Shadow>& shadows) {
    Fenced fenced;
    for (Thread& thread : group.threads) {
      const bool ordered = thread.*fence && !excused(thread);
      fenced.add(thread, ordered);
      if (ordered) commit(thread.*log, group);
    }
    if (!fenced.order(shadows)) mayHaveMissed_ = true;
  };
  order(&Thread::localFence, &Thread::sharedLog, group.sharedShadows);
  order(&Thread::globalFence, &Thread::globalLog, *group.globalShadows);
}

void Intervals::finishGroup(Group& group) {
  for (PendingCopy& copy : group.copies) apply(copy, group);
  for (Thread& thread : group.threads) {
    commit(thread.sharedLog, group);
    commit(thread.globalLog, group);
  }
  group.state = Group::State::Finished;
}

void Intervals::runGroup(Group& group) {
  if (!group.created) prepareGroup(group);
  if (stopped_) return;
  enterGroup(group);
  if (group.hidden) swapForward(group.globalLog);
  group.hidden = false;
  if (group.threads.empty()) group.state = Group::State::Finished;
  while (group.state == Group::State::Ready && !stopped_) {
    runInterval(group);
    if (!stopped_) settle(group);
    if (options_.stopAtFirst && !result_.findings.empty()) {
      stop(RunStatus::StoppedAtFinding, "stopped at the first finding");
    }
  }
  if (watchGroups_ && delayed_) {
    swapBackward(group.globalLog);
    dropOverwritten(group.globalLog);
    group.hidden = true;
  }
  if (group.state == Group::State::Finished || group.state == Group::State::Stopped) {
    releaseGroup(group);
  }
}

void Intervals::commitGroups(bool threadsToo) {
  for (Group& group : groups_) {
    if (group.hidden) {
      for (const WriteLog::Entry& entry : group.globalLog.entries) {
        storeOf(entry.array).word(entry.word) = entry.value;
      }
    }
    group.globalLog.entries.clear();
    group.hidden = false;
    if (!threadsToo) continue;
    for (Thread& thread : group.threads) {
      for (const WriteLog::Entry& entry : thread.globalLog.entries) {
        storeOf(entry.array).word(entry.word) = entry.value;
      }
      thread.globalLog.entries.clear();
    }
  }
}

// Whether some group goes on after it.
bool Intervals::passGridBarrier() {
  const Group* first = nullptr;
  for (const Group& group : groups_) {
    if (group.state == Group::State::AtGridBarrier && !first) first = &group;
    if (group.state == Group::State::Stopped) return false;
  }
  if (!first) return false;
  Fenced local;
  Fenced global;
  for (Group& group : groups_) {
    if (group.threads.empty()) continue;
    if (group.state == Group::State::Finished && code_.excusesExited) {
      global.all = false;
      continue;
    }
    const Thread& one = waiting(group);
    if (group.state != Group::State::AtGridBarrier || one.instance != waiting(*first).instance) {
      reportDivergence(waiting(*first), one, true);
      return false;
    }
    for (const Thread& thread : group.threads) {
      local.add(thread, thread.localFence && !excused(thread));
      global.add(thread, thread.globalFence && !excused(thread));
    }
  }
  // Groups have numbered their threads as they began to run, in any order.
  for (Fenced* fenced : {&local, &global}) std::ranges::sort(fenced->threads);
  // Who reads what its writer has not fenced races with it, whatever the contents are.
  if (!global.threads.empty()) commitGroups(true);
  if (!global.order(groupShadows_)) mayHaveMissed_ = true;
  for (Group& group : groups_) {
    if (group.state != Group::State::AtGridBarrier) continue;
    group.state = Group::State::Ready;
    ++group.interval;
    for (Thread& thread : group.threads)
      if (!excused(thread)) thread.state = Thread::State::Ready;
    if (!global.order(*group.globalShadows)) mayHaveMissed_ = true;
    enterGroup(group);
    for (Thread& thread : group.threads)
      if (thread.localFence && !excused(thread)) commit(thread.sharedLog, group);
    if (!local.order(group.sharedShadows)) mayHaveMissed_ = true;
  }
  return true;
}

RunResult Intervals::run() {
  result_.groupSize = launch_.groupSize;
  result_.numGroups = launch_.numGroups;
  try {
    if (createGroups()) {
      watchGroups_ = groups_.size() > 1;
      do {
        for (std::size_t g : order(groups_.size(), 0)) {
          if (!stopped_ && groups_[g].state == Group::State::Ready) runGroup(groups_[g]);
        }
      } while (!stopped_ && passGridBarrier());
      commitGroups(false);
      if (leftBehind_) stop(RunStatus::StepLimit, "threads were left behind in a loop");
    }
  } catch (const OutOfMemory& problem) {
    stop(RunStatus::TooLarge, problem.what());
  }
  collectArrays();
  return std::move(result_);
}

}  // namespace barricade
