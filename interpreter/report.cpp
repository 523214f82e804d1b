// What the machine found, put into words with threads, source positions and loop iterations.
#include <algorithm>

#include "interpreter/compiler.h"
#include "interpreter/machine.h"

namespace barricade {
namespace {

constexpr std::string_view nameOf(AccessKind kind) {
  switch (kind) {
    case AccessKind::Read: return "read";
    case AccessKind::Write: return "write";
    case AccessKind::Atomic: break;
  }
  return "atomic";
}

std::string coordinates(const std::array<std::uint64_t, 3>& id) {
  return "(" + std::to_string(id[0]) + "," + std::to_string(id[1]) + "," + std::to_string(id[2]) +
         ")";
}

std::uint64_t keyOf(std::initializer_list<std::uint64_t> parts) {
  std::uint64_t key = 0;
  for (std::uint64_t part : parts) key = mixBits(key, part);
  return key;
}

}  // namespace

std::string ThreadIndex::toString() const {
  return "thread " + coordinates(local) + " of block " + coordinates(group);
}

std::string_view toString(RunStatus status) {
  switch (status) {
    case RunStatus::Finished: return "finished";
    case RunStatus::StoppedAtFinding: return "stopped at the first finding";
    case RunStatus::StepLimit: return "step limit reached";
    case RunStatus::PreconditionViolated: return "precondition violated";
    case RunStatus::AssumptionFailed: return "assumption failed";
    case RunStatus::Unsupported: return "unsupported";
    case RunStatus::TooLarge: return "too large";
  }
  return {};
}

SourceChain Machine::chainOf(std::uint32_t site, std::uint32_t context) const {
  SourceChain chain = program_.sources.chain(code_.sites[site].location);
  for (; context != 0; context = contexts_[context].parent) {
    const SourceChain& call =
        program_.sources.chain(code_.sites[contexts_[context].callSite].location);
    chain.insert(chain.end(), call.begin(), call.end());
  }
  return chain;
}

std::string Machine::positionOf(std::uint32_t site, std::uint32_t context) const {
  const SourceChain chain = chainOf(site, context);
  if (isKnown(chain)) return chain.front().toString();
  const TextPosition text = code_.sites[site].text;
  return program_.fileName + ":" + std::to_string(text.line) + ":" + std::to_string(text.column);
}

RunPlace Machine::placeAt(const Thread& thread, std::uint32_t site, std::uint32_t context,
                          const std::uint32_t* counters, std::string kind) const {
  PendingAccess access;
  access.thread = thread.number;
  access.site = site;
  access.context = context;
  access.interval = group_ ? group_->interval : 0;
  RunPlace place = placeOf(access, counters, 0);
  place.kind = std::move(kind);
  place.value.reset();
  return place;
}

RunPlace Machine::placeOf(const PendingAccess& access, const std::uint32_t* counters,
                          unsigned width) const {
  RunPlace place;
  place.kind = nameOf(access.kind);
  place.location = code_.sites[access.site].location;
  place.chain = chainOf(access.site, access.context);
  place.thread = threadIndex_[access.thread];
  place.interval = access.interval;
  place.asynchronous = access.asynchronous;
  // Counters are listed from the outermost call inwards.
  std::vector<std::uint32_t> sites{access.site};
  for (std::uint32_t c = access.context; c != 0; c = contexts_[c].parent) {
    sites.push_back(contexts_[c].callSite);
  }
  for (auto site = sites.rbegin(); site != sites.rend(); ++site) {
    for (const AccessSite::EnclosingLoop& loop : code_.sites[*site].loops) {
      place.iterations.push_back({code_.loops[loop.loop], *counters++});
    }
  }
  const bool exact = width <= 64 && !access.asynchronous && access.kind != AccessKind::Atomic &&
                     options_.benignTolerance;
  if (exact) place.value = fromLimbs(&access.value, width);
  return place;
}

RunFinding* Machine::newFinding(std::uint64_t key) {
  auto [entry, fresh] = findingIndex_.try_emplace(key, result_.findings.size());
  if (!fresh) {
    ++result_.findings[entry->second].occurrences;
    return nullptr;
  }
  result_.findings.emplace_back();
  return &result_.findings.back();
}

void Machine::reportRace(std::uint32_t array, std::uint64_t offset, bool interGroup,
                         const PendingAccess& first, const std::uint32_t* firstCounters,
                         const PendingAccess& second, const std::uint32_t* secondCounters) {
  const CompiledArray& info = code_.arrays[array];
  // Either order of the two is the same race.
  auto identity = [](const PendingAccess& a) {
    return keyOf({a.site, a.context, static_cast<std::uint64_t>(a.kind), a.asynchronous});
  };
  const auto [low, high] = std::minmax({identity(first), identity(second)});
  RunFinding* finding = newFinding(keyOf({1, array, interGroup, low, high}));
  if (!finding) return;
  finding->kind = FindingKind::Race;
  finding->interGroup = interGroup;
  finding->array = info.array;
  finding->offset = offset;
  finding->places = {placeOf(first, firstCounters, info.width),
                     placeOf(second, secondCounters, info.width)};
  finding->detail = finding->places[0].kind + "-" + finding->places[1].kind;
  auto describe = [&](const RunPlace& place, const PendingAccess& access) {
    return (place.asynchronous ? "async copy (" + place.kind + ") started by "
                               : place.kind + " by ") +
           place.thread.toString() + " at " + positionOf(access.site, access.context);
  };
  const std::string name = info.array ? info.array->sourceName : info.variable->name;
  finding->message = "race on element " + std::to_string(offset) + " of " + name + ": " +
                     describe(finding->places[0], first) + ", " +
                     describe(finding->places[1], second);
}

void Machine::reportAt(Thread& thread, FindingKind kind, std::uint32_t site,
                       const std::string& what, std::uint32_t array, std::uint64_t offset) {
  RunFinding* finding =
      newFinding(keyOf({2, static_cast<std::uint64_t>(kind), site, thread.context}));
  if (!finding) return;
  std::vector<std::uint32_t> counters;
  countLoops(thread, site, counters);
  finding->kind = kind;
  finding->places = {placeAt(thread, site, thread.context, counters.data(), "assertion")};
  std::string text;
  switch (kind) {
    case FindingKind::Assertion: text = "the assertion fails"; break;
    case FindingKind::Invariant: text = "the invariant does not hold"; break;
    case FindingKind::Precondition: text = "the precondition does not hold"; break;
    case FindingKind::Postcondition: text = "the postcondition does not hold"; break;
    case FindingKind::BarrierInvariant: text = "the barrier invariant does not hold"; break;
    case FindingKind::NullPointer: text = "access through a null or unknown pointer"; break;
    case FindingKind::ConstantWrite: text = "write of constant memory"; break;
    case FindingKind::Synchronization: text = "synchronisation is misused"; break;
    case FindingKind::Bounds: text = "access outside of the array"; break;
    case FindingKind::Overflow: text = "arithmetic overflows or is undefined"; break;
    case FindingKind::Misaligned: text = "the address of the access is misaligned"; break;
    case FindingKind::Race:
    case FindingKind::Divergence:
    case FindingKind::Async:
    case FindingKind::Uninitialized:
    case FindingKind::SharedMemory: break;  // reported elsewhere
  }
  if (array != ~0u) {
    const CompiledArray& info = code_.arrays[array];
    finding->array = info.array;
    finding->offset = offset;
    finding->places[0].kind = kind == FindingKind::ConstantWrite ? "write" : "access";
    text += ": element " + std::to_string(offset) + " of " +
            (info.array ? info.array->sourceName : info.variable->name);
  }
  if (!what.empty()) text += ", " + what;
  finding->message =
      text + ", by " + thread.id.toString() + " at " + positionOf(site, thread.context);
}

void Machine::reportUninitialized(const Thread& thread, const EarlyRead& read) {
  const auto kind = static_cast<std::uint64_t>(FindingKind::Uninitialized);
  RunFinding* finding = newFinding(keyOf({2, kind, read.site, read.context}));
  if (!finding) return;
  const CompiledArray& info = code_.arrays[read.array];
  finding->kind = FindingKind::Uninitialized;
  finding->array = info.array;
  const std::uint64_t offset = storeOf(read.array).offsetOf(read.slot);
  finding->offset = offset;
  finding->places = {placeAt(thread, read.site, read.context, read.counters.data(), "read")};
  finding->message = "read of element " + std::to_string(offset) + " of " + info.array->sourceName +
                     ", which nobody has written, by " + thread.id.toString() + " at " +
                     positionOf(read.site, read.context);
}

void Machine::reportDivergence(const Thread& first, const Thread& second, bool interGroup,
                               const std::string& more) {
  auto kind = [](const BarrierInstance& instance) {
    if (instance.primitive != nullptr) return std::string(instance.primitive->row->name);
    return std::string(instance.grid ? "grid barrier" : "barrier");
  };
  auto place = [&](const Thread& thread) {
    if (thread.state == Thread::State::Waiting) {
      return placeAt(thread, thread.instance.site, thread.instance.context,
                     thread.instance.counters.data(), kind(thread.instance));
    }
    RunPlace end;
    end.kind = "end";
    end.thread = thread.id;
    return end;
  };
  auto where = [&](const Thread& thread) {
    if (thread.state != Thread::State::Waiting) return thread.id.toString() + " has ended";
    std::string text =
        thread.id.toString() + " waits at " +
        (thread.instance.primitive != nullptr ? "the " + kind(thread.instance) + " at "
                                              : std::string()) +
        positionOf(thread.instance.site, thread.instance.context);
    for (std::size_t k = 0; k < thread.instance.counters.size(); ++k) {
      text += (k == 0 ? " in iteration " : ".") + std::to_string(thread.instance.counters[k]);
    }
    return text;
  };
  RunFinding* finding =
      newFinding(keyOf({3, interGroup, first.instance.site, first.instance.context,
                        second.state == Thread::State::Waiting ? second.instance.site : ~0ull}));
  if (!finding) return;
  finding->kind = FindingKind::Divergence;
  finding->interGroup = interGroup;
  finding->places = {place(first)};
  if (&first != &second) finding->places.push_back(place(second));
  finding->detail = kind(first.instance);
  finding->message = "barrier divergence: " + where(first);
  if (&first != &second) finding->message += ", " + where(second);
  finding->message += more;
}

void Machine::reportCopyDivergence(const Thread& first, const Thread& second, std::uint32_t site,
                                   const std::string& what) {
  RunFinding* finding = newFinding(keyOf({4, site}));
  if (!finding) return;
  auto place = [&](const Thread& thread) {
    RunPlace result;
    result.kind = "async copy";
    result.location = code_.sites[site].location;
    result.chain = chainOf(site, 0);
    result.thread = thread.id;
    return result;
  };
  finding->kind = FindingKind::Async;
  finding->places = {place(first), place(second)};
  finding->message = first.id.toString() + " and " + second.id.toString() +
                     " do not both start the async copy at " + positionOf(site, 0) + what;
}

// A thread that an assumption stops may have no such execution: its races of this interval do not
// count.
void Machine::dropFindingsOf(const Thread& thread, std::optional<std::uint32_t> interval) {
  std::erase_if(result_.findings, [&](const RunFinding& finding) {
    return finding.kind == FindingKind::Race &&
           std::any_of(finding.places.begin(), finding.places.end(), [&](const RunPlace& place) {
             return place.thread == thread.id && (!interval || place.interval == *interval);
           });
  });
}

void Machine::trace(TraceStep::Kind kind, const Thread& thread, std::uint32_t site,
                    const Variable* variable, std::uint64_t offset, BigInt value) const {
  TraceStep step;
  step.kind = kind;
  step.thread = thread.id;
  if (site != ~0u) step.location = code_.sites[site].location;
  step.variable = variable;
  step.offset = offset;
  step.value = std::move(value);
  options_.trace(step);
}

}  // namespace barricade
