// Which of the places does, and how many groups may stay under way, the verification tells.
#include "restructure/added_wait.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "analysis/counters.h"
#include "ir/cfg.h"
#include "ir/synchronization.h"
#include "restructure/source_statement.h"

namespace barricade {
namespace {

constexpr unsigned groupBits = 32;

bool isOf(const Procedure& procedure, SyncPrimitive primitive) {
  return procedure.synchronization && procedure.synchronization->primitive == primitive &&
         !procedure.synchronization->bulk;
}

bool commitsCopies(const Procedure& kernel) {
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements)
      if (const Call* call = statement.as<Call>())
        if (isOf(*call->callee, SyncPrimitive::CopyCommit)) return true;
  return false;
}

bool isBarrier(const Statement& statement) {
  const Call* call = statement.as<Call>();
  return call && (call->callee->role == Procedure::Role::Barrier ||
                  call->callee->role == Procedure::Role::GridBarrier ||
                  isOf(*call->callee, SyncPrimitive::Barrier));
}

// The last barrier that every thread has passed which comes to a statement of `block`.
std::optional<LocationId> barrierBefore(const Procedure& kernel, const Block& block,
                                        std::size_t index) {
  const ControlFlow flow(kernel);
  for (int at = static_cast<int>(block.index); at >= 0;
       at = flow.immediateDominator(static_cast<unsigned>(at))) {
    const auto& list = kernel.blocks[static_cast<std::size_t>(at)]->statements;
    std::size_t end = at == static_cast<int>(block.index) ? index : list.size();
    while (end > 0)
      if (isBarrier(list[--end])) return list[end].location;
  }
  return std::nullopt;
}

// Without parameters.
Procedure* declare(Program& program, SyncPrimitive primitive, const char* sourceName) {
  std::set<std::string> names;
  for (Procedure* procedure : program.procedures()) names.insert(procedure->name);
  Procedure* declared = program.addProcedure();
  declared->sourceName = sourceName;
  declared->name = "$" + declared->sourceName;
  while (names.contains(declared->name)) declared->name += "_";
  declared->role = Procedure::Role::Synchronization;
  declared->synchronization.emplace();
  declared->synchronization->primitive = primitive;
  for (const SyncRow& row : synchronizationTable())
    if (row.primitive == primitive) declared->synchronization->row = &row;
  declared->attributes = {{"source_name", {declared->sourceName}},
                          {std::string(declared->synchronization->row->attribute), {}}};
  return declared;
}

Procedure* commitProcedure(Program& program) {
  for (Procedure* procedure : program.procedures())
    if (isOf(*procedure, SyncPrimitive::CopyCommit)) return procedure;
  return declare(program, SyncPrimitive::CopyCommit, "cp.async.commit_group");
}

bool isWaitForGroups(const Statement& statement) {
  const Call* call = statement.as<Call>();
  return call && isOf(*call->callee, SyncPrimitive::CopyWait) &&
         !call->callee->synchronization->all;
}

Procedure* waitProcedure(Program& program) {
  for (Procedure* procedure : program.procedures())
    if (isOf(*procedure, SyncPrimitive::CopyWait) && !procedure->synchronization->all)
      return procedure;
  Procedure* declared = declare(program, SyncPrimitive::CopyWait, "cp.async.wait_group");
  declared->synchronization->parameters = static_cast<char>(SyncParameter::Groups);
  Variable* groups = program.newVariable();
  groups->name = "$groups";
  groups->kind = Variable::Kind::Parameter;
  groups->type = bitVectorType(groupBits);
  declared->parameters.push_back(groups);
  return declared;
}

}  // namespace

std::vector<LocationId> placesForWait(const Program& program, const Procedure& kernel,
                                      LocationId access) {
  std::vector<LocationId> places;
  const Block* block = blockWith(kernel, access);
  if (!block || !commitsCopies(kernel)) return places;
  const std::size_t begin = beginOfSourceStatement(program, *block, findStatement(*block, access));
  if (const auto barrier = barrierBefore(kernel, *block, begin)) places.push_back(*barrier);
  places.push_back(block->statements[begin].location);
  return places;
}

Rewrite addWait(Program& program, Procedure& kernel, LocationId place, unsigned groups) {
  Block& block = *blockWith(kernel, place);
  const std::size_t index = findStatement(block, place);
  Call call;
  call.callee = waitProcedure(program);
  call.args = {program.pool().bitVector(groups, call.callee->parameters.front()->type->width())};
  insertCounted(program, kernel, block, index, {std::move(call), {}, place, {}});
  Rewrite rewrite;
  rewrite.kind = Rewrite::Kind::AddedWait;
  rewrite.location = program.sources.chain(place);
  rewrite.groups = groups;
  rewrite.loopDepth = ControlFlow(kernel).loopDepth(block.index);
  return rewrite;
}

Rewrites addCommits(Program& program, Procedure& kernel) {
  Rewrites rewrites;
  if (commitsCopies(kernel)) return rewrites;
  const ControlFlow flow(kernel);
  for (const auto& block : kernel.blocks)
    for (std::size_t i = 0; i < block->statements.size(); ++i) {
      if (!isWaitForGroups(block->statements[i])) continue;
      const LocationId location = block->statements[i].location;
      Call call;
      call.callee = commitProcedure(program);
      const std::size_t before = block->statements.size();
      insertCounted(program, kernel, *block, beginOfSourceStatement(program, *block, i),
                    {std::move(call), {}, location, {}});
      i += block->statements.size() - before;
      Rewrite& rewrite = rewrites.made.emplace_back();
      rewrite.kind = Rewrite::Kind::AddedCommit;
      rewrite.location = program.sources.chain(location);
      rewrite.loopDepth = flow.loopDepth(block->index);
    }
  return rewrites;
}

}  // namespace barricade
