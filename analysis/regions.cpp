#include "analysis/regions.h"

#include <algorithm>
#include <cassert>

namespace barricade {
namespace {

// On the graph of items with one end node: what post-dominates an item that dominates it.
void findControlEquivalents(const ControlFlow& flow, Region& region) {
  const auto end = static_cast<unsigned>(region.items.size());
  std::vector<std::vector<unsigned>> successors(region.items.size() + 1);
  auto addEdge = [&](unsigned from, unsigned target) {
    const bool isHeader =
        region.loop >= 0 && flow.loops()[static_cast<unsigned>(region.loop)].header == target;
    auto it = region.itemOfBlock.find(target);
    const unsigned to = isHeader || it == region.itemOfBlock.end() ? end : it->second;
    if (std::find(successors[from].begin(), successors[from].end(), to) == successors[from].end())
      successors[from].push_back(to);
  };
  for (unsigned i = 0; i < region.items.size(); ++i) {
    const Region::Item& item = region.items[i];
    if (item.isLoop) {
      for (const auto& [from, to] : flow.loops()[item.index].exits) addEdge(i, to);
    } else {
      for (unsigned s : flow.successors(item.index)) addEdge(i, s);
    }
    if (successors[i].empty()) successors[i].push_back(end);
  }
  const std::vector<int> dominator = immediateDominators(successors, 0);
  const std::vector<int> postDominator = immediateDominators(successors, end, true);
  for (unsigned i = 1; i < region.items.size(); ++i) {
    const int above = dominator[i];
    if (above >= 0 && postDominator[static_cast<unsigned>(above)] == static_cast<int>(i))
      region.items[i].controlEquivalent = above;
  }
}

}  // namespace

std::vector<Region> findRegions(const ControlFlow& flow) {
  assert(!flow.irreducible());
  std::vector<Region> regions(flow.loops().size() + 1);
  for (int loop = -1; loop < static_cast<int>(flow.loops().size()); ++loop) {
    Region& region = regions[static_cast<std::size_t>(loop) + 1];
    region.loop = loop;
    for (unsigned block : flow.order()) {
      const int innermost = flow.innermostLoop(block);
      Region::Item item;
      item.index = block;
      if (innermost != loop) {
        // The header of a loop directly inside stands for that loop.
        if (innermost < 0) continue;
        const Loop& inner = flow.loops()[static_cast<unsigned>(innermost)];
        if (inner.header != block || inner.parent != loop) continue;
        item.isLoop = true;
        item.index = inner.index;
      }
      region.itemOfBlock[block] = static_cast<unsigned>(region.items.size());
      region.items.push_back(item);
    }
    findControlEquivalents(flow, region);
  }
  return regions;
}

}  // namespace barricade
