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

Procedure* waitProcedure(Program& program) {
  std::set<std::string> names;
  for (Procedure* procedure : program.procedures()) {
    if (isOf(*procedure, SyncPrimitive::CopyWait) && !procedure->synchronization->all)
      return procedure;
    names.insert(procedure->name);
  }
  Procedure* declared = program.addProcedure();
  declared->sourceName = "cp.async.wait_group";
  declared->name = "$" + declared->sourceName;
  while (names.contains(declared->name)) declared->name += "_";
  declared->role = Procedure::Role::Synchronization;
  Synchronization wait;
  wait.primitive = SyncPrimitive::CopyWait;
  wait.parameters = std::string(1, static_cast<char>(SyncParameter::Groups));
  for (const SyncRow& row : synchronizationTable())
    if (row.primitive == SyncPrimitive::CopyWait) wait.row = &row;
  declared->synchronization = wait;
  declared->attributes = {{"source_name", {declared->sourceName}}, {"copy_wait", {}}};
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

}  // namespace barricade
