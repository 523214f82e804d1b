// Groups and threads, and what both machines do alike.
#include "interpreter/atomic_races.h"
#include "interpreter/final_contents.h"
#include "interpreter/interleaving.h"
#include "interpreter/intervals.h"

#include <algorithm>
#include <numeric>

namespace barricade {

Machine::Machine(const Program& program, const CompiledProgram& code, const Launch& launch,
                 const RunOptions& options)
    : program_(program),
      code_(code),
      launch_(launch),
      options_(options),
      traced_(static_cast<bool>(options.trace)),
      observed_(options.observer != nullptr),
      contexts_(1) {
  const bool detect = options.detectRaces;
  current_.resize(code.arrays.size());
  globals_.resize(code.arrays.size());
  watched_.resize(code.arrays.size());
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

// Its shared arrays are those that instructions mean.
void Machine::enterGroup(Group& group) {
  group_ = &group;
  for (std::uint32_t a = 0; a < group.shared.size(); ++a)
    if (group.shared[a]) current_[a] = group.shared[a].get();
}

void Machine::enterPrivates(Thread& thread) {
  for (std::size_t p = 0; p < privateArrays_.size(); ++p) {
    const CompiledArray& array = code_.arrays[privateArrays_[p]];
    if (!thread.privates[p]) {
      thread.privates[p] =
          std::make_unique<ArrayStore>(array.width, contentsFor(array.variable, thread.number));
    }
    current_[privateArrays_[p]] = thread.privates[p].get();
  }
}

//--- Groups and threads ----------------------------------------------------------------------

bool Machine::createGroups() {
  const auto& size = launch_.groupSize;
  const auto& count = launch_.numGroups;
  const BigInt inGroup = BigInt(size[0]) * size[1] * size[2];
  const BigInt all = inGroup * count[0] * count[1] * count[2];
  const auto& selected = options_.selected;
  const BigInt running = !selected              ? all
                         : options_.onlyThePair ? BigInt(2)
                                                : (2 + options_.otherGroups) * inGroup;
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
    const std::size_t enough = groups_.size() + options_.otherGroups;
    for (std::uint64_t x = 0; x < count[0] && groups_.size() < enough; ++x) {
      const std::array<std::uint64_t, 3> id{x, 0, 0};
      if (std::ranges::find(groups_, id, &Group::id) == groups_.end()) add(id);
    }
  } else {
    for (std::uint64_t z = 0; z < count[2]; ++z) {
      for (std::uint64_t y = 0; y < count[1]; ++y) {
        for (std::uint64_t x = 0; x < count[0]; ++x) add({x, y, z});
      }
    }
  }
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
  for (std::uint32_t a = 0; a < code_.arrays.size(); ++a) {
    const CompiledArray& array = code_.arrays[a];
    if (array.space != AddressSpace::GroupShared) continue;
    group.shared[a] =
        std::make_unique<ArrayStore>(array.width, contentsFor(array.variable, group.number));
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

void Machine::collectArrays() {
  if (!options_.keepContents) return;
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

namespace {

// With few accesses kept; again with more where that may have missed a race. Who looks on sees one
// run only.
RunResult runFromBarrierToBarrier(const Program& program, const CompiledProgram& code,
                                  const Launch& launch, const RunOptions& options) {
  if (!options.trace && options.observer == nullptr) {
    Intervals machine(program, code, launch, options);
    RunResult result = machine.run();
    if (!machine.mayHaveMissed()) return result;
  }
  return Intervals(program, code, launch, options, true).run();
}

}  // namespace

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
    CompiledProgram code = compile(program, kernel, complete.values,
                                   {static_cast<bool>(options.trace), options.observer != nullptr});
    code.excusesExited &= !options.awaitExited;
    const bool turns = code.interleaves || options.takeTurns;
    if (turns) {
      result = Interleaving(program, code, complete, options).run();
    } else {
      result = runFromBarrierToBarrier(program, code, complete, options);
      decideAtomicRaces(program, kernel, launch, options, result);
    }
    result.interleaved = turns;
    result.notes.insert(result.notes.end(), complete.notes.begin(), complete.notes.end());
    result.notes.insert(result.notes.end(), code.notes.begin(), code.notes.end());
    checkFinalContents(program, kernel, complete, options, result);
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
