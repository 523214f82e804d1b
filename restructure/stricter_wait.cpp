#include "restructure/stricter_wait.h"

#include <algorithm>
#include <limits>

#include "analysis/counters.h"
#include "ir/cfg.h"
#include "ir/synchronization.h"
#include "restructure/source_statement.h"

namespace barricade {
namespace {

// The argument that says how many groups may stay under way; null where it is no wait that does.
const Expr* groupsOf(const Statement& statement) {
  const Call* call = statement.as<Call>();
  if (!call || !call->callee->synchronization) return nullptr;
  const Synchronization& wait = *call->callee->synchronization;
  if (wait.primitive != SyncPrimitive::CopyWait || wait.bulk || wait.all) return nullptr;
  const auto position = wait.position(SyncParameter::Groups);
  return position ? &call->args[*position] : nullptr;
}

bool setsCounter(const Statement& statement) {
  const Assign* assign = statement.as<Assign>();
  return assign && isCounter(*assign->targets.front().variable);
}

// Takes the wait at `index` out, with what sets its counters; where they stood.
std::size_t takeOut(Block& block, std::size_t index) {
  auto& list = block.statements;
  std::size_t begin = index;
  while (begin > 0 && setsCounter(list[begin - 1])) --begin;
  const auto at = [&](std::size_t i) { return list.begin() + static_cast<std::ptrdiff_t>(i); };
  list.erase(at(begin), at(index + 1));
  return begin;
}

}  // namespace

std::vector<GroupWait> waitsForGroups(const Procedure& kernel) {
  std::vector<GroupWait> waits;
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements) {
      const Expr* groups = groupsOf(statement);
      if (!groups || !(*groups)->isLiteral() || (*groups)->value() == 0 ||
          (*groups)->value() > std::numeric_limits<unsigned>::max())
        continue;
      if (std::none_of(waits.begin(), waits.end(), [&](const GroupWait& known) {
            return known.location == statement.location;
          }))
        waits.push_back({statement.location, static_cast<unsigned>((*groups)->value())});
    }
  return waits;
}

Rewrite leaveFewer(Program& program, Procedure& kernel, const GroupWait& wait, unsigned groups) {
  for (auto& block : kernel.blocks)
    for (std::size_t i = 0; i < block->statements.size(); ++i) {
      Statement changed = block->statements[i];
      const Expr* given = groupsOf(changed);
      if (!given || changed.location != wait.location) continue;
      Call& call = *changed.as<Call>();
      const auto position = *call.callee->synchronization->position(SyncParameter::Groups);
      call.args[position] = program.pool().bitVector(groups, (*given)->type()->width());
      const std::size_t size = block->statements.size();
      insertCounted(program, kernel, *block, takeOut(*block, i), changed);
      i = i + block->statements.size() - size;  // what sets the counters may be more than it was
    }
  Rewrite rewrite;
  rewrite.kind = Rewrite::Kind::StricterWait;
  rewrite.location = program.sources.chain(wait.location);
  rewrite.groups = groups;
  rewrite.groupsBefore = wait.groups;
  rewrite.loopDepth = ControlFlow(kernel).loopDepth(blockWith(kernel, wait.location)->index);
  return rewrite;
}

}  // namespace barricade
