#include "instrument/loop_shape.h"

#include <algorithm>
#include <unordered_set>

#include "ir/loop_location.h"

namespace barricade {
namespace {

bool opensBlock(const Statement& statement) {
  if (const Assert* check = statement.as<Assert>())
    return check->kind == Assert::Kind::BlockMarker || check->kind == Assert::Kind::Invariant;
  const Assume* assume = statement.as<Assume>();
  return assume && assume->partition;
}

// Nothing but the condition of the branch into it.
bool isPartition(const Block& block) {
  bool guarded = false;
  for (const Statement& statement : block.statements) {
    if (!opensBlock(statement)) return false;
    guarded |= statement.as<Assume>() != nullptr;
  }
  return guarded && block.successors.size() == 1;
}

Block* addBlockBefore(Procedure& procedure, const ControlFlow& flow,
                      const std::vector<unsigned>& sources, unsigned target,
                      const std::string& suffix) {
  std::unordered_set<std::string> labels;
  for (const auto& block : procedure.blocks) labels.insert(block->label);
  Block* behind = procedure.blocks[target].get();
  std::string label = behind->label + suffix;
  for (unsigned i = 0; labels.contains(label); ++i)
    label = behind->label + suffix + std::to_string(i);
  Block* added = procedure.addBlock(label);
  added->location = behind->location;
  added->successors = {behind};
  for (unsigned source : sources) {
    if (!flow.reachable(source)) continue;
    for (Block*& successor : procedure.blocks[source]->successors)
      if (successor == behind) successor = added;
  }
  return added;
}

bool exits(const ControlFlow& flow, const Loop& loop, unsigned block) {
  const auto& successors = flow.successors(block);
  return std::any_of(successors.begin(), successors.end(),
                     [&](unsigned s) { return !flow.inLoop(s, loop.index); });
}

std::optional<unsigned> onlySuccessorInside(const ControlFlow& flow, const Loop& loop,
                                            unsigned block) {
  std::optional<unsigned> inside;
  for (unsigned s : flow.successors(block)) {
    if (!flow.inLoop(s, loop.index)) continue;
    if (inside) return std::nullopt;
    inside = s;
  }
  return inside;
}

// Whether the branch at the end of `block` stands in the line where the loop does; branches of
// unknown position pass.
bool branchesAt(const Program& program, const Procedure& procedure, unsigned block,
                const SourceChain& location) {
  for (const Block* successor : procedure.blocks[block]->successors) {
    const SourceChain& chain = program.sources.chain(successor->location);
    if (!isPartition(*successor) || chain.empty() || chain.front().line == 0) continue;
    return location.empty() || (chain.front().file == location.front().file &&
                                chain.front().line == location.front().line);
  }
  return true;
}

}  // namespace

std::vector<Block*> addLoopBlocks(Procedure& procedure) {
  std::vector<Block*> added;
  const ControlFlow flow(procedure);
  for (const Loop& loop : flow.loops()) {
    std::vector<unsigned> entering;
    for (unsigned p : flow.predecessors(loop.header))
      if (!flow.inLoop(p, loop.index)) entering.push_back(p);
    // A loop at the entry block has no entering edge, and nothing runs before it.
    if (entering.size() > 1 || (entering.size() == 1 && flow.successors(entering[0]).size() > 1))
      added.push_back(addBlockBefore(procedure, flow, entering, loop.header, ".before"));
    if (loop.latches.size() > 1)
      added.push_back(addBlockBefore(procedure, flow, loop.latches, loop.header, ".again"));
  }
  return added;
}

void removeEmptyBlocks(Procedure& procedure, const std::vector<Block*>& added) {
  std::unordered_set<const Block*> empty;
  for (const Block* block : added)
    if (block->statements.empty()) empty.insert(block);
  if (empty.empty()) return;
  for (const auto& block : procedure.blocks)
    for (Block*& successor : block->successors)
      while (empty.contains(successor)) successor = successor->successors.front();
  std::erase_if(procedure.blocks, [&](const auto& block) { return empty.contains(block.get()); });
  for (std::size_t i = 0; i < procedure.blocks.size(); ++i)
    procedure.blocks[i]->index = static_cast<unsigned>(i);
}

std::size_t startOf(const Block& block) {
  const auto& statements = block.statements;
  return static_cast<std::size_t>(
      std::find_if_not(statements.begin(), statements.end(), opensBlock) - statements.begin());
}

unsigned behindPartition(const Procedure& procedure, const ControlFlow& flow, unsigned block) {
  if (!isPartition(*procedure.blocks[block])) return block;
  const unsigned behind = flow.successors(block).front();
  return flow.predecessors(behind).size() == 1 ? behind : block;
}

LoopShape shapeOf(const Program& program, const Procedure& procedure, const ControlFlow& flow,
                  const Loop& loop) {
  LoopShape shape;
  shape.location = loopLocation(program, procedure, loop);
  auto endOf = [&](unsigned block) {
    return Point{block, procedure.blocks[block]->statements.size()};
  };
  shape.before = endOf(loop.header);
  for (unsigned p : flow.predecessors(loop.header))
    if (!flow.inLoop(p, loop.index)) shape.before = endOf(p);

  // A `do` loop's test is at its end: the latch is a partition behind a block that leaves.
  const unsigned latch = loop.latches.front();
  unsigned last = latch;
  if (isPartition(*procedure.blocks[latch]) && flow.predecessors(latch).size() == 1 &&
      exits(flow, loop, flow.predecessors(latch).front()))
    last = flow.predecessors(latch).front();
  shape.end = endOf(last);

  unsigned block = loop.header;
  if (block == last) {
    shape.start = Point{block, startOf(*procedure.blocks[block])};
    return shape;
  }
  while (block != last && exits(flow, loop, block) &&
         branchesAt(program, procedure, block, shape.location)) {
    const auto inside = onlySuccessorInside(flow, loop, block);
    if (!inside) return shape;
    shape.tests.push_back(block);
    block = behindPartition(procedure, flow, *inside);
    const int innermost = flow.innermostLoop(block);
    if (innermost != static_cast<int>(loop.index) || block == loop.header) break;
    if (block == *inside && isPartition(*procedure.blocks[block])) break;
  }
  shape.start = Point{block, startOf(*procedure.blocks[block])};
  return shape;
}

}  // namespace barricade
