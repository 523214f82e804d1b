// Loops by the watch transformation (docs/verification.md):
//
//   nothing or jump;  BODY (log and check);  nothing or jump;  BODY (check only);  the loop is left
//
// A jump skips one or more complete iterations: what the loop modifies becomes arbitrary within
// what is known (closed forms, facts of the iteration before, invariants). There is no jump behind
// the last body: a pair inside the loop is finished then, and every other pair has the last
// iteration as one of its two bodies. The result is loop-free and exact for adjacent iterations.
#include <algorithm>

#include "verifier/execution.h"

namespace barricade {

namespace {

bool isOptional(const Statement& invariant) {
  const Assert& check = *invariant.as<Assert>();
  return check.optional || check.candidate;
}

}  // namespace

void Execution::runLoop(const Loop& loop, const PerThread& entry, Incoming& outside, Pass pass) {
  LoopRun run{loop, entry, counterNumber(0), state_.values, {}};
  if (isSummary()) {
    summarizeLoop(run);
    outside = std::move(run.exits);
    return;
  }
  stateObligations(run, pass);
  checkInvariants(run, pass);
  if (options_.unwind > 0) {
    for (unsigned i = 0; i < options_.unwind; ++i) body(run, pass);
    for (unsigned t = 0; t < threads(); ++t) assume(terms_.lnot(running(run.active)[t]));
  } else if (const auto trips = tripsToUnroll(run)) {
    for (unsigned i = 0; i <= *trips; ++i) {
      if (i > 0) checkInvariants(run, pass);
      body(run, pass);
    }
    for (unsigned t = 0; t < threads(); ++t) assume(terms_.lnot(run.active[t]));
  } else {
    jump(run, pass);
    body(run, pass);
    stateObligations(run, pass);
    checkInvariants(run, pass);
    if (pass.log) {
      const Pass checkOnly{false, pass.check, pass.pausing};
      if (kernel_.hasConditionalBarrier(loop.index))
        for (unsigned i = 0; i < options_.explicitBodies; ++i) body(run, checkOnly);
      jump(run, checkOnly);
      body(run, checkOnly);
    }
  }
  // Who is still inside goes no further. When that is both or neither, or when nothing but values
  // is asked for, there is nothing left to see of it; one thread alone is paused.
  const bool together = threads() == 1 || run.active[0] == run.active[1];
  for (unsigned t = 0; t < threads(); ++t) {
    if (together || !pass.pausing)
      assume(terms_.implies(run.active[t], state_.paused[t]));
    else
      state_.paused[t] = terms_.lor(state_.paused[t], run.active[t]);
  }
  outside = std::move(run.exits);
}

void Execution::body(LoopRun& run, Pass pass) {
  position_.push_back({run.loop.index, run.counter});
  Incoming exits;
  run.active = runRegion(static_cast<int>(run.loop.index), run.active, exits, pass);
  for (const auto& [target, condition] : exits) run.addExit(terms_, target, condition);
  run.counter = terms_.add(run.counter, counterNumber(1));
  position_.pop_back();
}

//--- Jumps ----------------------------------------------------------------------------------

void Execution::jump(LoopRun& run, Pass pass) {
  const bool together = threads() == 1 || run.active[0] == run.active[1];
  const Expr counter = freshCounter("iteration");
  assume(terms_.lessEqual(run.counter, counter, false));
  if (!kernel_.program().mathInt)
    assume(terms_.less(counter, counterNumber(BigInt(1) << (counterWidth - 1)), false));
  const Expr taken = terms_.lnot(terms_.equal(counter, run.counter));

  // A thread may leave during a jump, but not the last one: its last iteration is explicit.
  PerThread inside = run.active;
  PerThread leaving{terms_.no(), terms_.no()};
  const bool mayLeave = !together || !uniformity_.loop(run.loop.index);
  if (mayLeave && threads() == 2)
    for (unsigned t = 0; t < 2; ++t) {
      const Expr stays = terms_.lor(terms_.lnot(taken), terms_.fresh("stays", boolType()));
      inside[t] = terms_.land(run.active[t], stays);
      leaving[t] = terms_.land(run.active[t], terms_.lnot(stays));
    }
  const PerThread going = running(inside);
  assume(terms_.implies(taken, terms_.lor(going[0], going[threads() - 1])));

  // The values of who stays, is out, or leaves.
  std::array<std::vector<Expr>, 2> behind = state_.values;
  for (std::size_t v : kernel_.modifiedIn(run.loop.index)) {
    const bool shared = uniformity_.variable(v) && together;
    Expr arbitrary = anyValue(v);
    for (unsigned t = 0; t < threads(); ++t) {
      if (t == 1 && !shared) arbitrary = anyValue(v);
      behind[t][v] = valueBehindJump(run, v, t, counter, taken, arbitrary);
    }
  }
  if (mayLeave && threads() == 2)
    leaveDuringJump(run, leaving, counter);  // sets the values of who leaves
  // Who is out, also since the last body, keeps its values.
  for (std::size_t v : kernel_.modifiedIn(run.loop.index))
    if (kernel_.liveBehind(v, run.loop.index))
      for (unsigned t = 0; t < threads(); ++t)
        if (state_.values[t][v])
          behind[t][v] = terms_.ite(inside[t], behind[t][v], state_.values[t][v]);
  state_.values = std::move(behind);
  if (threads() == 1) state_.values[1] = state_.values[0];

  if (pass.check) endPendingInJump(run, inside, taken);
  forgetContents(run.loop, taken);
  run.active = inside;
  run.counter = counter;
  const Expr before = terms_.sub(counter, counterNumber(1));
  const Expr notFirst = terms_.lnot(terms_.equal(counter, counterNumber(0)));
  PerThread completed{};
  for (unsigned t = 0; t < 2; ++t) completed[t] = terms_.land(inside[t], notFirst);
  assumeFacts(run, completed, {before, before});
  boundCounter(run);
  assumeInvariants(run, pass);
}

Expr Execution::valueBehindJump(const LoopRun& run, std::size_t variable, unsigned thread,
                                Expr counter, Expr taken, Expr arbitrary) {
  const LoopSummary& summary = subject_.summaries[run.loop.index];
  if (auto it = summary.closed.find(variable);
      it != summary.closed.end() && run.initial[thread][variable])
    return closedValue(it->second, run, variable, thread, counter);
  if (auto form =
          literalOrbit(terms_, summary, subject_.placeholders, run.initial[thread], variable))
    return periodicValue(*form, run, variable, thread, counter);
  const Expr current = state_.values[thread][variable];
  return current ? terms_.ite(taken, arbitrary, current) : arbitrary;
}

// A thread that leaves during a jump does so in an iteration of its own, of which only the values
// and the way out matter.
void Execution::leaveDuringJump(LoopRun& run, const PerThread& leaving, Expr limit) {
  const unsigned loop = run.loop.index;
  std::vector<unsigned> targets;
  for (const auto& [from, to] : run.loop.exits) targets.push_back(to);
  std::sort(targets.begin(), targets.end());
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  bool valuesMatter = false;
  for (std::size_t v : kernel_.modifiedIn(loop))
    valuesMatter = valuesMatter || kernel_.liveBehind(v, loop);
  if (targets.empty()) {
    for (unsigned t = 0; t < 2; ++t) assume(terms_.lnot(leaving[t]));
    return;
  }
  if (!valuesMatter && targets.size() == 1) {
    run.addExit(terms_, targets.front(), leaving);
    return;
  }
  PerThread last{};
  for (unsigned t = 0; t < 2; ++t) {
    last[t] = freshCounter("last");
    assume(terms_.implies(leaving[t], terms_.land(terms_.lessEqual(run.counter, last[t], false),
                                                  terms_.less(last[t], limit, false))));
    const Expr later = terms_.lnot(terms_.equal(last[t], run.counter));
    for (std::size_t v : kernel_.modifiedIn(loop)) {
      const Expr head = valueBehindJump(run, v, t, last[t], later, anyValue(v));
      Expr& current = state_.values[t][v];
      current = current ? terms_.ite(leaving[t], head, current) : head;
    }
  }
  PerThread completed{};
  PerThread before{};
  for (unsigned t = 0; t < 2; ++t) {
    completed[t] = terms_.land(leaving[t], terms_.lnot(terms_.equal(last[t], counterNumber(0))));
    before[t] = terms_.sub(last[t], counterNumber(1));
  }
  assumeFacts(run, completed, before);
  const auto contents = state_.contents;
  Incoming exits;
  const PerThread back =
      runRegion(static_cast<int>(loop), leaving, exits, Pass{false, false, false});
  for (unsigned t = 0; t < 2; ++t) assume(terms_.lnot(back[t]));
  for (const auto& [target, condition] : exits) run.addExit(terms_, target, condition);
  state_.contents = contents;
}

// Skipped iterations write, and their barriers make the writes of others visible.
void Execution::forgetContents(const Loop& loop, Expr taken) {
  bool barriers = false;
  for (unsigned b : loop.blocks)
    for (const Statement& statement : kernel_.procedure().blocks[b]->statements)
      if (const Call* call = statement.as<Call>()) barriers = barriers || call->callee->isBarrier();
  for (std::size_t a = 0; a < kernel_.arrays().size(); ++a) {
    const KernelArray& array = kernel_.arrays()[a];
    const bool shared = array.array->canRace() && !array.readOnly();
    if (kernel_.loopStores(loop.index, a)) atomicResults_.erase(a);
    if (!kernel_.loopWrites(loop.index, a) && !(barriers && shared)) continue;
    forget(a, taken);
  }
}

// What was pending stays so, unless both threads are still in the loop and every complete
// iteration meets a barrier: then at least one has ended it. (Clearing it when a thread has left
// would be wrong, and so would a final jump: the last, partial iteration may miss the barrier.)
void Execution::endPendingInJump(const LoopRun& run, const PerThread& inside, Expr taken) {
  if (threads() == 1) return;
  const PerThread going = running(inside);
  const Expr both = terms_.land(taken, going[0], going[1]);
  if (isRaces()) {
    Event event;
    event.kind = Event::Kind::Jump;
    event.loop = run.loop.index;
    event.entering = running(run.active);
    event.active = going;
    event.taken = taken;
    event.loops = position_;
    events_.push_back(std::move(event));
    for (std::size_t a = 0; a < kernel_.arrays().size(); ++a) {
      if (!observes(a)) continue;
      const Expr ended = surelyRuns(run.loop, kernel_.arrays()[a].array->space);
      keepPending(a, terms_.lnot(terms_.land(both, ended)));
    }
  }
  // A thread cannot pass a barrier of the skipped iterations when the other was out before. (One
  // that leaves in the first of them may have passed its barrier.)
  const PerThread before = running(run.active);
  const Expr met = surelyRuns(run.loop, std::nullopt);
  assume(terms_.implies(terms_.land(taken, met), terms_.equal(before[0], before[1])));
}

//--- Invariants -----------------------------------------------------------------------------

LoopView Execution::view(const LoopRun& run) {
  LoopView view;
  view.value = [this](unsigned t, std::size_t v) { return currentValue(v, t); };
  view.initial = [&run](unsigned t, std::size_t v) { return run.initial[t][v]; };
  view.instantiate = [this, &run](unsigned t, Expr e) {
    return instantiate(e, run, t, run.counter);
  };
  view.evaluate = [this, &run](unsigned t, Expr e) { return evaluate(e, t, run.active); };
  view.active = running(run.active);
  view.counter = run.counter;
  return view;
}

void Execution::assumeInvariants(const LoopRun& run, Pass pass) {
  const PerThread going = running(run.active);
  for (const Statement* invariant : kernel_.invariants(run.loop.index)) {
    const Assert& check = *invariant->as<Assert>();
    if (isOptional(*invariant) || mentionsPending(check.condition)) continue;
    for (unsigned t = 0; t < threads(); ++t) {
      const Expr holds = invariantCondition(run, *invariant, t);
      assume(check.predicated ? terms_.implies(going[t], holds) : holds);
    }
  }
  // A candidate may relate the two threads, who are at different iterations when only values are
  // asked for.
  if (!pass.check) return;
  for (const Candidate& candidate : candidates_)
    if (candidate.alive && candidate.loop == run.loop.index)
      assume(terms_.implies(candidate.selector, candidate.invariant(terms_, view(run))));
}

void Execution::stateObligations(const LoopRun& run, Pass pass) {
  if (!isChecks() || !pass.check) return;
  for (std::size_t c = 0; c < candidates_.size(); ++c) {
    const Candidate& candidate = candidates_[c];
    if (!candidate.alive || candidate.loop != run.loop.index) continue;
    const Expr violation =
        terms_.land(state_.assumption, terms_.lnot(candidate.invariant(terms_, view(run))));
    if (!violation->isFalse()) obligations_.push_back({c, violation});
  }
}

//--- The user's invariants ------------------------------------------------------------------

// The invariant stands in the header, maybe behind assignments that it uses.
Expr Execution::invariantCondition(const LoopRun& run, const Statement& invariant,
                                   unsigned thread) {
  const auto values = state_.values;
  for (const Statement& statement : kernel_.procedure().blocks[run.loop.header]->statements) {
    if (&statement == &invariant) break;
    const Assign* assign = statement.as<Assign>();
    if (!assign) continue;
    for (std::size_t i = 0; i < assign->targets.size(); ++i) {
      const Variable* target = assign->targets[i].variable;
      if (kernel_.isLocal(target) && kernel_.matters(target))
        state_.values[thread][kernel_.indexOf(target)] =
            evaluate(assign->values[i], thread, run.active);
    }
  }
  const Expr condition = evaluate(invariant.as<Assert>()->condition, thread, run.active);
  state_.values = values;
  return condition;
}

void Execution::checkInvariants(const LoopRun& run, Pass pass) {
  if (!pass.check) return;
  for (const Statement* invariant : kernel_.invariants(run.loop.index)) {
    const Assert& check = *invariant->as<Assert>();
    if (isOptional(*invariant) || mentionsPending(check.condition) != isRaces()) continue;
    const Expr holds = invariantCondition(run, *invariant, 0);
    ErrorCondition error;
    error.kind = FindingKind::Invariant;
    error.condition =
        terms_.land(check.predicated ? running(run.active)[0] : terms_.lnot(state_.paused[0]),
                    terms_.lnot(holds));
    error.statement = invariant;
    error.message = run.counter->isLiteral() ? "on entry" : "maintained";
    report(std::move(error));
  }
}

//--- Summaries ------------------------------------------------------------------------------

void Execution::summarizeLoop(LoopRun& run) {
  const unsigned loop = run.loop.index;
  for (std::size_t v : kernel_.modifiedIn(loop))
    state_.values[0][v] = state_.values[1][v] = anyValue(v);
  for (const auto& [from, to] : run.loop.exits) {
    if (run.exits.contains(to)) continue;
    const bool only = std::all_of(run.loop.exits.begin(), run.loop.exits.end(),
                                  [&, target = to](const auto& e) { return e.second == target; });
    const Expr way = only ? terms_.yes() : terms_.fresh("exit", boolType());
    run.addExit(terms_, to, {terms_.land(run.active[0], way), terms_.land(run.active[1], way)});
  }
}

}  // namespace barricade
