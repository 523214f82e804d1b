// What a barrier of all threads that see an array stands between: statements that no thread comes
// to before all others have left the others behind, whatever else orders threads. The order of the
// text says less: of two branches, the one that comes first in the text may run last.
#pragma once

#include <vector>

#include "ir/cfg.h"
#include "ir/program.h"

namespace barricade {

class BarrierCut {
 public:
  // Of the barrier at that position of a block.
  BarrierCut(const Procedure& procedure, const ControlFlow& flow, unsigned block,
             std::size_t position);

  // Whether each thread comes to the statement only after it has passed the barrier, and is never
  // before it again.
  bool isAfter(unsigned block, std::size_t position) const;
  // Whether no thread comes to the statement after it has passed the barrier.
  bool isBefore(unsigned block, std::size_t position) const;

 private:
  const ControlFlow& flow_;
  unsigned block_;
  std::size_t position_;
  std::vector<bool> reached_;  // by block: it comes after the end of the barrier's
};

// Of the barriers that all threads meet at which see one copy of an array of that space.
std::vector<BarrierCut> barrierCuts(const Procedure& procedure, const ControlFlow& flow,
                                    AddressSpace space);

}  // namespace barricade
