// Groups, barrier intervals and barriers: who runs when, what becomes visible, and whether the
// threads of a group meet.
#include "interpreter/machine.h"

#include <algorithm>
#include <numeric>

namespace barricade {

Machine::Machine(const Program& program, const CompiledProgram& code, const Launch& launch,
                 const RunOptions& options)
    : program_(program),
      code_(code),
      launch_(launch),
      options_(options),
      delayed_(!options.schedule.immediateVisibility),
      traced_(static_cast<bool>(options.trace)),
      contexts_(1) {
  const bool detect = options.detectRaces && delayed_;
  current_.resize(code.arrays.size());
  globals_.resize(code.arrays.size());
  watched_.resize(code.arrays.size());
  groupShadows_.resize(code.arrays.size());
  for (std::uint32_t a = 0; a < code.arrays.size(); ++a) {
    const CompiledArray& array = code.arrays[a];
    const bool common =
        array.space == AddressSpace::Global || array.space == AddressSpace::GroupShared;
    watched_[a] = detect && common && array.modified;
    if (array.space == AddressSpace::Private) privateArrays_.push_back(a);
    if (array.space == AddressSpace::Global || array.space == AddressSpace::Constant) {
      globals_[a] = std::make_unique<ArrayStore>(array.width, launch.contentsOf(array.variable));
      current_[a] = globals_[a].get();
    }
  }
}

void Machine::stop(RunStatus status, std::string message) {
  if (stopped_) return;
  stopped_ = true;
  result_.status = status;
  result_.message = std::move(message);
}

//--- Groups and threads ----------------------------------------------------------------------

bool Machine::createGroups() {
  const auto& size = launch_.groupSize;
  const auto& count = launch_.numGroups;
  const BigInt inGroup = BigInt(size[0]) * size[1] * size[2];
  const BigInt all = inGroup * count[0] * count[1] * count[2];
  const auto& selected = options_.selected;
  const BigInt running = !selected ? all : options_.onlyThePair ? BigInt(2) : BigInt(2 * inGroup);
  if (running > options_.maximalThreads) {
    stop(RunStatus::TooLarge, "a launch of " + all.str() + " threads is larger than " +
                                  std::to_string(options_.maximalThreads));
    return false;
  }
  auto add = [&](const std::array<std::uint64_t, 3>& id) {
    groups_.emplace_back();
    groups_.back().number = static_cast<std::uint32_t>(groups_.size() - 1);
    groups_.back().id = id;
  };
  if (selected) {
    add(selected->first.group);
    if (selected->second.group != selected->first.group) add(selected->second.group);
  } else {
    for (std::uint64_t z = 0; z < count[2]; ++z) {
      for (std::uint64_t y = 0; y < count[1]; ++y) {
        for (std::uint64_t x = 0; x < count[0]; ++x) add({x, y, z});
      }
    }
  }
  watchGroups_ = groups_.size() > 1;
  return true;
}

std::vector<ThreadIndex> Machine::threadsOf(const Group& group) const {
  std::vector<ThreadIndex> threads;
  if (options_.selected && options_.onlyThePair) {
    const auto& [first, second] = *options_.selected;
    if (first.group == group.id) threads.push_back(first);
    if (second.group == group.id && second != first) threads.push_back(second);
    return threads;
  }
  for (std::uint64_t z = 0; z < launch_.groupSize[2]; ++z) {
    for (std::uint64_t y = 0; y < launch_.groupSize[1]; ++y) {
      for (std::uint64_t x = 0; x < launch_.groupSize[0]; ++x) {
        threads.push_back({{x, y, z}, group.id});
      }
    }
  }
  return threads;
}

// Memory that each group or thread has for itself is not filled with the same arbitrary values.
const ArrayContents& Machine::contentsFor(const Variable* array, std::uint32_t owner) {
  const ArrayContents& contents = launch_.contentsOf(array);
  const bool arbitrary =
      contents.fill == ArrayContents::Fill::Random || contents.fill == ArrayContents::Fill::Among;
  if (owner == 0 || !arbitrary) return contents;
  ownContents_.push_back(contents);
  ownContents_.back().seed = mixBits(contents.seed, owner);
  return ownContents_.back();
}

void Machine::createGroup(Group& group) {
  group.created = true;
  group.shared.resize(code_.arrays.size());
  group.sharedShadows.resize(code_.arrays.size());
  for (std::uint32_t a = 0; a < code_.arrays.size(); ++a) {
    const CompiledArray& array = code_.arrays[a];
    if (array.space != AddressSpace::GroupShared) continue;
    group.shared[a] =
        std::make_unique<ArrayStore>(array.width, contentsFor(array.variable, group.number));
  }
  if (spareShadows_.empty()) {
    group.globalShadows = std::make_unique<std::vector<Shadow>>(code_.arrays.size());
  } else {
    group.globalShadows = std::move(spareShadows_.back());
    spareShadows_.pop_back();
  }
  for (const ThreadIndex& id : threadsOf(group)) {
    Thread thread;
    thread.id = id;
    bool exists = true;
    for (const Launch::PerThread& condition : launch_.perThread) {
      if (launch_.holds(condition.condition, &thread.id, options_.seed) != false) continue;
      if (condition.axiom) {
        exists = false;
      } else {
        stop(RunStatus::PreconditionViolated,
             "the launch does not satisfy " + condition.where + " for " + thread.id.toString());
        return;
      }
    }
    if (!exists) continue;
    thread.number = static_cast<std::uint32_t>(threadIndex_.size());
    threadIndex_.push_back(id);
    thread.position = static_cast<std::uint32_t>(group.threads.size());
    thread.privates.resize(privateArrays_.size());
    enterProcedure(thread, 0);
    const CompiledProcedure& kernel = code_.procedures.front();
    for (std::size_t p = 0; p < kernel.parameters.size(); ++p) {
      toLimbs(launch_.values.at(kernel.procedure->parameters[p]),
              &thread.registers[kernel.parameters[p].first], kernel.parameters[p].limbs);
    }
    group.threads.push_back(std::move(thread));
  }
  result_.threads += group.threads.size();
}

void Machine::releaseGroup(Group& group) {
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

std::vector<std::size_t> Machine::order(std::size_t count, std::uint64_t salt) const {
  std::vector<std::size_t> result(count);
  std::iota(result.begin(), result.end(), 0);
  if (options_.schedule.order == Schedule::Order::Descending) {
    std::reverse(result.begin(), result.end());
  } else if (options_.schedule.order == Schedule::Order::Random) {
    for (std::size_t i = count; i > 1; --i) {
      std::swap(result[i - 1], result[mixBits(mixBits(options_.schedule.seed, salt), i) % i]);
    }
  }
  return result;
}

//--- Visibility ------------------------------------------------------------------------------

void Machine::swapForward(WriteLog& log) {
  for (WriteLog::Entry& entry : log.entries) {
    std::swap(storeOf(entry.array).word(entry.word), entry.value);
  }
}

void Machine::swapBackward(WriteLog& log) {
  for (auto entry = log.entries.rbegin(); entry != log.entries.rend(); ++entry) {
    std::swap(storeOf(entry->array).word(entry->word), entry->value);
  }
}

// The log holds new values. Global ones stay hidden from other groups.
void Machine::commit(WriteLog& log, Group& group) {
  for (const WriteLog::Entry& entry : log.entries) {
    std::uint64_t& word = storeOf(entry.array).word(entry.word);
    if (watchGroups_ && code_.arrays[entry.array].space == AddressSpace::Global) {
      group.globalLog.entries.push_back({entry.array, entry.word, word});
    }
    word = entry.value;
  }
  log.entries.clear();
}

void Machine::enter(Thread& thread) {
  for (std::size_t p = 0; p < privateArrays_.size(); ++p) {
    const CompiledArray& array = code_.arrays[privateArrays_[p]];
    if (!thread.privates[p]) {
      thread.privates[p] =
          std::make_unique<ArrayStore>(array.width, contentsFor(array.variable, thread.number));
    }
    current_[privateArrays_[p]] = thread.privates[p].get();
  }
  swapForward(thread.sharedLog);
  swapForward(thread.globalLog);
}

void Machine::leave(Thread& thread) {
  swapBackward(thread.globalLog);
  swapBackward(thread.sharedLog);
}

//--- Barrier intervals -----------------------------------------------------------------------

void Machine::runInterval(Group& group) {
  for (std::size_t position : order(group.threads.size(), group.number * 7919 + group.interval)) {
    Thread& thread = group.threads[position];
    if (thread.state != Thread::State::Ready) continue;
    enter(thread);
    const Pause pause = execute(thread);
    leave(thread);
    switch (pause) {
      case Pause::Barrier:
      case Pause::GridBarrier: thread.state = Thread::State::Waiting; break;
      case Pause::End: thread.state = Thread::State::Finished; break;
      case Pause::Blocked: thread.state = Thread::State::Blocked; break;
      case Pause::Stopped: return;
    }
  }
}

bool Machine::checkCopies(Group& group) {
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
void Machine::settle(Group& group) {
  for (const Thread& thread : group.threads) {
    if (thread.state != Thread::State::Blocked) continue;
    dropFindingsOf(thread, group.interval);
    stop(RunStatus::AssumptionFailed, "the assumption at " +
                                          positionOf(thread.blockedAt, thread.context) +
                                          " does not hold for " + thread.id.toString());
  }
  if (stopped_) return;
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
    if (thread.state == Thread::State::Waiting && thread.meeting == first->meeting) continue;
    reportDivergence(*first, thread, false);
    group.state = Group::State::Stopped;
    return;
  }
  if (first->meeting.grid)
    group.state = Group::State::AtGridBarrier;
  else
    passBarrier(group);
}

void Machine::Fenced::order(std::vector<Shadow>& shadows) const {
  for (Shadow& shadow : shadows) {
    if (all)
      shadow.clear();
    else
      shadow.clear(threads);
  }
}

void Machine::passBarrier(Group& group) {
  for (Thread& thread : group.threads) thread.state = Thread::State::Ready;
  ++group.interval;
  auto order = [&](bool Thread::*fence, WriteLog Thread::*log, std::vector<Shadow>& shadows) {
    Fenced fenced;
    for (Thread& thread : group.threads) {
      fenced.add(thread, thread.*fence);
      if (thread.*fence) commit(thread.*log, group);
    }
    fenced.order(shadows);
  };
  order(&Thread::localFence, &Thread::sharedLog, group.sharedShadows);
  order(&Thread::globalFence, &Thread::globalLog, *group.globalShadows);
}

void Machine::finishGroup(Group& group) {
  for (PendingCopy& copy : group.copies) apply(copy, group);
  for (Thread& thread : group.threads) {
    commit(thread.sharedLog, group);
    commit(thread.globalLog, group);
  }
  group.state = Group::State::Finished;
}

void Machine::runGroup(Group& group) {
  group_ = &group;
  if (!group.created) createGroup(group);
  if (stopped_) return;
  for (std::uint32_t a = 0; a < group.shared.size(); ++a) {
    if (group.shared[a]) current_[a] = group.shared[a].get();
  }
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
    group.hidden = true;
  }
  if (group.state == Group::State::Finished || group.state == Group::State::Stopped) {
    releaseGroup(group);
  }
}

void Machine::commitGroups(bool threadsToo) {
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

// Whether some group goes on behind it.
bool Machine::passGridBarrier() {
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
    if (group.state != Group::State::AtGridBarrier ||
        group.threads.front().meeting != first->threads.front().meeting) {
      reportDivergence(first->threads.front(), group.threads.front(), true);
      return false;
    }
    for (const Thread& thread : group.threads) {
      local.add(thread, thread.localFence);
      global.add(thread, thread.globalFence);
    }
  }
  // Who reads what its writer has not fenced races with it, whatever the contents are.
  if (!global.threads.empty()) commitGroups(true);
  global.order(groupShadows_);
  for (Group& group : groups_) {
    if (group.state != Group::State::AtGridBarrier) continue;
    group.state = Group::State::Ready;
    ++group.interval;
    for (Thread& thread : group.threads) thread.state = Thread::State::Ready;
    global.order(*group.globalShadows);
    for (std::uint32_t a = 0; a < group.shared.size(); ++a) {
      if (group.shared[a]) current_[a] = group.shared[a].get();
    }
    for (Thread& thread : group.threads)
      if (thread.localFence) commit(thread.sharedLog, group);
    local.order(group.sharedShadows);
  }
  return true;
}

void Machine::collectArrays() {
  auto add = [&](const CompiledArray& array, const ArrayStore& memory, bool shared) {
    ArrayAfterwards after;
    after.array = array.array;
    if (shared) after.group = lastGroup_;
    for (std::uint32_t s = 0; s < memory.slots(); ++s) {
      if (memory.touched(s)) after.elements[memory.offsetOf(s)] = memory.value(s);
    }
    result_.arrays.push_back(std::move(after));
  };
  for (std::uint32_t a = 0; a < code_.arrays.size(); ++a) {
    if (globals_[a])
      add(code_.arrays[a], *globals_[a], false);
    else if (a < lastShared_.size() && lastShared_[a])
      add(code_.arrays[a], *lastShared_[a], true);
  }
}

RunResult Machine::run() {
  result_.groupSize = launch_.groupSize;
  result_.numGroups = launch_.numGroups;
  try {
    if (createGroups()) {
      do {
        for (std::size_t g : order(groups_.size(), 0)) {
          if (!stopped_ && groups_[g].state == Group::State::Ready) runGroup(groups_[g]);
        }
      } while (!stopped_ && passGridBarrier());
      commitGroups(false);
    }
  } catch (const OutOfMemory& problem) {
    stop(RunStatus::TooLarge, problem.what());
  }
  collectArrays();
  return std::move(result_);
}

RunResult run(const Program& program, const Procedure& kernel, const LaunchConfiguration& launch,
              const RunOptions& options) {
  RunResult result;
  const Launch complete = completeLaunch(program, kernel, launch, options.seed);
  result.groupSize = complete.groupSize;
  result.numGroups = complete.numGroups;
  result.notes = complete.notes;
  if (!complete.violated.empty()) {
    result.status = RunStatus::PreconditionViolated;
    result.message = complete.violated.front();
    return result;
  }
  if (!kernel.hasBody()) {
    result.status = RunStatus::Unsupported;
    result.message = kernel.sourceName + " has no body";
    return result;
  }
  try {
    const CompiledProgram code =
        compile(program, kernel, complete.values, static_cast<bool>(options.trace));
    result = Machine(program, code, complete, options).run();
    result.notes.insert(result.notes.end(), complete.notes.begin(), complete.notes.end());
    result.notes.insert(result.notes.end(), code.notes.begin(), code.notes.end());
  } catch (const UnsupportedConstruct& problem) {
    result.status = RunStatus::Unsupported;
    std::string where = program.fileName + ":" + std::to_string(problem.text.line) + ":" +
                        std::to_string(problem.text.column);
    if (problem.location != noLocation && program.sources.position(problem.location).line != 0) {
      where = program.sources.position(problem.location).toString();
    }
    result.message = "cannot run " + problem.what + " at " + where;
  }
  return result;
}

}  // namespace barricade
