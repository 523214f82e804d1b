#include "instrument/guarded_barrier.h"

#include <cassert>
#include <cmath>
#include <sstream>
#include <unordered_set>

namespace barricade {
namespace {

BarrierScope scopeOf(const Procedure& procedure) {
  switch (procedure.role) {
    case Procedure::Role::GridBarrier: return BarrierScope::Grid;
    case Procedure::Role::Barrier: return BarrierScope::Block;
    case Procedure::Role::Synchronization: return BarrierScope::Warp;
    case Procedure::Role::Ordinary:
    case Procedure::Role::Kernel:
    case Procedure::Role::BarrierInvariant:
    case Procedure::Role::BinaryBarrierInvariant:
    case Procedure::Role::AtomicOp:
    case Procedure::Role::AsyncCopy:
    case Procedure::Role::WaitEvents: break;
  }
  assert(false);  // no barrier
  return BarrierScope::Warp;
}

// Of a whole warp, for all memory.
bool isWarpBarrier(const Procedure& procedure) {
  return procedure.synchronization &&
         procedure.synchronization->primitive == SyncPrimitive::WarpBarrier &&
         procedure.synchronization->ordersMemory() && procedure.parameters.size() == 1 &&
         procedure.parameters.front()->type->isBitVector();
}

Synchronization warpBarrier() {
  Synchronization barrier;
  barrier.primitive = SyncPrimitive::WarpBarrier;
  barrier.scope = Scope::Warp;
  for (const SyncRow& row : synchronizationTable())
    if (row.primitive == SyncPrimitive::WarpBarrier) barrier.row = &row;
  barrier.parameters = "m";
  return barrier;
}

BigInt allLanes(const Procedure& procedure) {
  return (BigInt(1) << procedure.parameters.front()->type->width()) - 1;
}

AttributeArg number(Program& program, double value) {
  if (value == std::floor(value) && std::abs(value) < 1e15)
    return program.pool().integer(BigInt(static_cast<long long>(value)));
  std::ostringstream text;
  text << value;
  return text.str();
}

}  // namespace

bool isBarrier(const Statement& statement) {
  const Call* call = statement.as<Call>();
  return call && call->callee->isBarrier();
}

std::optional<BarrierScope> placeableScope(const Statement& statement) {
  const Call* call = statement.as<Call>();
  if (!call) return std::nullopt;
  if (call->callee->isBarrier()) return scopeOf(*call->callee);
  const bool whole = isWarpBarrier(*call->callee) && call->args.front()->isLiteral() &&
                     call->args.front()->value() == allLanes(*call->callee);
  return whole ? std::optional(BarrierScope::Warp) : std::nullopt;
}

bool isBarrierInvariant(const Statement& statement) {
  const Call* call = statement.as<Call>();
  return call && call->callee->statesBarrierInvariant();
}

namespace {

std::unordered_set<std::string> procedureNames(const Program& program) {
  std::unordered_set<std::string> names;
  for (const Procedure* procedure : program.procedures()) names.insert(procedure->name);
  return names;
}

Variable* addParameter(Program& program, Procedure& procedure, const char* name, unsigned width) {
  Variable* parameter = program.newVariable();
  parameter->name = name;
  parameter->kind = Variable::Kind::Parameter;
  parameter->type = bitVectorType(width);
  procedure.parameters.push_back(parameter);
  return parameter;
}

Procedure* warpBarrierProcedure(Program& program) {
  for (Procedure* procedure : program.procedures())
    if (isWarpBarrier(*procedure)) return procedure;
  const std::unordered_set<std::string> names = procedureNames(program);
  Procedure* declared = program.addProcedure();
  declared->sourceName = "__syncwarp";
  declared->name = "$__syncwarp";
  while (names.contains(declared->name)) declared->name += "_";
  declared->role = Procedure::Role::Synchronization;
  declared->synchronization = warpBarrier();
  declared->attributes = {
      {"source_name", {declared->sourceName}}, {"barrier", {}}, {"scope", {std::string("warp")}}};
  addParameter(program, *declared, "$mask", 32);
  return declared;
}

}  // namespace

Procedure* barrierProcedure(Program& program, BarrierScope scope) {
  if (scope == BarrierScope::Warp) return warpBarrierProcedure(program);
  const bool grid = scope == BarrierScope::Grid;
  if (Procedure* given = grid ? program.gridBarrier() : program.barrier()) return given;
  const std::unordered_set<std::string> names = procedureNames(program);
  const std::string sourceName = grid ? "bugle_grid_barrier" : "bugle_barrier";
  Procedure* declared = program.addProcedure();
  declared->sourceName = sourceName;
  declared->name = "$" + sourceName;
  while (names.contains(declared->name)) declared->name += "_";
  declared->role = grid ? Procedure::Role::GridBarrier : Procedure::Role::Barrier;
  declared->synchronization = plainBarrier(grid ? Scope::Device : Scope::Block);
  declared->attributes = {{"source_name", {sourceName}}, {grid ? "grid_barrier" : "barrier", {}}};
  for (const char* name : {"$0", "$1"}) addParameter(program, *declared, name, 1);
  return declared;
}

Statement barrierCall(const Program& program, Procedure* procedure, LocationId location) {
  Call call;
  call.callee = procedure;
  if (isWarpBarrier(*procedure))
    call.args.push_back(program.pool().bitVector(allLanes(*procedure),
                                                 procedure->parameters.front()->type->width()));
  else
    for (const Variable* parameter : procedure->parameters) {
      ExprPool& pool = program.pool();
      call.args.push_back(parameter->type->isBool()  ? pool.boolean(true)
                          : parameter->type->isInt() ? pool.integer(1)
                                                     : pool.bitVector(1, parameter->type->width()));
    }
  return {std::move(call), {}, location, {}};
}

void guard(Program& program, Statement& barrier, const SiteId& site, double weight) {
  unguard(barrier);
  Call& call = *barrier.as<Call>();
  call.site = site;
  barrier.attributes.push_back({"barrier_variable", {site.name}});
  barrier.attributes.push_back({"weight", {number(program, weight)}});
  barrier.attributes.push_back({"scope", {std::string(toString(scopeOf(*call.callee)))}});
}

void unguard(Statement& barrier) {
  barrier.as<Call>()->site = {};
  std::erase_if(barrier.attributes, [](const Attribute& attribute) {
    return attribute.name == "barrier_variable" || attribute.name == "weight" ||
           attribute.name == "scope";
  });
}

}  // namespace barricade
