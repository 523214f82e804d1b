// Watches a run: whether every read of shared memory comes after sure writes (sure_writes.h).
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "analysis/sure_writes.h"
#include "interpreter/observer.h"

namespace barricade {

class InitializationProof : public RunObserver {
 public:
  InitializationProof(const Kernel& kernel, const std::vector<SharedAccess>& accesses);

  void place(const SourceChain& chain) override { places_.push_back(chain); }
  void access(const ObservedStep& step, const ObservedAccess& access) override;
  void branch(const ObservedStep&, bool) override {}

  // When the run of `groups` groups has ended: the names of arrays of which it is not shown.
  std::set<std::string> unshown(std::uint64_t groups) const;

 private:
  // Statements that a run cannot tell apart: what holds for all of them counts.
  using Key = std::tuple<SourceChain, bool, const Array*>;  // whether it writes
  struct Site {
    const Array* array = nullptr;
    bool writes = false;
    bool sure = true;
    std::vector<const SharedAccess*> accesses;
    std::uint64_t after = 0;  // reads: the sure writes that come before it, by bit
    unsigned bit = 0;         // sure writes
    bool shown = true;
    std::set<std::uint32_t> groups;  // where it has been seen
  };
  using Elements = std::unordered_map<std::uint64_t, std::uint64_t>;  // by whom it was written

  void addSite(const SharedAccess& access, bool writes);
  void read(Site& site, std::uint32_t group, std::uint64_t offset);
  bool isWhole(const Elements& elements, const Site& site) const;
  SourceChain placeOf(const Statement& statement) const;

  static constexpr unsigned mostWrites = 64;
  const Kernel& kernel_;
  std::vector<SourceChain> places_;
  std::map<Key, Site> sites_;
  std::map<std::pair<std::uint32_t, const Array*>, Elements> written_;  // by group
};

}  // namespace barricade
