#include "barricade/initialization_proof.h"

#include <algorithm>

namespace barricade {

InitializationProof::InitializationProof(const Kernel& kernel,
                                         const std::vector<SharedAccess>& accesses)
    : kernel_(kernel) {
  for (const SharedAccess& access : accesses) {
    if (access.kind != AccessKind::Write) addSite(access, false);
    if (access.kind != AccessKind::Read) addSite(access, true);
  }
  unsigned writes = 0;
  for (auto& [key, write] : sites_) {
    if (!write.writes || !write.sure || writes == mostWrites) continue;
    write.bit = writes++;
    for (auto& [other, read] : sites_) {
      if (read.writes || read.array != write.array) continue;
      const bool before = std::ranges::all_of(write.accesses, [&](const SharedAccess* w) {
        return std::ranges::all_of(read.accesses, [&](const SharedAccess* r) {
          return isDoneBefore(kernel.flow(), *w, *r);
        });
      });
      if (before) read.after |= std::uint64_t{1} << write.bit;
    }
  }
  // One bit each: the others do not count.
  for (auto& [key, write] : sites_)
    if (write.writes && write.bit == 0 && writes == mostWrites) write.sure = false;
}

void InitializationProof::addSite(const SharedAccess& access, bool writes) {
  Site& site = sites_[{placeOf(*access.statement), writes, access.array}];
  site.array = access.array;
  site.writes = writes;
  // Atomic operations of several threads need no order.
  site.sure = site.sure && access.sure && !(writes && access.kind == AccessKind::Atomic);
  site.accesses.push_back(&access);
}

// As the interpreter names places to its observers.
SourceChain InitializationProof::placeOf(const Statement& statement) const {
  const Program& program = kernel_.program();
  const SourceChain chain = program.sources.chain(statement.location);
  if (isKnown(chain)) return chain;
  return {{program.fileName, "", statement.text.line, statement.text.column}};
}

void InitializationProof::access(const ObservedStep& step, const ObservedAccess& access) {
  if (access.array->space != AddressSpace::GroupShared) return;
  const std::uint32_t group = step.thread.group;
  const SourceChain& place = places_[step.place];
  if (access.kind != AccessKind::Write) {
    const auto site = sites_.find({place, false, access.array});
    if (site != sites_.end()) read(site->second, group, access.offset);
  }
  if (access.kind == AccessKind::Read) return;
  const auto site = sites_.find({place, true, access.array});
  if (site != sites_.end() && site->second.sure)
    written_[{group, access.array}][access.offset] |= std::uint64_t{1} << site->second.bit;
}

void InitializationProof::read(Site& site, std::uint32_t group, std::uint64_t offset) {
  const bool first = site.groups.insert(group).second;
  if (!site.shown) return;
  const Elements& elements = written_[{group, site.array}];
  if (!site.sure) {
    // It may come to any element, at any time from its anchors on.
    if (first) site.shown = isWhole(elements, site);
    return;
  }
  const auto element = elements.find(offset);
  site.shown = element != elements.end() && (element->second & site.after) != 0;
}

bool InitializationProof::isWhole(const Elements& elements, const Site& site) const {
  const auto extent = extentOf(*site.array);
  if (!extent || *extent > elements.size()) return false;
  const auto written = std::ranges::count_if(elements, [&](const auto& element) {
    return BigInt(element.first) < *extent && (element.second & site.after) != 0;
  });
  return BigInt(written) == *extent;
}

std::set<std::string> InitializationProof::unshown(std::uint64_t groups) const {
  std::set<std::string> names;
  for (const auto& [key, site] : sites_)
    if (!site.writes && (!site.shown || site.groups.size() != groups))
      names.insert(site.array->sourceName);
  return names;
}

}  // namespace barricade
