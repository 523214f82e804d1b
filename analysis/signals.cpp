#include "analysis/signals.h"

#include <algorithm>
#include <map>

#include "analysis/barrier_cut.h"
#include "analysis/elected.h"
#include "analysis/struct_parts.h"
#include "ir/semantics.h"
#include "ir/uses.h"

namespace barricade {
namespace {

using Meaning = AtomicMeaning::Kind;

// What an open lock holds: what its compare-and-swaps expect, else 0.
std::optional<BigInt> freeValueOf(const SignalArray& array) {
  if (array.unknown || !array.storesComeFirst) return std::nullopt;
  std::optional<BigInt> value;
  for (const SignalSite& site : array.sites) {
    const AtomicMeaning& meaning = site.meaning;
    if (meaning.kind == Meaning::Count || meaning.kind == Meaning::Other) return std::nullopt;
    if (meaning.leavesValue() && !meaning.written->isLiteral()) return std::nullopt;
    if (meaning.kind != Meaning::CompareAndSwap || !meaning.expected->isLiteral()) continue;
    if (meaning.written->value() == meaning.expected->value()) continue;
    if (!value) value = meaning.expected->value();
  }
  if (!value) value = 0;
  const bool startsFree =
      std::all_of(array.stores.begin(), array.stores.end(), [&](const Statement* store) {
        const Expr stored = store->as<Assign>()->values[0];
        return stored->isLiteral() && stored->value() == *value;
      });
  return startsFree ? value : std::nullopt;
}

bool touchesMemory(const Statement& statement) {
  bool touches = false;
  auto look = [&](const Variable* v) { touches = touches || v->array; };
  forEachAssigned(statement, look);
  forEachExpression(statement, [&](Expr e) { forEachVariable(e, look); });
  return touches;
}

bool isFenceOfAllMemory(const Call& call) {
  const auto& primitive = call.callee->synchronization;
  if (!primitive || primitive->primitive != SyncPrimitive::Fence || !releases(primitive->order))
    return false;
  return std::all_of(call.args.begin(), call.args.end(), [](Expr flag) {
    return flag->isLiteral() && !(flag->type()->isBool() ? flag->isFalse() : flag->value() == 0);
  });
}

std::optional<Scope> releasedScope(const std::vector<Statement>& statements, std::size_t at) {
  const AtomicInfo& atomic = *statements[at].as<Call>()->atomic;
  if (releases(atomic.order)) return atomic.scope;
  for (std::size_t i = at; i-- > 0;) {
    const Call* call = statements[i].as<Call>();
    if (call && isFenceOfAllMemory(*call) && performerOf(statements[i]) == Performer::Own)
      return std::min(atomic.scope, call->callee->synchronization->scope);
    if (call || touchesMemory(statements[i])) return std::nullopt;
  }
  return std::nullopt;
}

class SignalFinder {
 public:
  explicit SignalFinder(const Kernel& kernel) : kernel_(kernel), arrays_(kernel.arrays().size()) {}

  std::vector<SignalArray> find() {
    for (unsigned b : kernel_.flow().order()) {
      const auto& statements = kernel_.procedure().blocks[b]->statements;
      for (std::size_t i = 0; i < statements.size(); ++i)
        if (performerOf(statements[i]) == Performer::Own) add(b, i);
    }
    for (const Specification& spec : kernel_.procedure().specifications)
      if (spec.kind == Specification::Kind::Requires && spec.condition)
        forEachVariable(spec.condition, [&](const Variable* v) {
          if (v->array) arrays_[kernel_.arrayIndex(v)].hasKnownStart = true;
        });
    for (SignalArray& array : arrays_) {
      array.storesComeFirst = storesComeFirst(array);
      array.freeValue = freeValueOf(array);
      array.openings = openingsOf(array);
    }
    return std::move(arrays_);
  }

 private:
  // Where each is: its block, and its position there.
  StatementPlace placeOf(const Statement* wanted) const {
    for (unsigned b : kernel_.flow().order()) {
      const auto& statements = kernel_.procedure().blocks[b]->statements;
      for (std::size_t i = 0; i < statements.size(); ++i)
        if (&statements[i] == wanted) return {b, i};
    }
    return {0, 0};
  }

  bool storesComeFirst(const SignalArray& array) const {
    if (array.stores.empty()) return true;
    const AddressSpace space =
        array.stores.front()->as<Assign>()->targets[0].variable->array->space;
    return anyCut(space, [&](const BarrierCut& cut) {
      return std::all_of(array.stores.begin(), array.stores.end(),
                         [&](const Statement* store) { return isBefore(cut, store); }) &&
             std::all_of(array.sites.begin(), array.sites.end(),
                         [&](const SignalSite& site) { return isAfter(cut, site.statement); });
    });
  }

  bool isBefore(const BarrierCut& cut, const Statement* statement) const {
    return cut.isBefore(placeOf(statement));
  }
  bool isAfter(const BarrierCut& cut, const Statement* statement) const {
    return cut.isAfter(placeOf(statement));
  }

  template <typename Condition>
  bool anyCut(AddressSpace space, const Condition& condition) const {
    const auto cuts = barrierCuts(kernel_.procedure(), kernel_.flow(), space);
    return std::any_of(cuts.begin(), cuts.end(), condition);
  }

  static bool isZero(Expr e) {
    return e && e->isLiteral() && !e->type()->isBool() && e->value() == 0;
  }

  // Of the first barrier that does it.
  std::vector<const Statement*> openingsOf(const SignalArray& array) const {
    std::vector<const Statement*> zeros, all = array.stores;
    for (const Statement* store : array.stores)
      if (isZero(store->as<Assign>()->values[0])) zeros.push_back(store);
    for (const SignalSite& site : array.sites) {
      all.push_back(site.statement);
      if (site.meaning.kind == Meaning::Store && isZero(site.meaning.written))
        zeros.push_back(site.statement);
    }
    std::vector<const Statement*> openings;
    if (array.unknown || zeros.empty()) return openings;
    const bool found = anyCut(AddressSpace::GroupShared, [&](const BarrierCut& cut) {
      openings.clear();
      for (const Statement* use : all) {
        const bool isZeroStore = std::find(zeros.begin(), zeros.end(), use) != zeros.end();
        if (isZeroStore && isBefore(cut, use))
          openings.push_back(use);
        else if (!isAfter(cut, use))
          return false;
      }
      return !openings.empty();
    });
    return found ? openings : std::vector<const Statement*>{};
  }

  void add(unsigned block, std::size_t position) {
    const auto& statements = kernel_.procedure().blocks[block]->statements;
    const Statement& statement = statements[position];
    const Call* call = statement.as<Call>();
    forEachAssigned(statement, [&](const Variable* v) {
      const Variable* target = v->role == VariableRole::HasOccurred ? v->subject : v;
      if (!target->array) return;
      SignalArray& array = arrays_[kernel_.arrayIndex(target)];
      const Assign* assign = statement.as<Assign>();
      if (call && call->callee->role == Procedure::Role::AtomicOp)
        array.sites.push_back({&statement, meaningOf(*call),
                               kernel_.flow().innermostLoop(block) >= 0,
                               releasedScope(statements, position)});
      else if (assign && assign->targets.size() == 1 && assign->targets[0].indices.size() == 1)
        addStore(statement, array, *target->array);
      else
        array.unknown = &statement;
    });
  }

  // One in another member of a struct changes no signal.
  void addStore(const Statement& statement, SignalArray& signals, const Array& array) {
    const StructParts& parts = parts_.try_emplace(&array, kernel_, array).first->second;
    if (!parts.isApart(statement)) signals.stores.push_back(&statement);
  }

  const Kernel& kernel_;
  std::vector<SignalArray> arrays_;
  std::map<const Array*, StructParts> parts_;
};

}  // namespace

bool SignalArray::takes(const AtomicMeaning& meaning) const {
  return freeValue && meaning.leavesValue() && meaning.reads() &&
         meaning.written->value() != *freeValue &&
         (meaning.kind != Meaning::CompareAndSwap ||
          (meaning.expected->isLiteral() && meaning.expected->value() == *freeValue));
}

bool SignalArray::frees(const AtomicMeaning& meaning) const {
  return freeValue && meaning.leavesValue() && meaning.written->value() == *freeValue;
}

std::vector<SignalArray> findSignals(const Kernel& kernel) {
  return SignalFinder(kernel).find();
}

bool isSignal(const Call& call) {
  return call.callee->role == Procedure::Role::AtomicOp ||
         (call.callee->isFence() && call.callee->synchronization);
}

namespace {

// What a thread may come to from there without a barrier of all who share the array.
std::vector<const Statement*> reachedWithoutBarrier(const Procedure& procedure, const Block* block,
                                                    std::size_t position, const Array& array) {
  std::vector<const Statement*> reached;
  std::vector<bool> entered(procedure.blocks.size());
  std::vector<const Block*> open;
  auto walk = [&](const Block& from, std::size_t first) {
    for (std::size_t i = first; i < from.statements.size(); ++i) {
      const Call* call = from.statements[i].as<Call>();
      if (call && call->callee->isBarrier() &&
          (call->callee->role == Procedure::Role::GridBarrier ||
           array.space == AddressSpace::GroupShared))
        return;
      reached.push_back(&from.statements[i]);
    }
    for (const Block* next : from.successors)
      if (!entered[next->index]) {
        entered[next->index] = true;
        open.push_back(next);
      }
  };
  walk(*block, position);
  while (!open.empty()) {
    const Block& next = *open.back();
    open.pop_back();
    walk(next, 0);
  }
  return reached;
}

bool accessesPlainly(const Statement& statement, const Variable* array) {
  bool accesses = false;
  auto look = [&](const Variable* v) { accesses = accesses || v == array; };
  if (statement.as<Assign>()) {
    forEachAssigned(statement, look);
    forEachExpression(statement, [&](Expr e) { forEachVariable(e, look); });
  }
  return accesses;
}

// base + offset
std::pair<Expr, BigInt> sumOf(Expr e) {
  if (e->op() == Op::BvAdd)
    for (std::size_t side : {0U, 1U})
      if (e->arg(side)->isLiteral())
        return {e->arg(1 - side), toSigned(e->arg(side)->value(), e->type()->width())};
  return {e, 0};
}

// (i + 1) % 3 is not i % 3, as long as nothing wraps around.
bool areApart(Expr a, Expr b) {
  for (Op widening : {Op::SignExtend, Op::ZeroExtend})
    if (a->op() == widening && b->op() == widening) return areApart(a->arg(0), b->arg(0));
  if (a->op() == b->op() && (a->op() == Op::BvSRem || a->op() == Op::BvURem) &&
      a->arg(1) == b->arg(1) && a->arg(1)->isLiteral() && a->arg(1)->value() != 0) {
    const auto [first, offset] = sumOf(a->arg(0));
    const auto [second, other] = sumOf(b->arg(0));
    return first == second && (offset - other) % a->arg(1)->value() != 0;
  }
  return false;
}

// Whether a statement stores in the array, and does nothing else with it, in another element than
// `index` is of. Where that wraps around it may be the same after all: then an order is missed,
// which is no harm.
bool storesApart(const Statement& statement, const Variable* array, Expr index) {
  const Assign& assign = *statement.as<Assign>();
  bool reads = false;
  forEachExpression(statement, [&](Expr e) {
    forEachVariable(e, [&](const Variable* v) { reads = reads || v == array; });
  });
  return !reads && std::ranges::all_of(assign.targets, [&](const Target& target) {
    return target.variable != array ||
           (target.indices.size() == 1 && areApart(target.indices.front(), index));
  });
}

// Whether a thread may come from the operation to a plain access of what that may have read.
bool comesToPlainAccess(const Procedure& procedure, const Block* block, std::size_t position) {
  const Call& atomic = *block->statements[position].as<Call>();
  const Variable* array = atomic.args[0]->variable();
  const Expr index = atomic.args[1];
  const auto reached = reachedWithoutBarrier(procedure, block, position + 1, *array->array);
  bool isSteady = true;  // the index, until then
  for (const Statement* statement : reached)
    forEachAssigned(*statement, [&](const Variable* assigned) {
      forEachVariable(index, [&](const Variable* v) { isSteady = isSteady && v != assigned; });
    });
  return std::ranges::any_of(reached, [&](const Statement* statement) {
    return accessesPlainly(*statement, array) &&
           !(isSteady && storesApart(*statement, array, index));
  });
}

// Whether a thread may access plainly what an atomic operation of its own has read before: what
// that has read from is ordered before the access.
bool followsAtomics(const Procedure& procedure) {
  for (const auto& block : procedure.blocks)
    for (std::size_t i = 0; i < block->statements.size(); ++i) {
      const Call* call = block->statements[i].as<Call>();
      if (call && call->callee->role == Procedure::Role::AtomicOp &&
          comesToPlainAccess(procedure, block.get(), i))
        return true;
    }
  return false;
}

}  // namespace

bool hasSignals(const Procedure& procedure) {
  bool atomics = false;
  bool orders = false;
  for (const auto& block : procedure.blocks)
    for (const Statement& statement : block->statements) {
      const Call* call = statement.as<Call>();
      if (!call) continue;
      if (call->callee->role == Procedure::Role::AtomicOp) {
        atomics = true;
        orders = orders || (call->atomic && call->atomic->order != MemoryOrder::Relaxed);
      }
      orders = orders || (call->callee->isFence() && call->callee->synchronization);
    }
  return atomics && (orders || followsAtomics(procedure));
}

std::string orderBeyondBarriers(const Procedure& procedure) {
  if (hasSignals(procedure)) return "threads order each other by fences and atomic operations";
  for (const auto& block : procedure.blocks)
    for (const Statement& statement : block->statements) {
      const Call* call = statement.as<Call>();
      if (!call || call->callee->role != Procedure::Role::Synchronization) continue;
      const SyncPrimitive primitive = call->callee->synchronization->primitive;
      const bool plain =
          primitive == SyncPrimitive::Barrier || primitive == SyncPrimitive::WarpBarrier ||
          primitive == SyncPrimitive::TileBarrier || primitive == SyncPrimitive::Exchange ||
          primitive == SyncPrimitive::ActiveMask;
      if (!plain) return "it is not followed through " + call->callee->sourceName;
    }
  return {};
}

}  // namespace barricade
