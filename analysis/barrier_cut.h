// What a barrier of all threads that see an array stands between: statements that no thread comes
// to before all others have left the others behind, whatever else orders threads. The order of the
// text says less: of two branches, the one that comes first in the text may run last. All of that
// of a whole launch, or of each iteration of one loop.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "analysis/definitions.h"
#include "ir/cfg.h"
#include "ir/program.h"

namespace barricade {

class BarrierCut {
 public:
  // Of the barrier at that place, in each iteration of the loop; -1: in the launch.
  BarrierCut(const Procedure& procedure, const ControlFlow& flow, const StatementPlace& barrier,
             int loop);

  unsigned block() const { return barrier_.block; }
  // Whether each thread comes to the statement only after it has passed the barrier, and is never
  // before it again.
  bool isAfter(const StatementPlace& place) const;
  // Whether no thread comes to the statement after it has passed the barrier.
  bool isBefore(const StatementPlace& place) const;
  // Whether no iteration comes to the next one without the barrier.
  bool isInEachIteration() const;

 private:
  bool covers(unsigned block) const;

  const ControlFlow& flow_;
  StatementPlace barrier_;
  int loop_;
  std::vector<bool> reached_;  // by block: it comes after the end of the barrier's
};

// Of the barriers that all threads meet at which see one copy of an array of that space.
std::vector<BarrierCut> barrierCuts(const Procedure& procedure, const ControlFlow& flow,
                                    AddressSpace space, int loop = -1);

// Where stores to an array stand before all updates of it, in the launch or in each iteration of a
// loop, and no other is in one interval with an update. In a loop others may do it for the next
// iteration, where the first stand ahead of the loop.
struct FreshStart {
  int loop = -1;
  unsigned barrier = 0;                 // the block of one between the first stores and all updates
  std::optional<unsigned> renewal{};    // of one between later stores and the next iteration
  std::vector<StatementPlace> later{};  // the other stores
};
std::optional<FreshStart> findFreshStart(const Procedure& procedure, const ControlFlow& flow,
                                         AddressSpace space, std::span<const StatementPlace> stores,
                                         std::span<const StatementPlace> updates);

}  // namespace barricade
