// Release patterns that a later acquire may synchronise with, as the PTX memory model has them
// (PTX ISA, "Memory Consistency Model"): those that head the chain of an atomic cell, those that
// an atomic read has seen and a later fence may acquire, and the fences that a later atomic write
// makes releases of. Scopes have to include both threads at every step.
#pragma once

#include <optional>
#include <vector>

#include "interpreter/clock.h"
#include "ir/synchronization.h"

namespace barricade {

// Where a thread is, for scopes.
struct Home {
  std::uint32_t group = 0;
  std::uint32_t cluster = 0;
};

inline bool includes(Scope scope, const Home& a, const Home& b) {
  switch (scope) {
    case Scope::Thread: return false;
    case Scope::Warp:
    case Scope::Tile:
    case Scope::Block: return a.group == b.group;
    case Scope::Cluster: return a.cluster == b.cluster;
    case Scope::Device:
    case Scope::System: break;
  }
  return true;
}

// What one release makes known, or several by threads of one group.
struct ReleaseHead {
  Clocks clock;
  Home home;
  Scope scope = Scope::Device;
};

class ReleaseHeads {
 public:
  void add(const ReleaseHead& head) {
    for (ReleaseHead& known : heads_) {
      if (known.home.group != head.home.group || known.scope != head.scope) continue;
      if (known.clock.join(head.clock)) ++version_;
      return;
    }
    heads_.push_back(head);
    ++version_;
  }
  void join(const ReleaseHeads& other) {
    for (const ReleaseHead& head : other.heads_) add(head);
  }
  void clear() {
    if (heads_.empty()) return;
    heads_.clear();
    ++version_;
  }
  bool empty() const { return heads_.empty(); }
  std::uint64_t version() const { return version_; }  // another one after each change
  // Those whose scope, and `scope`, include both their thread and the one at `home`.
  template <typename Use>
  void visible(const Home& home, Scope scope, Use use) const {
    for (const ReleaseHead& head : heads_)
      if (includes(std::min(head.scope, scope), head.home, home)) use(head);
  }

 private:
  std::vector<ReleaseHead> heads_;
  std::uint64_t version_ = 0;
};

// Fences with order seq_cst, one after another: each comes after those before it that it sees.
class FencesInOrder {
 public:
  // A fence that has heard of all that it sees; `all` memory is in its order.
  void add(const ReleaseHead& fence, bool all) {
    heads_.add(fence);
    isChain_ = isChain_ && all && fence.scope >= Scope::Device;
    if (isChain_) last_ = fence;
  }
  // While all are fences of the device, the last one knows what the others know.
  template <typename Use>
  void visible(const Home& home, Scope scope, Use use) const {
    if (isChain_ && last_ && scope >= Scope::Device)
      use(*last_);
    else
      heads_.visible(home, scope, use);
  }

 private:
  ReleaseHeads heads_;
  bool isChain_ = true;
  std::optional<ReleaseHead> last_;
};

// An element that atomic operations act on.
struct AtomicCell {
  ReleaseHeads chain;
  // The last write of the chain.
  Home home;
  Scope scope = Scope::Device;
  bool written = false;
};

}  // namespace barricade
