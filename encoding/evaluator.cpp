#include "encoding/evaluator.h"

#include <utility>

#include "analysis/set_bits.h"
#include "ir/walk.h"

namespace barricade {

Expr Evaluator::evaluate(Expr e, unsigned thread, const PerThread& path, const Bindings* bindings) {
  std::unordered_map<Expr, Expr> memo;
  return fold<Expr>(
      e, memo, [&](Expr part) { return evaluateLeaf(part, thread, path, bindings); },
      [&](Expr part, const std::vector<Expr>& args) {
        if (part->op() == Op::Select)
          return memory_.read(part->arg(0)->variable(), args[1], thread);
        const Expr result = run_.terms.rebuild(part, args);
        if (isPopulationCount(part)) run_.populationCounts.add(args[0], result);
        if (args.size() == 2) run_.record.arithmetic.record(result, part->op(), args[0], args[1]);
        return result;
      });
}

// The value of what has one whatever the values of its arguments.
std::optional<Expr> Evaluator::evaluateLeaf(Expr e, unsigned thread, const PerThread& path,
                                            const Bindings* bindings) {
  switch (e->op()) {
    case Op::BoolLiteral:
    case Op::BvLiteral:
    case Op::IntLiteral:
    case Op::Forall:
    case Op::Exists: return e;
    case Op::Variable:
      return e->variable()->array ? e : evaluateVariable(e, thread, path, bindings);
    case Op::Old: return evaluateOld(e, thread, path, bindings);
    case Op::Select:
      if (e->arg(0)->op() == Op::Select) return wasReturned(e, thread, path, bindings);
      return std::nullopt;
    case Op::Apply:
      if (e->function()->isOtherThread())
        return evaluate(e->arg(0), run_.threads() == 2 ? 1 - thread : thread, path, bindings);
      return std::nullopt;
    default: return std::nullopt;
  }
}

PerThread Evaluator::evaluate(Expr e, const PerThread& path) {
  PerThread values{};
  for (unsigned t = 0; t < run_.threads(); ++t) values[t] = evaluate(e, t, path);
  return values;
}

Expr Evaluator::evaluateVariable(Expr e, unsigned thread, const PerThread& path,
                                 const Bindings* bindings) {
  const Variable* variable = e->variable();
  if (bindings) {
    const auto& actuals = bindings->actuals[thread];
    if (auto it = actuals.find(e); it != actuals.end()) return it->second;
    if (bindings->ids && variable->launch == LaunchConstant{LaunchConstant::Kind::LocalId, 0})
      return (*bindings->ids)[thread];
    if (auto it = bindings->occurred.find(variable); it != bindings->occurred.end())
      return it->second.after;
  }
  if (run_.kernel.isLocal(variable)) return currentValue(run_.kernel.indexOf(variable), thread);
  switch (variable->role) {
    case VariableRole::Enabled:
    case VariableRole::DominatorEnabled: return path[thread];
    case VariableRole::HasOccurred: return hasOccurred(variable);
    case VariableRole::WatchedOffset:
    case VariableRole::AccessOffset: return run_.watchedOffset(variable->type);
    case VariableRole::Plain:
    case VariableRole::Array:
    case VariableRole::Launch:
    case VariableRole::UsedMap:
    case VariableRole::Candidate:
    case VariableRole::ArrayId:
    case VariableRole::FunctionId: break;
  }
  return run_.pair.constant(run_.terms, run_.launch, variable, thread);
}

// Inlining has replaced what it can remember (ir/inline.h); what is left is of calls by contract.
Expr Evaluator::evaluateOld(Expr e, unsigned thread, const PerThread& path,
                            const Bindings* bindings) {
  if (!bindings || !bindings->before) return run_.terms.fresh("old", e->type());
  Bindings atCall = *bindings;
  for (auto& [variable, occurred] : atCall.occurred) occurred.after = occurred.before;
  PairState now = std::exchange(run_.state, *bindings->before);
  const Expr value = evaluate(e->arg(0), thread, path, &atCall);
  run_.state = std::move(now);
  return value;
}

Expr Evaluator::freshValue(std::size_t variable) {
  return run_.terms.fresh(run_.kernel.variable(variable)->name,
                          run_.kernel.variable(variable)->type);
}

Expr Evaluator::currentValue(std::size_t variable, unsigned thread) {
  Expr& value = run_.state.values[thread][variable];
  if (!value) value = freshValue(variable);
  return value;
}

Expr Evaluator::hasOccurred(const Variable* variable) const {
  const Pending& pending = run_.state.pending[run_.kernel.arrayIndex(variable->subject)];
  switch (variable->access) {
    case AccessKind::Read: return run_.terms.lor(pending.read, pending.asyncRead);
    case AccessKind::Write: return run_.terms.lor(pending.write, pending.asyncWrite);
    case AccessKind::Atomic: return pending.atomic;
  }
  return run_.terms.no();
}

// _USED_$$A[offset][value]: whether an atomic on that element has returned the value. What this
// run's atomics have returned is known; of other values nothing is.
Expr Evaluator::wasReturned(Expr used, unsigned thread, const PerThread& path,
                            const Bindings* bindings) {
  Terms& terms = run_.terms;
  const Variable* array = used->arg(0)->arg(0)->variable()->subject;
  const Expr offset = evaluate(used->arg(0)->arg(1), thread, path, bindings);
  const Expr value = evaluate(used->arg(1), thread, path, bindings);
  const bool ownOnly =
      array->array->space == AddressSpace::GroupShared && run_.pair.mode == Mode::Inter;
  Expr returned = terms.fresh("used", boolType());
  for (const AtomicResult& atomic : run_.atomicResults[run_.kernel.arrayIndex(array)])
    if (!ownOnly || atomic.thread == thread)
      returned = terms.lor(returned, terms.land(atomic.path, terms.equal(atomic.offset, offset),
                                                terms.equal(atomic.result, value)));
  return returned;
}

}  // namespace barricade
