#include "encoding/loop_invariants.h"

namespace barricade {
namespace {

bool isOptional(const Statement& invariant) {
  const Assert& check = *invariant.as<Assert>();
  return check.optional || check.candidate;
}

}  // namespace

LoopView LoopInvariants::view(const LoopRun& loop) {
  LoopView view;
  view.value = [this](unsigned t, std::size_t v) { return evaluator_.currentValue(v, t); };
  view.initial = [&loop](unsigned t, std::size_t v) { return loop.initial[t][v]; };
  view.instantiate = [this, &loop](unsigned t, Expr e) {
    return head_.instantiate(e, loop, t, loop.counter);
  };
  view.evaluate = [this, &loop](unsigned t, Expr e) {
    return evaluator_.evaluate(e, t, loop.path);
  };
  view.running = run_.running(loop.path);
  view.paused = run_.state.paused;
  view.counter = loop.counter;
  return view;
}

void LoopInvariants::assume(const LoopRun& loop, Pass pass) {
  const PerThread going = run_.running(loop.path);
  for (const Statement* invariant : run_.kernel.invariants(loop.loop.index)) {
    const Assert& check = *invariant->as<Assert>();
    if (isOptional(*invariant) || mentionsPending(check.condition)) continue;
    for (unsigned t = 0; t < run_.threads(); ++t) {
      const Expr holds = conditionOf(loop, *invariant, t);
      run_.assume(check.predicated ? run_.terms.implies(going[t], holds) : holds);
    }
  }
  // A candidate may relate the two threads, who are at different iterations when only values are
  // asked for.
  if (!pass.check) return;
  for (const Candidate& candidate : run_.candidates)
    if (candidate.alive && candidate.loop == loop.loop.index)
      run_.assume(
          run_.terms.implies(candidate.selector, candidate.invariant(run_.terms, view(loop))));
}

void LoopInvariants::stateObligations(const LoopRun& loop, Pass pass) {
  if (!run_.isChecks() || !pass.check) return;
  for (std::size_t c = 0; c < run_.candidates.size(); ++c) {
    const Candidate& candidate = run_.candidates[c];
    if (!candidate.alive || candidate.loop != loop.loop.index) continue;
    const Expr holds = candidate.invariant(run_.terms, view(loop));
    const Expr violation = run_.terms.land(run_.state.assumption, run_.terms.lnot(holds));
    if (!violation->isFalse()) run_.record.obligations.push_back({c, violation});
  }
}

// The invariant stands in the header, maybe after assignments that it uses.
Expr LoopInvariants::conditionOf(const LoopRun& loop, const Statement& invariant, unsigned thread) {
  const Kernel& kernel = run_.kernel;
  const auto values = run_.state.values;
  for (const Statement& statement : kernel.procedure().blocks[loop.loop.header]->statements) {
    if (&statement == &invariant) break;
    const Assign* assign = statement.as<Assign>();
    if (!assign) continue;
    for (std::size_t i = 0; i < assign->targets.size(); ++i) {
      const Variable* target = assign->targets[i].variable;
      if (kernel.isLocal(target) && kernel.inSlice(target))
        run_.state.values[thread][kernel.indexOf(target)] =
            evaluator_.evaluate(assign->values[i], thread, loop.path);
    }
  }
  const Expr condition = evaluator_.evaluate(invariant.as<Assert>()->condition, thread, loop.path);
  run_.state.values = values;
  return condition;
}

void LoopInvariants::check(const LoopRun& loop, Pass pass) {
  if (!pass.check) return;
  for (const Statement* invariant : run_.kernel.invariants(loop.loop.index)) {
    const Assert& check = *invariant->as<Assert>();
    if (isOptional(*invariant) || mentionsPending(check.condition) != run_.isRaces()) continue;
    const Expr holds = conditionOf(loop, *invariant, 0);
    ErrorCondition error;
    error.kind = FindingKind::Invariant;
    error.condition = run_.terms.land(
        check.predicated ? run_.running(loop.path)[0] : run_.terms.lnot(run_.state.paused[0]),
        run_.terms.lnot(holds));
    error.statement = invariant;
    error.message = loop.counter->isLiteral() ? "on entry" : "maintained";
    run_.report(std::move(error));
  }
}

}  // namespace barricade
