// A wait is a call and what its arguments are read by, side by side and of one place in the source.
// It may move to before the whole source statement of the access: between the two nothing may
// assign what it uses.
#include "restructure/earlier_wait.h"

#include <algorithm>
#include <unordered_set>

#include "ir/cfg.h"
#include "ir/uses.h"
#include "ir/walk.h"
#include "restructure/source_statement.h"

namespace barricade {
namespace {

struct Range {
  std::size_t begin = 0, end = 0;
};

bool isWait(const Statement& statement) {
  const Call* call = statement.as<Call>();
  return call && call->callee->role == Procedure::Role::WaitEvents;
}

// The statements of the source statement whose call is at `call`.
Range waitAround(const Block& block, std::size_t call) {
  const LocationId location = block.statements[call].location;
  std::size_t begin = call;
  while (begin > 0 && block.statements[begin - 1].location == location) --begin;
  return {begin, call + 1};
}

// Nothing between `from` and the wait assigns what the wait reads.
bool canMove(const Block& block, Range wait, std::size_t from) {
  std::unordered_set<const Variable*> used, own;
  for (std::size_t i = wait.begin; i < wait.end; ++i) {
    forEachExpression(block.statements[i], [&](Expr e) {
      forEachNode({e}, [&](Expr node) {
        if (node->op() == Op::Variable) used.insert(node->variable());
      });
    });
    forEachAssigned(block.statements[i], [&](const Variable* v) { own.insert(v); });
  }
  bool free = true;
  for (std::size_t i = from; i < wait.begin; ++i)
    forEachAssigned(block.statements[i], [&](const Variable* v) {
      free = free && !used.contains(v) && !own.contains(v);
    });
  return free;
}

}  // namespace

std::vector<LocationId> waitsAfter(const Procedure& kernel, LocationId access) {
  std::vector<LocationId> waits;
  const Block* block = blockWith(kernel, access);
  if (!block) return waits;
  const std::size_t from = findStatement(*block, access);
  for (std::size_t i = from; i < block->statements.size(); ++i)
    if (isWait(block->statements[i]) && canMove(*block, waitAround(*block, i), from))
      waits.push_back(block->statements[i].location);
  return waits;
}

Rewrite moveWaitBefore(Program& program, Procedure& kernel, LocationId wait, LocationId access) {
  Block& block = *blockWith(kernel, access);
  auto& list = block.statements;
  const std::size_t to = beginOfSourceStatement(program, block, findStatement(block, access));
  std::size_t call = to;
  while (!isWait(list[call]) || list[call].location != wait) ++call;
  const Range range = waitAround(block, call);
  const auto at = [&](std::size_t index) {
    return list.begin() + static_cast<std::ptrdiff_t>(index);
  };
  std::rotate(at(to), at(range.begin), at(range.end));
  Rewrite rewrite;
  rewrite.kind = Rewrite::Kind::EarlierWait;
  rewrite.location = program.sources.chain(wait);
  rewrite.destination = program.sources.chain(access);
  rewrite.loopDepth = ControlFlow(kernel).loopDepth(block.index);
  return rewrite;
}

}  // namespace barricade
