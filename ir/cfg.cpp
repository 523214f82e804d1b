#include "ir/cfg.h"

#include <algorithm>
#include <cassert>

namespace barricade {
namespace {

using Graph = std::vector<std::vector<unsigned>>;

// Reverse postorder from `root`, without recursion: kernels can have very many blocks.
std::vector<unsigned> reversePostorder(const Graph& successors, unsigned root) {
  std::vector<unsigned> order;
  std::vector<bool> seen(successors.size());
  std::vector<std::pair<unsigned, std::size_t>> stack{{root, 0}};
  seen[root] = true;
  while (!stack.empty()) {
    auto& [node, next] = stack.back();
    // The last successor first, so that the order follows the text.
    if (next < successors[node].size()) {
      unsigned child = successors[node][successors[node].size() - 1 - next++];
      if (!seen[child]) {
        seen[child] = true;
        stack.emplace_back(child, 0);
      }
    } else {
      order.push_back(node);
      stack.pop_back();
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

// Immediate dominators by iteration over reverse postorder; -1 for the root and for nodes that
// are not reachable from it.
std::vector<int> dominatorTree(const Graph& predecessors, const std::vector<unsigned>& order,
                               std::size_t count) {
  std::vector<int> rank(count, -1);
  for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = static_cast<int>(i);
  std::vector<int> dominator(count, -1);
  const unsigned root = order.front();
  dominator[root] = static_cast<int>(root);
  auto intersect = [&](int a, int b) {
    while (a != b) {
      while (rank[static_cast<unsigned>(a)] > rank[static_cast<unsigned>(b)])
        a = dominator[static_cast<unsigned>(a)];
      while (rank[static_cast<unsigned>(b)] > rank[static_cast<unsigned>(a)])
        b = dominator[static_cast<unsigned>(b)];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned node : order) {
      if (node == root) continue;
      int best = -1;
      for (unsigned p : predecessors[node]) {
        if (dominator[p] < 0) continue;
        best = best < 0 ? static_cast<int>(p) : intersect(best, static_cast<int>(p));
      }
      if (best != dominator[node]) {
        dominator[node] = best;
        changed = true;
      }
    }
  }
  dominator[root] = -1;
  return dominator;
}

bool climbsTo(const std::vector<int>& tree, unsigned from, unsigned ancestor) {
  for (int node = static_cast<int>(from); node >= 0; node = tree[static_cast<unsigned>(node)])
    if (static_cast<unsigned>(node) == ancestor) return true;
  return false;
}

}  // namespace

std::vector<int> immediateDominators(const Graph& successors, unsigned root, bool reversed) {
  Graph predecessors(successors.size());
  for (unsigned node = 0; node < successors.size(); ++node)
    for (unsigned successor : successors[node]) predecessors[successor].push_back(node);
  const Graph& forward = reversed ? predecessors : successors;
  const Graph& backward = reversed ? successors : predecessors;
  return dominatorTree(backward, reversePostorder(forward, root), successors.size());
}

ControlFlow::ControlFlow(const Procedure& procedure) : procedure_(&procedure) {
  const std::size_t count = procedure.blocks.size();
  assert(count > 0);
  successors_.resize(count);
  predecessors_.resize(count);
  for (const auto& block : procedure.blocks)
    for (const Block* successor : block->successors) {
      auto& targets = successors_[block->index];
      if (std::find(targets.begin(), targets.end(), successor->index) == targets.end())
        targets.push_back(successor->index);
    }
  order_ = reversePostorder(successors_, 0);
  rank_.assign(count, -1);
  for (std::size_t i = 0; i < order_.size(); ++i) rank_[order_[i]] = static_cast<int>(i);
  for (unsigned block : order_)
    for (unsigned successor : successors_[block]) predecessors_[successor].push_back(block);
  dominator_ = dominatorTree(predecessors_, order_, count);

  // Post-dominators, with a virtual exit after all returns.
  Graph withExit(count + 1);
  const auto exit = static_cast<unsigned>(count);
  for (unsigned block : order_) {
    withExit[block] = successors_[block];
    if (successors_[block].empty()) withExit[block].push_back(exit);
  }
  postDominator_ = immediateDominators(withExit, exit, true);
  postDominator_.resize(count);
  reachesExit_.assign(count, false);
  for (unsigned block : order_) {
    reachesExit_[block] = postDominator_[block] >= 0;
    if (postDominator_[block] == static_cast<int>(exit)) postDominator_[block] = -1;
  }
  findLoops();
}

bool ControlFlow::dominates(unsigned a, unsigned b) const {
  return climbsTo(dominator_, b, a);
}

bool ControlFlow::postDominates(unsigned a, unsigned b) const {
  return a == b || (reachesExit_[b] && climbsTo(postDominator_, b, a));
}

//--- Natural loops --------------------------------------------------------------------------

void ControlFlow::findLoops() {
  loopOf_.assign(successors_.size(), -1);
  // A retreating edge whose target does not dominate its source closes an irreducible cycle.
  std::vector<std::vector<unsigned>> latches(successors_.size());
  for (unsigned block : order_)
    for (unsigned successor : successors_[block]) {
      if (rank_[successor] > rank_[block]) continue;
      if (dominates(successor, block)) {
        latches[successor].push_back(block);
      } else {
        irreducible_ = {{procedure_->blocks[successor]->label, procedure_->blocks[block]->label}};
        return;
      }
    }
  for (unsigned header : order_) {
    if (latches[header].empty()) continue;
    Loop loop;
    loop.index = static_cast<unsigned>(loops_.size());
    loop.header = header;
    loop.latches = latches[header];
    std::vector<bool> inside(successors_.size());
    inside[header] = true;
    std::vector<unsigned> work = loop.latches;
    while (!work.empty()) {
      unsigned block = work.back();
      work.pop_back();
      if (inside[block]) continue;
      inside[block] = true;
      for (unsigned p : predecessors_[block]) work.push_back(p);
    }
    for (unsigned block : order_) {
      if (!inside[block]) continue;
      loop.blocks.push_back(block);
      for (unsigned successor : successors_[block])
        if (!inside[successor]) loop.exits.emplace_back(block, successor);
    }
    // Headers come in reverse postorder, so the enclosing loop has been seen before.
    loop.parent = loopOf_[header];
    if (loop.parent >= 0) {
      Loop& outer = loops_[static_cast<unsigned>(loop.parent)];
      loop.depth = outer.depth + 1;
      outer.children.push_back(loop.index);
    }
    for (unsigned block : loop.blocks) loopOf_[block] = static_cast<int>(loop.index);
    loops_.push_back(std::move(loop));
  }
}

std::vector<bool> ControlFlow::influencedBy(unsigned branch) const {
  std::vector<bool> influenced(successors_.size());
  std::vector<unsigned> work = successors_[branch];
  while (!work.empty()) {
    const unsigned b = work.back();
    work.pop_back();
    if (influenced[b] || static_cast<int>(b) == immediatePostDominator(branch)) continue;
    influenced[b] = true;
    work.insert(work.end(), successors_[b].begin(), successors_[b].end());
  }
  return influenced;
}

bool ControlFlow::inLoop(unsigned block, unsigned loop) const {
  for (int l = loopOf_[block]; l >= 0; l = loops_[static_cast<unsigned>(l)].parent)
    if (static_cast<unsigned>(l) == loop) return true;
  return false;
}

unsigned ControlFlow::loopDepth(unsigned block) const {
  int loop = loopOf_[block];
  return loop < 0 ? 0 : loops_[static_cast<unsigned>(loop)].depth;
}

}  // namespace barricade
