// Barriers, and the invariants that the programmer states for them.
#include "ir/printer.h"
#include "ir/uses.h"
#include "verifier/execution.h"

namespace barricade {

Expr Execution::enabledTerm(const Call& call) const {
  auto it = options_.barrierVariables.find(call.barrierVariable);
  return it != options_.barrierVariables.end() ? it->second : terms_.yes();
}

void Execution::barrier(const Call& call, const Step& step) {
  if (isSummary()) return;
  const Event event = barrierEvent(call, step);
  const bool valuesOnly = !step.pass.log && !step.pass.check;
  const bool orders = !valuesOnly && (pair_.mode == Mode::Intra || event.grid);
  if (!valuesOnly) events_.push_back(event);
  if (orders && threads() == 2) passTogether(event, step);
  for (std::size_t a = 0; a < kernel_.arrays().size(); ++a) {
    const KernelArray& array = kernel_.arrays()[a];
    if (!array.array->canRace()) continue;
    if (orders && observes(a)) endPending(a, event);
    if (options_.kept[a] && !array.readOnly()) revealWrites(a, event, valuesOnly);
  }
  if (!valuesOnly) assumeBarrierInvariants(event.active, event.enabled);
}

Event Execution::barrierEvent(const Call& call, const Step& step) {
  auto fence = [&](std::size_t argument, unsigned t) {
    if (call.args.size() <= argument) return terms_.yes();
    const Expr flag = evaluate(call.args[argument], t, step.active);
    return terms_.lnot(terms_.equal(flag, terms_.number(0, flag->type())));
  };
  Event event;
  event.kind = Event::Kind::Barrier;
  event.statement = &step.statement;
  event.active = running(step.active);
  event.enabled = enabledTerm(call);
  event.grid = call.callee->role == Procedure::Role::GridBarrier;
  for (unsigned t = 0; t < threads(); ++t) {
    event.localFence[t] = fence(0, t);
    event.globalFence[t] = fence(1, t);
  }
  event.loops = position_;
  return event;
}

// Both threads come to an enabled barrier, or neither: else they diverge there, which is reported,
// and go no further.
void Execution::passTogether(const Event& barrier, const Step& step) {
  const Expr together = terms_.equal(barrier.active[0], barrier.active[1]);
  if (isChecks() && step.pass.check && !together->isTrue()) {
    const Expr nobodyPaused =
        terms_.land(terms_.lnot(state_.paused[0]), terms_.lnot(state_.paused[1]));
    ErrorCondition error;
    error.kind = FindingKind::Divergence;
    error.condition = terms_.land(barrier.enabled, nobodyPaused, terms_.lnot(together));
    error.ifEnabled = terms_.land(state_.assumption, nobodyPaused, terms_.lnot(together));
    error.statement = &step.statement;
    error.active = barrier.active;
    report(std::move(error));
  }
  assume(terms_.implies(barrier.enabled, together));
}

Expr Execution::passedByAll(const Event& barrier) {
  return terms_.land(barrier.enabled, barrier.active[0],
                     threads() == 2 ? barrier.active[1] : terms_.yes());
}

// A fence orders what the thread that asks for it has done; thread 1 is the one that logs.
void Execution::endPending(std::size_t array, const Event& barrier) {
  const Expr fence = kernel_.arrays()[array].array->space == AddressSpace::Global
                         ? barrier.globalFence[0]
                         : barrier.localFence[0];
  keepPending(array, terms_.lnot(terms_.land(passedByAll(barrier), fence)));
}

// Other threads' writes become visible; between groups, to whichever thread is here.
void Execution::revealWrites(std::size_t array, const Event& barrier, bool valuesOnly) {
  const PerThread& running = barrier.active;
  const bool global = kernel_.arrays()[array].array->space == AddressSpace::Global;
  if (!sameContents(array)) {
    PerThread changed{};
    for (unsigned t = 0; t < threads(); ++t) changed[t] = terms_.land(barrier.enabled, running[t]);
    forget(array, changed);
  } else if (valuesOnly || (pair_.mode == Mode::Inter && global)) {
    forget(array, terms_.land(barrier.enabled, terms_.lor(running[0], running[threads() - 1])));
  } else {
    forget(array, passedByAll(barrier));
  }
}

//--- Barrier invariants ---------------------------------------------------------------------

void Execution::barrierInvariant(const Call& call, const Step& step) {
  if (isSummary()) return;
  // What the invariant reads must not be written by others meanwhile.
  std::vector<Expr> reads;
  collectReads(call.args[0], reads);
  for (Expr read : reads) {
    PerThread offset{};
    // An element at an index of the other thread is read by that one.
    const bool swapped = threads() == 2 && mentionsOther(read->arg(1));
    for (unsigned t = 0; t < threads(); ++t)
      offset[t] = evaluate(read->arg(1), swapped ? 1 - t : t, step.active);
    access(elementAccess(AccessKind::Read, read->arg(0)->variable(), offset), step);
  }
  if (isChecks() && step.pass.check) {
    const Expr value = evaluate(call.args[0], 0, step.active);
    ErrorCondition error;
    error.kind = FindingKind::BarrierInvariant;
    error.condition =
        terms_.land(running(step.active)[0], terms_.equal(value, terms_.number(0, value->type())));
    error.statement = &step.statement;
    error.message = toString(kernel_.program(), call.args[0]);
    report(std::move(error));
  }
  barrierInvariants_.push_back(&call);
}

// What was asserted of every thread at the barrier holds behind it for the threads that the
// programmer names.
void Execution::assumeBarrierInvariants(const PerThread& running, Expr enabled) {
  for (const Call* call : barrierInvariants_) {
    bool instantiable = true;
    forEachVariable(call->args[0], [&](const Variable* v) {
      if (kernel_.isLocal(v) && !uniformity_.variable(kernel_.indexOf(v))) instantiable = false;
    });
    if (!instantiable) {
      notes_.emplace_back(
          "a barrier invariant that mentions thread-dependent variables is checked "
          "but not used");
      continue;
    }
    const bool binary = call->callee->role == Procedure::Role::BinaryBarrierInvariant;
    for (unsigned t = 0; t < threads(); ++t)
      for (std::size_t i = 1; i < call->args.size(); i += binary ? 2 : 1) {
        const Expr first = evaluate(call->args[i], t, running);
        const Expr second =
            binary && i + 1 < call->args.size() ? evaluate(call->args[i + 1], t, running) : first;
        const Expr size = facts_.groupSize[0];
        Expr inRange = terms_.yes();
        for (Expr id : {first, second})
          inRange = terms_.land(inRange, terms_.lessEqual(terms_.number(0, id->type()), id, true),
                                terms_.less(id, size, true));
        instantiatedIds_ = t == 0 ? PerThread{first, second} : PerThread{second, first};
        const Expr value = evaluate(call->args[0], t, running);
        instantiatedIds_.reset();
        assume(terms_.implies(terms_.land(enabled, running[t], inRange),
                              terms_.lnot(terms_.equal(value, terms_.number(0, value->type())))));
      }
  }
  barrierInvariants_.clear();
}

}  // namespace barricade
