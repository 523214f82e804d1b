// Who waits for memory of the block is waited with by threads of the block. For global memory it
// takes a barrier of the grid to hold up who is waited for: a lock or a counter is handed on by
// threads of other blocks as well.
#include "restructure/waiting_loops.h"

#include <algorithm>

#include "analysis/atomic_meaning.h"
#include "analysis/expressions.h"
#include "ir/uses.h"

namespace barricade {
namespace {

using Arrays = std::set<const Variable*>;

class LoopExits {
 public:
  LoopExits(const Procedure& kernel, const ControlFlow& flow, const Loop& loop)
      : kernel_(kernel), loop_(loop) {
    for (const unsigned block : loop.blocks)
      for (const Statement& statement : kernel.blocks[block]->statements)
        forEachAssigned(statement, [&](const Variable* variable) {
          forEachExpression(statement, [&](Expr e) { definitions_[variable].push_back(e); });
        });
    std::vector<Expr> conditions;
    for (const auto& [inside, outside] : loop.exits)
      for (const unsigned next : flow.successors(inside))
        for (const Statement& statement : kernel.blocks[next]->statements)
          if (const Assume* assume = statement.as<Assume>(); assume && assume->partition)
            conditions.push_back(assume->condition);
    deciding_ = dependencies(std::move(conditions), definitions_);
  }

  // What atomic operations in the loop find in them ends it, or nothing that the iterations do
  // themselves, but an element that others set.
  Arrays waitedFor() const {
    Arrays arrays = ofAtomics();
    const bool isSteady =
        std::ranges::none_of(deciding_, [&](const Variable* variable) { return varies(variable); });
    for (const Variable* variable : deciding_)
      if (isSteady && variable->array && isAssigned(variable)) arrays.insert(variable);
    return arrays;
  }

 private:
  Arrays ofAtomics() const {
    Arrays arrays;
    for (const unsigned block : loop_.blocks)
      for (const Statement& statement : kernel_.blocks[block]->statements)
        if (const Call* call = statement.as<Call>();
            call && call->atomic && deciding_.contains(call->results.front()))
          arrays.insert(call->results.back());
    return arrays;
  }

  // Whether a variable's value hangs on the one before.
  bool varies(const Variable* variable) const {
    const auto known = definitions_.find(variable);
    return known != definitions_.end() &&
           (variable->array || known->second.empty() ||
            dependencies(known->second, definitions_).contains(variable));
  }

  bool isAssigned(const Variable* variable) const {
    bool found = false;
    for (const auto& block : kernel_.blocks)
      for (const Statement& statement : block->statements)
        forEachAssigned(statement, [&](const Variable* other) { found |= other == variable; });
    return found;
  }

  const Procedure& kernel_;
  const Loop& loop_;
  Definitions definitions_;  // in the loop
  std::unordered_set<const Variable*> deciding_;
};

}  // namespace

WaitingLoops::WaitingLoops(const Procedure& kernel, const ControlFlow& flow)
    : kernel_(kernel), flow_(flow) {
  for (const Loop& loop : flow.loops())
    if (Arrays arrays = LoopExits(kernel, flow, loop).waitedFor(); !arrays.empty())
      waits_.push_back({&loop, std::move(arrays)});
}

bool WaitingLoops::areIn(const std::set<unsigned>& blocks) const {
  return std::ranges::any_of(waits_,
                             [&](const Wait& wait) { return blocks.contains(wait.loop->header); });
}

bool WaitingLoops::areHeldUpAt(unsigned block, std::size_t index, BarrierScope scope) const {
  if (empty()) return false;
  std::set<unsigned> before;
  for (const Wait& wait : waits_)
    if (!flow_.inLoop(block, wait.loop->index) && behind({wait.loop->header}).contains(block))
      before.insert(wait.loop->header);
  std::set<unsigned> rest = behind({block});
  rest.erase(block);
  if (areHeldUpBetween(before, rest, scope)) return true;
  const auto& statements = kernel_.blocks[block]->statements;
  return std::any_of(statements.begin() + static_cast<std::ptrdiff_t>(index), statements.end(),
                     [&](const Statement& statement) {
                       return std::ranges::any_of(waits_, [&](const Wait& wait) {
                         return before.contains(wait.loop->header) && tells(statement, wait, scope);
                       });
                     });
}

bool WaitingLoops::areHeldUpBetween(const std::set<unsigned>& before,
                                    const std::set<unsigned>& behind, BarrierScope scope) const {
  return std::ranges::any_of(waits_, [&](const Wait& wait) {
    return before.contains(wait.loop->header) && std::ranges::any_of(behind, [&](unsigned block) {
             return !flow_.inLoop(block, wait.loop->index) &&
                    std::ranges::any_of(
                        kernel_.blocks[block]->statements,
                        [&](const Statement& statement) { return tells(statement, wait, scope); });
           });
  });
}

std::set<unsigned> WaitingLoops::behind(const std::set<unsigned>& blocks) const {
  std::set<unsigned> found = blocks;
  std::vector<unsigned> work(blocks.begin(), blocks.end());
  while (!work.empty()) {
    const unsigned from = work.back();
    work.pop_back();
    for (const unsigned to : flow_.successors(from))
      if (!isBackEdge(from, to) && found.insert(to).second) work.push_back(to);
  }
  return found;
}

bool WaitingLoops::isBackEdge(unsigned from, unsigned to) const {
  return std::ranges::any_of(flow_.loops(), [&](const Loop& loop) {
    return loop.header == to && flow_.inLoop(from, loop.index);
  });
}

// Whether it may end the wait of a thread that such a barrier is for.
bool WaitingLoops::tells(const Statement& statement, const Wait& wait, BarrierScope scope) const {
  const Call* call = statement.as<Call>();
  if (call && call->atomic && !meaningOf(*call).writes()) return false;
  bool found = false;
  forEachAssigned(statement, [&](const Variable* variable) {
    const bool isHeldUp = scope == BarrierScope::Grid ||
                          (variable->array && variable->array->space == AddressSpace::GroupShared);
    found |= isHeldUp && wait.arrays.contains(variable);
  });
  return found;
}

}  // namespace barricade
