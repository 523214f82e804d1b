#include "analysis/loop_facts.h"

#include <algorithm>
#include <set>

#include "ir/uses.h"

namespace barricade {
namespace {

bool hasBarrier(const Block& block) {
  return std::any_of(block.statements.begin(), block.statements.end(), [](const Statement& s) {
    const Call* call = s.as<Call>();
    return call && call->callee->ordersThreads();
  });
}

// Blocks that come after the loop's head, outside of it.
std::vector<unsigned> laterBlocks(const ControlFlow& flow, const Loop& loop) {
  const auto& order = flow.order();
  std::vector<unsigned> later;
  for (auto b = std::find(order.begin(), order.end(), loop.header); b != order.end(); ++b)
    if (std::find(loop.blocks.begin(), loop.blocks.end(), *b) == loop.blocks.end())
      later.push_back(*b);
  return later;
}

}  // namespace

std::vector<LoopFacts> findLoopFacts(const Procedure& procedure, const ControlFlow& flow,
                                     const Liveness& liveness, const Variables& variables,
                                     const Slice& slice,
                                     const std::unordered_set<const Variable*>& temporaries) {
  std::vector<LoopFacts> facts(flow.loops().size());
  for (const Loop& loop : flow.loops()) {
    LoopFacts& fact = facts[loop.index];
    std::set<std::size_t> modified;
    for (unsigned b : loop.blocks) {
      const Block& block = *procedure.blocks[b];
      for (const Statement& statement : block.statements)
        forEachAssigned(statement, [&](const Variable* v) {
          const auto index = variables.indices.find(v);
          if (index != variables.indices.end() && slice.all.contains(v) && !temporaries.contains(v))
            modified.insert(index->second);
        });
      const bool always = std::all_of(loop.latches.begin(), loop.latches.end(),
                                      [&](unsigned latch) { return flow.dominates(b, latch); });
      if (!always && hasBarrier(block)) fact.hasConditionalBarrier = true;
    }
    fact.modified.assign(modified.begin(), modified.end());
    const std::vector<unsigned> later = laterBlocks(flow, loop);
    for (std::size_t v : fact.modified)
      if (std::any_of(later.begin(), later.end(),
                      [&](unsigned b) { return liveness.atStart(b, variables.all[v]); }))
        fact.liveAfter.push_back(v);
    for (const Statement& statement : procedure.blocks[loop.header]->statements)
      if (const Assert* check = statement.as<Assert>();
          check && check->kind == Assert::Kind::Invariant)
        fact.invariants.push_back(&statement);
  }
  return facts;
}

}  // namespace barricade
