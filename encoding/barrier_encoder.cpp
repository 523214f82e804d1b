#include "encoding/barrier_encoder.h"

#include "encoding/participation.h"
#include "encoding/phase_checks.h"
#include "ir/printer.h"
#include "ir/uses.h"

namespace barricade {

void BarrierEncoder::barrier(const Call& call, const Step& step) {
  Event event = eventOf(call, step);
  const bool valuesOnly = !step.pass.log && !step.pass.check;
  within_ = Participation(run_).within(call.callee->synchronization->scope);
  const bool orders = !valuesOnly && run_.threads() == 2 && !within_->isFalse();
  if (!valuesOnly) run_.record.events.push_back(event);
  if (!valuesOnly && signals_.isActive()) signals_.barrier(event, step);
  if (orders) {
    if (step.pass.check) stopAt(event);
    passTogether(event, step);
    leaveNobodyBehind(event, step);
  }
  for (std::size_t a = 0; a < run_.kernel.arrays().size(); ++a) {
    const KernelArray& array = run_.kernel.arrays()[a];
    if (!array.array->canRace()) continue;
    if (orders && monitor_.observes(a)) endPending(a, event);
    if (run_.options.precise[a] && !array.readOnly() &&
        run_.subject.intervals.mayChangeAt(array.array->variable, step.statement))
      revealWrites(a, event, valuesOnly);
  }
  if (!valuesOnly) assumeInvariants(event);
}

Event BarrierEncoder::eventOf(const Call& call, const Step& step) {
  auto fence = [&](SyncParameter parameter, unsigned t) {
    const auto position = call.callee->synchronization->position(parameter);
    if (!call.callee->synchronization->ordersMemory()) return run_.terms.no();
    if (!position) return run_.terms.yes();
    return run_.terms.isNonZero(evaluator_.evaluate(call.args[*position], t, step.path));
  };
  Event event;
  event.kind = Event::Kind::Barrier;
  event.statement = &step.statement;
  event.running = run_.running(step.path);
  event.enabled = run_.isEnabled(call);
  event.grid = call.callee->role == Procedure::Role::GridBarrier;
  for (unsigned t = 0; t < run_.threads(); ++t) {
    event.localFence[t] = fence(SyncParameter::LocalFence, t);
    event.globalFence[t] = fence(SyncParameter::GlobalFence, t);
    event.excused[t] = run_.isExcused(t);
  }
  event.loops = run_.position;
  return event;
}

// Who is here waits for all others, also for one that waits somewhere else for this thread.
void BarrierEncoder::stopAt(const Event& barrier) {
  const Expr waits = run_.terms.land(within_, barrier.enabled);
  PhaseChecks(run_).stop(
      {run_.terms.land(waits, barrier.running[0]), run_.terms.land(waits, barrier.running[1])}, 0);
}

// Both threads come to an enabled barrier, or neither, or the other one is excused: else they
// diverge there, which is reported, and go no further.
void BarrierEncoder::passTogether(const Event& barrier, const Step& step) {
  Expr together = run_.terms.lor(run_.terms.lnot(within_),
                                 run_.terms.equal(barrier.running[0], barrier.running[1]));
  const bool isChecked = run_.isChecks() && step.pass.check;
  for (unsigned t = 0; t < 2; ++t) {
    const Expr alone = run_.terms.land(barrier.running[t], barrier.excused[1 - t]);
    if (isChecked) run_.goWithoutEnded(run_.terms.land(within_, barrier.enabled, alone));
    together = run_.terms.lor(together, alone);
  }
  if (isChecked && !together->isTrue()) {
    const Expr nobodyPaused = run_.nobodyPaused();
    ErrorCondition error;
    error.kind = FindingKind::Divergence;
    error.condition = run_.terms.land(barrier.enabled, nobodyPaused, run_.terms.lnot(together));
    error.ifEnabled =
        run_.terms.land(run_.state.assumption, nobodyPaused, run_.terms.lnot(together));
    error.statement = &step.statement;
    error.running = barrier.running;
    run_.report(std::move(error));
  }
  run_.assume(run_.terms.implies(barrier.enabled, together));
}

// Where both have one path to a barrier, either both pass it, or both have been left behind before:
// then nothing is seen any more, and the execution is cut off. So who passes has not been left
// behind, and what comes after need not ask.
void BarrierEncoder::leaveNobodyBehind(Event& barrier, const Step& step) {
  const Expr path = step.path[0];
  const bool isOne = path == step.path[1] && within_->isTrue() && barrier.enabled->isTrue() &&
                     barrier.excused[0]->isFalse() && barrier.excused[1]->isFalse();
  if (!isOne) return;
  Terms& terms = run_.terms;
  for (Expr& paused : run_.state.paused) {
    run_.assume(terms.implies(path, terms.lnot(paused)));
    paused = terms.land(terms.assuming(paused, terms.lnot(path)), terms.lnot(path));
  }
  barrier.running = run_.running(step.path);
}

Expr BarrierEncoder::passedByAll(const Event& barrier) const {
  return run_.terms.land(run_.terms.land(within_, barrier.enabled), barrier.running[0],
                         run_.threads() == 2 ? barrier.running[1] : run_.terms.yes());
}

// A fence orders what the thread that asks for it has done; thread 1 is the one that logs.
void BarrierEncoder::endPending(std::size_t array, const Event& barrier) {
  const Expr fence = run_.kernel.arrays()[array].array->space == AddressSpace::Global
                         ? barrier.globalFence[0]
                         : barrier.localFence[0];
  monitor_.keepPending(array, run_.terms.lnot(run_.terms.land(passedByAll(barrier), fence)));
}

// Other threads' writes become visible; between groups, to whichever thread is here.
void BarrierEncoder::revealWrites(std::size_t array, const Event& barrier, bool valuesOnly) {
  const PerThread& running = barrier.running;
  const bool global = run_.kernel.arrays()[array].array->space == AddressSpace::Global;
  if (!memory_.isShared(array)) {
    PerThread changed{};
    for (unsigned t = 0; t < run_.threads(); ++t)
      changed[t] = run_.terms.land(barrier.enabled, running[t]);
    memory_.meet(array, changed);
  } else if (valuesOnly || run_.kernel.procedure().excusesExited ||
             (run_.pair.mode == Mode::Inter && global)) {
    memory_.meet(array, run_.terms.land(barrier.enabled,
                                        run_.terms.lor(running[0], running[run_.threads() - 1])));
  } else {
    memory_.meet(array, passedByAll(barrier));
  }
}

//--- Barrier invariants ---------------------------------------------------------------------

void BarrierEncoder::barrierInvariant(const Call& call, const Step& step) {
  // What the invariant reads must not be written by others meanwhile.
  std::vector<Expr> reads;
  collectReads(call.args[0], reads);
  for (Expr read : reads) {
    PerThread offset{};
    // An element at an index of the other thread is read by that one.
    const bool swapped = run_.threads() == 2 && mentionsOther(read->arg(1));
    for (unsigned t = 0; t < run_.threads(); ++t)
      offset[t] = evaluator_.evaluate(read->arg(1), swapped ? 1 - t : t, step.path);
    monitor_.access(
        monitor_.elementAccess(AccessKind::Read, read->arg(0)->variable(), read->arg(1), offset),
        step);
  }
  if (run_.isChecks() && step.pass.check) {
    const Expr value = evaluator_.evaluate(call.args[0], 0, step.path);
    ErrorCondition error;
    error.kind = FindingKind::BarrierInvariant;
    error.condition = run_.terms.land(run_.running(step.path)[0],
                                      run_.terms.equal(value, run_.terms.number(0, value->type())));
    error.statement = &step.statement;
    error.message = toString(run_.kernel.program(), call.args[0]);
    run_.report(std::move(error));
  }
  stated_.push_back(&call);
}

// What was asserted of every thread at the barrier holds after it for the threads that the
// programmer names.
void BarrierEncoder::assumeInvariants(const Event& barrier) {
  for (const Call* call : stated_) {
    bool instantiable = true;
    forEachVariable(call->args[0], [&](const Variable* v) {
      if (run_.kernel.isLocal(v) && !run_.uniformity.variable(run_.kernel.indexOf(v)))
        instantiable = false;
    });
    if (instantiable)
      instantiate(*call, barrier);
    else
      run_.record.notes.emplace_back(
          "a barrier invariant that mentions thread-dependent variables is checked "
          "but not used");
  }
  stated_.clear();
}

void BarrierEncoder::instantiate(const Call& invariant, const Event& barrier) {
  Terms& terms = run_.terms;
  const PerThread& running = barrier.running;
  const auto& args = invariant.args;
  const bool binary = invariant.callee->role == Procedure::Role::BinaryBarrierInvariant;
  for (unsigned t = 0; t < run_.threads(); ++t)
    for (std::size_t i = 1; i < args.size(); i += binary ? 2 : 1) {
      const Expr first = evaluator_.evaluate(args[i], t, running);
      const Expr second =
          binary && i + 1 < args.size() ? evaluator_.evaluate(args[i + 1], t, running) : first;
      Expr inRange = terms.yes();
      for (Expr id : {first, second})
        inRange = terms.land(inRange, terms.lessEqual(terms.number(0, id->type()), id, true),
                             terms.less(id, run_.launch.groupSize[0], true));
      Bindings bindings;
      bindings.ids = t == 0 ? PerThread{first, second} : PerThread{second, first};
      const Expr value = evaluator_.evaluate(args[0], t, running, &bindings);
      run_.assume(terms.implies(terms.land(barrier.enabled, running[t], inRange),
                                terms.lnot(terms.equal(value, terms.number(0, value->type())))));
    }
}

}  // namespace barricade
