#include "restructure/source_statement.h"

#include <algorithm>

namespace barricade {

std::size_t findStatement(const Block& block, LocationId location) {
  const auto& list = block.statements;
  const auto at = std::find_if(list.begin(), list.end(), [&](const Statement& statement) {
    return statement.location == location;
  });
  return static_cast<std::size_t>(at - list.begin());
}

Block* blockWith(const Procedure& kernel, LocationId location) {
  for (const auto& block : kernel.blocks)
    if (findStatement(*block, location) < block->statements.size()) return block.get();
  return nullptr;
}

std::size_t beginOfSourceStatement(const Program& program, const Block& block, std::size_t index) {
  const auto& list = block.statements;
  const unsigned line = program.sources.position(list[index].location).line;
  const auto isSameLine = [&](const Statement& statement) {
    return !statement.as<Call>() && !statement.as<Assume>() &&
           program.sources.position(statement.location).line == line;
  };
  while (index > 0 && isSameLine(list[index - 1])) --index;
  return index;
}

}  // namespace barricade
