#include "ir/loop_location.h"

#include <algorithm>
#include <vector>

namespace barricade {
namespace {

LocationId partitionLocation(const Block& block) {
  for (const Block* successor : block.successors)
    for (const Statement& statement : successor->statements)
      if (const Assume* assume = statement.as<Assume>(); assume && assume->partition)
        return successor->location;
  return noLocation;
}

// Whether no access or call in `block` stands before `chain`. What an `if (...) break` depends on
// may; what the condition of a `while` depends on stands in it.
bool standsFirst(const Program& program, const Block& block, const SourceChain& chain) {
  return std::none_of(block.statements.begin(), block.statements.end(), [&](const Statement& s) {
    const Assert* check = s.as<Assert>();
    if (!s.as<Call>() && !(check && check->kind == Assert::Kind::Marker)) return false;
    const SourceChain& other = program.sources.chain(s.location);
    if (other.size() < chain.size()) return true;
    return SourceChain(other.end() - static_cast<std::ptrdiff_t>(chain.size()), other.end()) <
           chain;
  });
}

// Of a loop whose header only tests: compilers give the header's first instruction the position of
// some variable of the loop, but the branch the position of the loop's statement. In `while (a &&
// b)` only one of the two branches has that; it is the first on the line.
SourceChain testLocation(const Program& program, const Procedure& procedure, const Loop& loop) {
  SourceChain first;
  for (unsigned index : loop.blocks) {
    const bool leaves = std::any_of(loop.exits.begin(), loop.exits.end(),
                                    [&](const auto& edge) { return edge.first == index; });
    if (!leaves) {
      if (index == loop.header) return {};
      continue;
    }
    SourceChain chain = program.sources.chain(partitionLocation(*procedure.blocks[index]));
    if (index == loop.header) first = chain;
    if (!isKnown(first)) return {};
    if (index == loop.header && !standsFirst(program, *procedure.blocks[index], first)) return {};
    if (chain.size() == first.size() && chain.front().line == first.front().line && chain < first)
      first = std::move(chain);
  }
  return first;
}

}  // namespace

SourceChain loopLocation(const Program& program, const Procedure& procedure, const Loop& loop) {
  std::vector<const SourceChain*> chains;
  std::size_t depth = 0;  // of the shortest chain: inside of the loop's own function
  auto consider = [&](LocationId location) {
    const SourceChain& chain = program.sources.chain(location);
    if (!isKnown(chain)) return;
    depth = chains.empty() ? chain.size() : std::min(depth, chain.size());
    chains.push_back(&chain);
  };
  if (SourceChain test = testLocation(program, procedure, loop); !test.empty()) return test;
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
    if (isKnown(own) && (first.empty() || own < first)) first = std::move(own);
  }
  return first;
}

}  // namespace barricade
