#include "repair/hottest_path.h"

#include <algorithm>
#include <vector>

#include "ir/cfg.h"

namespace barricade {

unsigned barriersOnHottestPath(const Procedure& kernel) {
  const ControlFlow flow(kernel);
  // By block, with its own; blocks in reverse postorder, so that only edges back to a loop's head
  // come from blocks not seen yet.
  std::vector<unsigned> passed(kernel.blocks.size(), 0);
  unsigned most = 0;
  for (unsigned b : flow.order()) {
    for (unsigned p : flow.predecessors(b)) passed[b] = std::max(passed[b], passed[p]);
    for (const Statement& statement : kernel.blocks[b]->statements)
      if (const Call* call = statement.as<Call>();
          call && (call->callee->isBarrier() || call->callee->ordersThreads()))
        ++passed[b];
    most = std::max(most, passed[b]);
  }
  return most;
}

}  // namespace barricade
