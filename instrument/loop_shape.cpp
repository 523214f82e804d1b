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

bool readsMemory(Expr e) {
  return e->op() == Op::Select ||
         std::any_of(e->args().begin(), e->args().end(), [](Expr a) { return readsMemory(a); });
}

bool isLocalAssignment(const Statement& statement) {
  const Assign* assign = statement.as<Assign>();
  return assign && std::none_of(assign->values.begin(), assign->values.end(), readsMemory) &&
         std::all_of(assign->targets.begin(), assign->targets.end(), [](const Target& target) {
           return target.indices.empty() && !target.variable->array;
         });
}

// Nothing but the condition of the branch into it and the variables of the block after.
bool isPartition(const Block& block) {
  bool guarded = false;
  for (const Statement& statement : block.statements) {
    if (!opensBlock(statement) && !isLocalAssignment(statement)) return false;
    guarded |= statement.as<Assume>() != nullptr;
  }
  return guarded && block.successors.size() == 1;
}

Block* addBlockBefore(Procedure& procedure, const ControlFlow& flow,
                      const std::vector<unsigned>& sources, unsigned target,
                      const std::string& suffix) {
  std::unordered_set<std::string> labels;
  for (const auto& block : procedure.blocks) labels.insert(block->label);
  Block* after = procedure.blocks[target].get();
  std::string label = after->label + suffix;
  for (unsigned i = 0; labels.contains(label); ++i)
    label = after->label + suffix + std::to_string(i);
  Block* added = procedure.addBlock(label);
  added->location = after->location;
  added->successors = {after};
  for (unsigned source : sources) {
    if (!flow.reachable(source)) continue;
    for (Block*& successor : procedure.blocks[source]->successors)
      if (successor == after) successor = added;
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

// The position of the branch at the end of `block`; empty when unknown.
SourceChain branchLocation(const Program& program, const Procedure& procedure, unsigned block) {
  for (const Block* successor : procedure.blocks[block]->successors) {
    const SourceChain& chain = program.sources.chain(successor->location);
    if (isPartition(*successor) && isKnown(chain)) return chain;
  }
  return {};
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

unsigned afterPartition(const Procedure& procedure, const ControlFlow& flow, unsigned block) {
  if (!isPartition(*procedure.blocks[block])) return block;
  const unsigned after = flow.successors(block).front();
  return flow.predecessors(after).size() == 1 ? after : block;
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

  // A `do` loop's test is at its end: the latch is a partition after a block that leaves.
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
  // Conditions joined by && are several blocks; the one that stands where the loop does is taken
  // for the last.
  std::vector<unsigned> leaving;
  std::size_t tests = branchLocation(program, procedure, block).empty() ? 1 : 0;
  std::vector<unsigned> after;
  while (block != last && exits(flow, loop, block)) {
    const auto inside = onlySuccessorInside(flow, loop, block);
    if (!inside) break;
    leaving.push_back(block);
    const SourceChain branch = branchLocation(program, procedure, block);
    if (!branch.empty() && branch == shape.location) tests = leaving.size();
    block = afterPartition(procedure, flow, *inside);
    after.push_back(block);
    if (flow.innermostLoop(block) != static_cast<int>(loop.index) || block == loop.header ||
        isPartition(*procedure.blocks[block]))
      break;
  }
  tests = std::min(tests, leaving.size());
  shape.tests.assign(leaving.begin(), leaving.begin() + static_cast<std::ptrdiff_t>(tests));
  block = tests == 0 ? loop.header : after[tests - 1];
  shape.start = Point{block, startOf(*procedure.blocks[block])};
  return shape;
}

}  // namespace barricade
