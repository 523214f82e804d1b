#include "advice/collector.h"

#include <algorithm>

namespace barricade {

namespace {

// One sector more than need be is the price of a start that is no multiple of a sector, as
// neighbours of a stencil have it: no reason for advice.
constexpr std::uint64_t toleratedSectors = 1;

std::uint64_t excess(const Advice& advice) {
  return advice.taken - advice.best;
}

void addTo(AdviceTotals& totals, const Advice& cost) {
  totals.executions += cost.executions;
  totals.taken += cost.taken;
  totals.best += cost.best;
}

}  // namespace

AdviceCollector::AdviceCollector(const MemoryLayout& layout)
    : layout_(layout),
      wide_([this](std::uint32_t place) { return sourceOf_[place]; },
            [this](const WideAccesses::Access& access) { use(access); }) {}

void AdviceCollector::place(const SourceChain& chain) {
  const auto [entry, fresh] =
      sourceIndex_.try_emplace(chain, static_cast<std::uint32_t>(sources_.size()));
  if (fresh) sources_.push_back(chain);
  sourceOf_.push_back(entry->second);
}

//--- Accesses -------------------------------------------------------------------------------

void AdviceCollector::access(const ObservedStep& step, const ObservedAccess& access) {
  wide_.add(step, access);
}

std::uint32_t AdviceCollector::costOf(const AccessKey& key) {
  const auto [entry, fresh] =
      costIndex_.try_emplace(key, static_cast<std::uint32_t>(costs_.size()));
  if (fresh) {
    Advice& cost = costs_.emplace_back();
    const auto& [source, array, kind, bytes] = key;
    cost.kind = array->space == AddressSpace::GroupShared ? AdviceKind::BankConflict
                                                          : AdviceKind::Coalescing;
    cost.place = sources_[source];
    cost.access = kind;
    cost.array = array;
    cost.bytes = bytes;
  }
  return entry->second;
}

void AdviceCollector::use(const WideAccesses::Access& access) {
  const Array& array = *access.first.array;
  if (array.space == AddressSpace::Constant) return;  // has a cache of its own
  const unsigned bytes = access.elements * elementBytes(array);
  const std::uint32_t cost =
      costOf({sourceOf_[access.step.place], &array, access.first.kind, bytes});
  addresses_.add(access.step, cost, access.first.offset * elementBytes(array),
                 [this](std::uint32_t, std::uint32_t which, const Addresses::Members& members) {
                   price(which, members);
                 });
}

void AdviceCollector::price(std::uint32_t which, const Addresses::Members& members) {
  Advice& cost = costs_[which];
  lanes_.clear();
  for (const Addresses::Member& member : members) lanes_.push_back({member.lane, member.value});
  ++cost.executions;
  if (cost.kind == AdviceKind::BankConflict) {
    const BankCost banks = bankCost(lanes_, cost.bytes, layout_);
    cost.degree = std::max(cost.degree, banks.degree);
    cost.affected += banks.degree > 1;
    cost.taken += banks.passes;
    cost.best += banks.best;
    return;
  }
  const SectorCost sectors = sectorCost(lanes_, cost.bytes, layout_);
  if (sectors.sectors - sectors.minimum > cost.sectors - cost.minimum || cost.sectors == 0) {
    cost.sectors = sectors.sectors;
    cost.minimum = sectors.minimum;
  }
  cost.affected += sectors.sectors > sectors.minimum + toleratedSectors;
  cost.taken += sectors.sectors;
  cost.best += sectors.minimum;
}

//--- Branches -------------------------------------------------------------------------------

void AdviceCollector::branch(const ObservedStep& step, bool taken) {
  branchInstances_.add(
      step, 0, taken, [this](std::uint32_t place, std::uint32_t, const Branches::Members& members) {
        priceBranch(place, members);
      });
}

void AdviceCollector::priceBranch(std::uint32_t place, const Branches::Members& members) {
  Advice& cost = branches_[sourceOf_[place]];
  cost.kind = AdviceKind::WarpDivergence;
  cost.place = sources_[sourceOf_[place]];
  const bool diverges = std::any_of(members.begin(), members.end(), [&](const Branches::Member& m) {
    return m.value != members.front().value;
  });
  ++cost.executions;
  cost.affected += diverges;
  cost.taken += diverges ? 2 : 1;
  ++cost.best;
}

//--- The end --------------------------------------------------------------------------------

void AdviceCollector::finish(AdviceResult& result) {
  wide_.flush();
  addresses_.finish([this](std::uint32_t, std::uint32_t cost, const Addresses::Members& members) {
    price(cost, members);
  });
  branchInstances_.finish(
      [this](std::uint32_t place, std::uint32_t, const Branches::Members& members) {
        priceBranch(place, members);
      });
  for (Advice& cost : costs_) {
    addTo(cost.kind == AdviceKind::BankConflict ? result.bankPasses : result.sectors, cost);
    if (cost.affected > 0) result.advice.push_back(std::move(cost));
  }
  for (auto& [source, cost] : branches_) {
    addTo(result.branches, cost);
    if (cost.affected > 0) result.advice.push_back(std::move(cost));
  }
  std::stable_sort(result.advice.begin(), result.advice.end(),
                   [](const Advice& a, const Advice& b) {
                     if (a.kind != b.kind) return a.kind < b.kind;
                     if (excess(a) != excess(b)) return excess(a) > excess(b);
                     return a.place < b.place;
                   });
}

}  // namespace barricade
