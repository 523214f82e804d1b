// Sums up what each place of the source costs, as the steps of a run come in: elements are put
// together to wide accesses (wide_accesses.h), lanes to warps (warp_instances.h), and each
// execution by a warp is priced (memory_cost.h).
#pragma once

#include <map>
#include <tuple>

#include "advice/advice.h"
#include "advice/warp_instances.h"
#include "advice/wide_accesses.h"

namespace barricade {

class AdviceCollector : public RunObserver {
 public:
  explicit AdviceCollector(const MemoryLayout& layout);

  void place(const SourceChain& chain) override;
  void access(const ObservedStep& step, const ObservedAccess& access) override;
  void branch(const ObservedStep& step, bool taken) override;

  // When the run has ended: advice and totals.
  void finish(AdviceResult& result);

 private:
  using Addresses = WarpInstances<std::uint64_t>;
  using Branches = WarpInstances<bool>;
  // Place in the source, array, kind, bytes at once.
  using AccessKey = std::tuple<std::uint32_t, const Array*, AccessKind, unsigned>;

  void use(const WideAccesses::Access& access);
  std::uint32_t costOf(const AccessKey& key);
  void price(std::uint32_t cost, const Addresses::Members& members);
  void priceBranch(std::uint32_t place, const Branches::Members& members);

  MemoryLayout layout_;
  std::vector<SourceChain> sources_;
  std::map<SourceChain, std::uint32_t> sourceIndex_;
  std::vector<std::uint32_t> sourceOf_;  // by place of the observer
  WideAccesses wide_;
  Addresses addresses_;
  Branches branchInstances_;
  std::vector<Advice> costs_;  // of accesses, whether they are to be advised on or not
  std::map<AccessKey, std::uint32_t> costIndex_;
  std::map<std::uint32_t, Advice> branches_;  // by place in the source
  std::vector<LaneAccess> lanes_;
};

}  // namespace barricade
