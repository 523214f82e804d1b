#include "instrument/control_regions.h"

#include <algorithm>

namespace barricade {

ControlRegions::ControlRegions(const Procedure& procedure, const ControlFlow& flow,
                               const Separates& separates)
    : procedure_(procedure),
      flow_(flow),
      separators_(procedure.blocks.size()),
      loopSeparates_(flow.loops().size()),
      separatesBelow_(procedure.blocks.size()) {
  for (unsigned b : flow_.order()) {
    const auto& statements = procedure_.blocks[b]->statements;
    for (std::size_t i = 0; i < statements.size(); ++i)
      if (separates(statements[i])) separators_[b].push_back(i);
    if (separators_[b].empty()) continue;
    separatesBelow_[b] = true;
    for (int l = flow_.innermostLoop(b); l >= 0; l = flow_.loops()[static_cast<unsigned>(l)].parent)
      loopSeparates_[static_cast<unsigned>(l)] = true;
  }
  // A dominator comes before the blocks that it dominates.
  for (auto it = flow_.order().rbegin(); it != flow_.order().rend(); ++it)
    if (const int above = flow_.immediateDominator(*it); above >= 0 && separatesBelow_[*it])
      separatesBelow_[static_cast<unsigned>(above)] = true;
  numberPostDominators();
  findChains();
  markRegions();
  countConditionals();
}

// Entry and exit times in the post-dominator tree answer "does a post-dominate b" at once.
void ControlRegions::numberPostDominators() {
  const std::size_t count = procedure_.blocks.size();
  std::vector<std::vector<unsigned>> children(count + 1);
  for (unsigned b : flow_.order()) {
    const int above = flow_.immediatePostDominator(b);
    children[above < 0 ? count : static_cast<std::size_t>(above)].push_back(b);
  }
  enter_.assign(count + 1, 0);
  leave_.assign(count + 1, 0);
  unsigned time = 0;
  std::vector<std::pair<std::size_t, std::size_t>> stack{{count, 0}};
  while (!stack.empty()) {
    auto& [node, next] = stack.back();
    if (next == 0) enter_[node] = time++;
    if (next < children[node].size()) {
      const unsigned child = children[node][next++];
      stack.emplace_back(child, 0);
    } else {
      leave_[node] = time++;
      stack.pop_back();
    }
  }
}

bool ControlRegions::postDominates(unsigned a, unsigned b) const {
  return enter_[a] <= enter_[b] && leave_[b] <= leave_[a];
}

// The nearest dominator of `block` that lies directly in `loop` (-1 for the procedure), where
// inner loops count as one node; -1 when `block` is the first there.
int ControlRegions::levelDominator(unsigned block, int loop) const {
  int d = flow_.immediateDominator(block);
  while (d >= 0) {
    int l = flow_.innermostLoop(static_cast<unsigned>(d));
    if (l == loop) return d;
    while (l >= 0 && flow_.loops()[static_cast<unsigned>(l)].parent != loop)
      l = flow_.loops()[static_cast<unsigned>(l)].parent;
    if (l < 0) return -1;  // outside of `loop`
    d = flow_.immediateDominator(flow_.loops()[static_cast<unsigned>(l)].header);
  }
  return -1;
}

// If a block has an equivalent one that dominates it, then its nearest dominator in the loop is
// equivalent to it, so that looking at that one is enough.
void ControlRegions::findChains() {
  const std::size_t count = procedure_.blocks.size();
  previous_.assign(count, -1);
  next_.assign(count, -1);
  head_.resize(count);
  for (unsigned b : flow_.order()) {
    head_[b] = b;
    const int loop = flow_.innermostLoop(b);
    if (loop >= 0 && flow_.loops()[static_cast<unsigned>(loop)].header == b) continue;
    const int above = levelDominator(b, loop);
    if (above < 0 || !postDominates(b, static_cast<unsigned>(above))) continue;
    previous_[b] = above;
    next_[static_cast<unsigned>(above)] = static_cast<int>(b);
    head_[b] = head_[static_cast<unsigned>(above)];
  }
}

void ControlRegions::markRegions() {
  regionSeparates_.assign(procedure_.blocks.size(), false);
  for (unsigned b : flow_.order()) {
    if (separators_[b].empty()) continue;
    for (unsigned inside = b;;) {
      const unsigned first = head_[inside];
      int level = flow_.innermostLoop(first);
      if (level >= 0 && flow_.loops()[static_cast<unsigned>(level)].header == first)
        level = flow_.loops()[static_cast<unsigned>(level)].parent;
      const int around = levelDominator(first, level);
      if (around < 0) break;  // the procedure's entry
      inside = static_cast<unsigned>(around);
      if (regionSeparates_[inside]) break;  // and so do all regions around it
      regionSeparates_[inside] = true;
    }
  }
  const std::size_t count = procedure_.blocks.size();
  firstSegment_.assign(count, 0);
  separatorAtStart_.assign(count, nullptr);
  unsigned segments = 0;
  for (unsigned b : flow_.order()) {
    if (previous_[b] >= 0) continue;
    ++segments;
    const Statement* last = nullptr;
    for (int at = static_cast<int>(b); at >= 0; at = next_[static_cast<unsigned>(at)]) {
      const auto block = static_cast<unsigned>(at);
      firstSegment_[block] = segments;
      separatorAtStart_[block] = last;
      segments += static_cast<unsigned>(separators_[block].size());
      if (!separators_[block].empty())
        last = &procedure_.blocks[block]->statements[separators_[block].back()];
      if (regionSeparates_[block]) {
        ++segments;
        last = nullptr;
      }
    }
  }
}

unsigned ControlRegions::segment(unsigned block, std::size_t index) const {
  const auto& separators = separators_[block];
  const auto before = std::lower_bound(separators.begin(), separators.end(), index);
  return firstSegment_[block] + static_cast<unsigned>(before - separators.begin());
}

const Statement* ControlRegions::separatorBefore(unsigned block, std::size_t index) const {
  const auto& separators = separators_[block];
  const auto before = std::lower_bound(separators.begin(), separators.end(), index);
  if (before == separators.begin()) return separatorAtStart_[block];
  return &procedure_.blocks[block]->statements[*(before - 1)];
}

// A branch with an edge out of its loop is a test of the loop and no condition on what follows.
void ControlRegions::countConditionals() {
  conditionals_.assign(procedure_.blocks.size(), 0);
  for (unsigned b : flow_.order()) {
    const int above = flow_.immediateDominator(b);
    if (above < 0) continue;
    if (previous_[b] >= 0) {
      conditionals_[b] = conditionals_[static_cast<unsigned>(previous_[b])];
      continue;
    }
    const auto d = static_cast<unsigned>(above);
    conditionals_[b] = conditionals_[d];
    const auto& successors = flow_.successors(d);
    if (successors.size() < 2) continue;
    const int loop = flow_.innermostLoop(d);
    const bool test = loop >= 0 && std::any_of(successors.begin(), successors.end(), [&](auto s) {
                        return !flow_.inLoop(s, static_cast<unsigned>(loop));
                      });
    if (!test) ++conditionals_[b];
  }
}

}  // namespace barricade
