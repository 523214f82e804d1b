// Loops in which a thread waits for what another one does. A barrier before which a thread waits
// for what others do only behind it would hold up both: the one waits in the loop, the others at
// the barrier. No race tells of that.
#pragma once

#include <set>
#include <vector>

#include "ir/barrier_scope.h"
#include "ir/cfg.h"
#include "ir/program.h"

namespace barricade {

// The loops that are left by what an atomic operation in them finds (a flag, a lock, a counter), or
// by nothing but an element that is set elsewhere.
class WaitingLoops {
 public:
  WaitingLoops(const Procedure& kernel, const ControlFlow& flow);

  bool empty() const { return waits_.empty(); }
  // Whether one of them is among the blocks.
  bool areIn(const std::set<unsigned>& blocks) const;
  // Whether a barrier at `index` in `block` would hold threads up. What comes there by way of an
  // earlier iteration has had its turn, and does not count.
  bool areHeldUpAt(unsigned block, std::size_t index, BarrierScope scope) const;
  // Likewise, for one that all threads come to between some blocks and others.
  bool areHeldUpBetween(const std::set<unsigned>& before, const std::set<unsigned>& behind,
                        BarrierScope scope) const;
  // The blocks that a thread may come to from one of these, in the same iteration of all loops.
  std::set<unsigned> behind(const std::set<unsigned>& blocks) const;

 private:
  struct Wait {
    const Loop* loop;
    std::set<const Variable*> arrays;  // that it looks at
  };

  bool isBackEdge(unsigned from, unsigned to) const;
  bool tells(const Statement& statement, const Wait& wait, BarrierScope scope) const;

  const Procedure& kernel_;
  const ControlFlow& flow_;
  std::vector<Wait> waits_;
};

}  // namespace barricade
