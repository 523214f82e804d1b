#include "restructure/atomic_stores.h"

#include <algorithm>
#include <vector>

#include "ir/cfg.h"
#include "restructure/atomic_operation.h"

namespace barricade {
namespace {

struct Store {
  Statement* statement;
  unsigned depth;
};

const Assign* storeIn(const Statement& statement) {
  const Assign* assign = statement.as<Assign>();
  const bool stores = assign && assign->targets.size() == 1 &&
                      assign->targets.front().indices.size() == 1 &&
                      assign->targets.front().variable->array;
  return stores ? assign : nullptr;
}

std::string placeOf(const Program& program, LocationId location) {
  const SourceChain& chain = program.sources.chain(location);
  return chain.empty() ? "an unknown place" : chain.front().toString();
}

// Why they cannot be made atomic; empty when they can.
std::string refusal(const Program& program, const std::vector<Store>& stores) {
  if (stores.empty()) return "what is written is more than one element";
  const Expr value = storeIn(*stores.front().statement)->values.front();
  for (const Store& store : stores) {
    const Assign& assign = *storeIn(*store.statement);
    const std::string place = placeOf(program, store.statement->location);
    const unsigned width = assign.values.front()->type()->width();
    if (!assign.values.front()->isLiteral() || assign.values.front() != value)
      return "the threads may store different values at " + place +
             ": which of them is meant is not known, and would be chance with atomic stores, too";
    if (width != 32 && width != 64)
      return "there is no atomic store of " + std::to_string(width) + " bits, as at " + place;
  }
  return "";
}

void makeAtomic(Program& program, Procedure& kernel, Statement& statement) {
  const Assign assign = *storeIn(statement);
  const Target& target = assign.targets.front();
  const Expr value = assign.values.front();
  Call call;
  call.callee = atomicProcedure(program, *target.variable->array);
  call.results = {program.newVariable(), target.variable};
  call.results.front()->kind = Variable::Kind::Local;
  call.results.front()->type = target.variable->type->range();
  call.args = {program.pool().variable(target.variable), target.indices.front()};
  const char* type = value->type()->width() == 32 ? "int" : "unsigned_long_long";
  call.atomic = AtomicInfo{
      std::string("__atomicExch_") + type, {value}, 1, 1, MemoryOrder::Relaxed, Scope::Device};
  Variable* old = call.results.front();
  old->name = "$old" + std::to_string(kernel.locals.size());
  kernel.locals.push_back(old);
  statement = {std::move(call), Attributes{Attribute{"atomic", {}}}, statement.location,
               statement.text};
}

bool writesOneOf(const Statement& statement, const std::set<const Variable*>& arrays) {
  const Assign* assign = statement.as<Assign>();
  return assign && std::ranges::any_of(assign->targets, [&](const Target& target) {
           return arrays.contains(target.variable);
         });
}

}  // namespace

Rewrites storeAtomically(Program& program, Procedure& kernel, const std::set<LocationId>& stores) {
  Rewrites rewrites;
  const ControlFlow flow(kernel);
  std::vector<Store> found;
  for (const auto& block : kernel.blocks)
    for (Statement& statement : block->statements)
      if (stores.contains(statement.location) && storeIn(statement))
        found.push_back({&statement, flow.loopDepth(block->index)});
  if (const std::string why = refusal(program, found); !why.empty()) {
    rewrites.refused.push_back(why);
    return rewrites;
  }
  for (const Store& store : found) {
    Rewrite rewrite;
    rewrite.location = program.sources.chain(store.statement->location);
    rewrite.loopDepth = store.depth;
    rewrite.operation = "atomicExch";
    rewrite.subject = storeIn(*store.statement)->targets.front().variable->array->sourceName;
    makeAtomic(program, kernel, *store.statement);
    rewrites.made.push_back(std::move(rewrite));
  }
  return rewrites;
}

bool makeAllStoresAtomic(Program& program, Procedure& kernel,
                         const std::set<const Variable*>& arrays) {
  for (const auto& block : kernel.blocks)
    for (Statement& statement : block->statements) {
      if (!writesOneOf(statement, arrays)) continue;
      const Assign* store = storeIn(statement);
      if (!store || !store->values.front()->type()->isBitVector()) return false;
      makeAtomic(program, kernel, statement);
    }
  return true;
}

}  // namespace barricade
