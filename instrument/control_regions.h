// Which blocks of a kernel are executed equally often, and what lies between them.
//
// Blocks of one loop are control equivalent when one dominates the other and is post-dominated by
// it. The blocks of such a class form a chain in the order of dominance; between two neighbours
// lies a region with one entry and one exit. A chain is cut into *segments* by the statements that
// separate sites (accesses) in its blocks and by the regions that contain such statements: two
// points in one segment are interchangeable for a barrier.
#pragma once

#include <functional>
#include <vector>

#include "ir/cfg.h"
#include "ir/program.h"

namespace barricade {

class ControlRegions {
 public:
  using Separates = std::function<bool(const Statement&)>;
  ControlRegions(const Procedure& procedure, const ControlFlow& flow, const Separates& separates);

  // Of the point before statement `index` of `block` (or at its end). Segments are numbered in no
  // particular order.
  unsigned segment(unsigned block, std::size_t index) const;
  // The last separating statement before the point in its chain's blocks, or null.
  const Statement* separatorBefore(unsigned block, std::size_t index) const;

  unsigned conditionals(unsigned block) const { return conditionals_[block]; }
  bool loopSeparates(unsigned loop) const { return loopSeparates_[loop]; }
  // Whether `block` or a block that it dominates has a separating statement.
  bool separatesBelow(unsigned block) const { return separatesBelow_[block]; }

 private:
  bool postDominates(unsigned a, unsigned b) const;
  int levelDominator(unsigned block, int loop) const;
  void numberPostDominators();
  void findChains();
  void markRegions();
  void countConditionals();

  const Procedure& procedure_;
  const ControlFlow& flow_;
  std::vector<std::vector<std::size_t>> separators_;  // statement indices by block
  std::vector<unsigned> enter_, leave_;               // of a walk over the post-dominator tree
  std::vector<int> previous_, next_;                  // in the chain, -1 at its ends
  std::vector<unsigned> head_;                        // the first block of the chain
  std::vector<bool> regionSeparates_;                 // between the block and the next one
  std::vector<unsigned> firstSegment_;                // at the block's start
  std::vector<const Statement*> separatorAtStart_;
  std::vector<unsigned> conditionals_;
  std::vector<bool> loopSeparates_;
  std::vector<bool> separatesBelow_;
};

}  // namespace barricade
