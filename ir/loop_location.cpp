#include "ir/loop_location.h"

#include <algorithm>
#include <vector>

namespace barricade {

SourceChain loopLocation(const Program& program, const Procedure& procedure, const Loop& loop) {
  std::vector<const SourceChain*> chains;
  std::size_t depth = 0;  // of the shortest chain: inside of the loop's own function
  auto consider = [&](LocationId location) {
    const SourceChain& chain = program.sources.chain(location);
    if (chain.empty() || chain.front().line == 0) return;
    depth = chains.empty() ? chain.size() : std::min(depth, chain.size());
    chains.push_back(&chain);
  };
  consider(procedure.blocks[loop.header]->location);
  if (!chains.empty()) return *chains.front();
  for (unsigned index : loop.blocks) {
    const Block& block = *procedure.blocks[index];
    consider(block.location);
    for (const Statement& statement : block.statements) consider(statement.location);
  }
  SourceChain first;
  for (const SourceChain* chain : chains) {
    SourceChain own(chain->end() - static_cast<std::ptrdiff_t>(depth), chain->end());
    if (own.front().line != 0 && (first.empty() || own < first)) first = std::move(own);
  }
  return first;
}

}  // namespace barricade
