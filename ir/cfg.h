// Facts about the control flow of one procedure: reachable blocks in reverse postorder,
// dominators, post-dominators (Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm),
// natural loops and their nesting, and irreducibility.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/program.h"

namespace barricade {

struct Loop {
  unsigned index = 0;                                // position in ControlFlow::loops()
  unsigned header = 0;                               // block index
  std::vector<unsigned> latches;                     // sources of back edges
  std::vector<unsigned> blocks;                      // header first, in reverse postorder
  std::vector<std::pair<unsigned, unsigned>> exits;  // edges that leave: (inside, outside)
  int parent = -1;                                   // enclosing loop, -1 at top level
  std::vector<unsigned> children;
  unsigned depth = 1;  // 1 for an outermost loop
};

// The immediate dominators in a graph given by its successors; -1 for the root and for nodes that
// the root does not reach. `reversed` gets immediate post-dominators instead: dominators of the
// reversed graph from `root`.
std::vector<int> immediateDominators(const std::vector<std::vector<unsigned>>& successors,
                                     unsigned root, bool reversed = false);

class ControlFlow {
 public:
  explicit ControlFlow(const Procedure& procedure);

  // An irreducible cycle's blocks by label, when there is one; then loops() is unusable.
  const std::optional<std::vector<std::string>>& irreducible() const { return irreducible_; }

  const std::vector<unsigned>& order() const { return order_; }  // reverse postorder
  bool reachable(unsigned block) const { return rank_[block] >= 0; }
  const std::vector<unsigned>& predecessors(unsigned block) const { return predecessors_[block]; }
  const std::vector<unsigned>& successors(unsigned block) const { return successors_[block]; }

  int immediateDominator(unsigned block) const { return dominator_[block]; }  // -1 for the entry
  bool dominates(unsigned a, unsigned b) const;
  // The virtual exit that all returns lead to is -1. A block from which no return is reachable
  // is post-dominated by nothing.
  int immediatePostDominator(unsigned block) const { return postDominator_[block]; }
  bool postDominates(unsigned a, unsigned b) const;
  // The influence region of a branch: for each block, whether it can be reached from the branch
  // before the branch's immediate post-dominator.
  std::vector<bool> influencedBy(unsigned branch) const;

  const std::vector<Loop>& loops() const { return loops_; }  // outer loops before inner ones
  int innermostLoop(unsigned block) const { return loopOf_[block]; }
  bool inLoop(unsigned block, unsigned loop) const;
  unsigned loopDepth(unsigned block) const;

 private:
  void findLoops();

  std::vector<std::vector<unsigned>> successors_;
  std::vector<std::vector<unsigned>> predecessors_;
  std::vector<unsigned> order_;
  std::vector<int> rank_;
  std::vector<int> dominator_;
  std::vector<int> postDominator_;
  std::vector<bool> reachesExit_;
  std::vector<Loop> loops_;
  std::vector<int> loopOf_;
  std::optional<std::vector<std::string>> irreducible_;
  const Procedure* procedure_;
};

}  // namespace barricade
