#include "instrument/guarded_barrier.h"

#include <cmath>
#include <sstream>
#include <unordered_set>

namespace barricade {
namespace {

BarrierScope scopeOf(const Procedure& procedure) {
  return procedure.role == Procedure::Role::GridBarrier ? BarrierScope::Grid : BarrierScope::Block;
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

bool isBarrierInvariant(const Statement& statement) {
  const Call* call = statement.as<Call>();
  return call && call->callee->statesBarrierInvariant();
}

Procedure* barrierProcedure(Program& program, BarrierScope scope) {
  const bool grid = scope == BarrierScope::Grid;
  if (Procedure* given = grid ? program.gridBarrier() : program.barrier()) return given;
  std::unordered_set<std::string> names;
  for (const Procedure* procedure : program.procedures()) names.insert(procedure->name);
  const std::string sourceName = grid ? "bugle_grid_barrier" : "bugle_barrier";
  Procedure* declared = program.addProcedure();
  declared->sourceName = sourceName;
  declared->name = "$" + sourceName;
  while (names.contains(declared->name)) declared->name += "_";
  declared->role = grid ? Procedure::Role::GridBarrier : Procedure::Role::Barrier;
  declared->synchronization = plainBarrier(grid ? Scope::Device : Scope::Block);
  declared->attributes = {{"source_name", {sourceName}}, {grid ? "grid_barrier" : "barrier", {}}};
  for (const char* name : {"$0", "$1"}) {
    Variable* parameter = program.newVariable();
    parameter->name = name;
    parameter->kind = Variable::Kind::Parameter;
    parameter->type = bitVectorType(1);
    declared->parameters.push_back(parameter);
  }
  return declared;
}

Statement barrierCall(const Program& program, Procedure* procedure, LocationId location) {
  Call call;
  call.callee = procedure;
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
  call.barrierVariable = site.name;
  barrier.attributes.push_back({"barrier_variable", {site.name}});
  barrier.attributes.push_back({"weight", {number(program, weight)}});
  barrier.attributes.push_back({"scope", {std::string(toString(scopeOf(*call.callee)))}});
}

void unguard(Statement& barrier) {
  barrier.as<Call>()->barrierVariable.clear();
  std::erase_if(barrier.attributes, [](const Attribute& attribute) {
    return attribute.name == "barrier_variable" || attribute.name == "weight" ||
           attribute.name == "scope";
  });
}

}  // namespace barricade
