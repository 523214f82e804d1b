// Steps as an observer sees them.
#include "interpreter/machine.h"
#include "interpreter/observer.h"

namespace barricade {

// The observer's number of a site in a context.
std::uint32_t Machine::observedPlace(const Thread& thread, std::uint32_t site) {
  const std::uint64_t key = (std::uint64_t{thread.context} << 32) | site;
  auto [entry, fresh] =
      observedPlaces_.try_emplace(key, static_cast<std::uint32_t>(observedPlaces_.size()));
  if (fresh) {
    SourceChain chain = chainOf(site, thread.context);
    if (!isKnown(chain)) {
      const TextPosition text = code_.sites[site].text;
      chain = {{program_.fileName, "", text.line, text.column}};
    }
    options_.observer->place(chain);
  }
  return entry->second;
}

ObservedStep Machine::observedStep(const Thread& thread, std::uint32_t site) {
  const auto& size = launch_.groupSize;
  const auto& id = thread.id.local;
  const std::uint64_t warpSize = std::max<std::uint64_t>(launch_.warpSize, 1);
  const std::uint64_t linear = id[0] + size[0] * (id[1] + size[1] * id[2]);
  const std::uint64_t first = linear / warpSize * warpSize;
  observedIterations_.clear();
  countLoops(thread, site, observedIterations_);
  return {{group_->number, static_cast<std::uint32_t>(linear / warpSize),
           static_cast<unsigned>(linear - first),
           static_cast<unsigned>(std::min(warpSize, size[0] * size[1] * size[2] - first))},
          observedPlace(thread, site),
          observedIterations_};
}

void Machine::observeAccess(const Thread& thread, AccessKind kind, std::uint32_t array,
                            std::uint64_t offset, std::uint32_t site, Scope scope) {
  const CompiledArray& info = code_.arrays[array];
  if (info.array == nullptr || info.space == AddressSpace::Private) return;
  options_.observer->access(observedStep(thread, site), {kind, info.array, offset, scope});
}

void Machine::observeBranch(const Thread& thread, std::uint32_t site, bool taken) {
  options_.observer->branch(observedStep(thread, site), taken);
}

}  // namespace barricade
