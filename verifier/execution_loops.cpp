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

struct Execution::LoopRun {
  const Loop& loop;
  PerThread active;                          // still in the loop
  Expr counter;                              // iterations completed
  std::array<std::vector<Expr>, 2> initial;  // values when the loop was entered
  Incoming exits;

  void addExit(Terms& terms, unsigned target, const PerThread& condition) {
    auto& sum = exits.try_emplace(target, PerThread{terms.no(), terms.no()}).first->second;
    for (unsigned t = 0; t < 2; ++t) sum[t] = terms.lor(sum[t], condition[t]);
  }
};

namespace {

// Iteration counters: wide enough that no loop of a terminating kernel wraps them around.
constexpr unsigned counterWidth = 64;

bool isOptional(const Statement& invariant) {
  const Assert& check = *invariant.as<Assert>();
  return check.optional || check.candidate;
}

}  // namespace

Expr Execution::counterNumber(const BigInt& value) {
  return kernel_.program().mathInt ? terms_.pool().integer(value)
                                   : terms_.pool().bitVector(value, counterWidth);
}

Expr Execution::freshCounter(const std::string& hint) {
  return terms_.fresh(hint, kernel_.program().mathInt ? intType() : bitVectorType(counterWidth));
}

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
    Expr arbitrary = terms_.fresh(kernel_.variable(v)->name, kernel_.variable(v)->type);
    for (unsigned t = 0; t < threads(); ++t) {
      if (t == 1 && !shared)
        arbitrary = terms_.fresh(kernel_.variable(v)->name, kernel_.variable(v)->type);
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
      const Variable* variable = kernel_.variable(v);
      const Expr head =
          valueBehindJump(run, v, t, last[t], later, terms_.fresh(variable->name, variable->type));
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

//--- What is known at a loop head -----------------------------------------------------------

void Execution::assumeFacts(const LoopRun& run, const PerThread& completed,
                            const PerThread& counters) {
  for (Expr fact : subject_.summaries[run.loop.index].facts)
    for (unsigned t = 0; t < threads(); ++t)
      assume(terms_.implies(completed[t], instantiate(fact, run, t, counters[t])));
}

// A closed form goes on beyond the iteration in which the loop ends, where its variable may have
// wrapped around and the facts of the iteration before may hold again. They must have held in all
// iterations before: with literal initial values those are counted out; a variable with an odd step
// takes every value within 2^width iterations, also one that its comparison excludes.
void Execution::boundCounter(const LoopRun& run) {
  const LoopSummary& summary = subject_.summaries[run.loop.index];
  const PerThread going = running(run.active);
  for (unsigned t = 0; t < threads(); ++t) {
    if (const auto trips = literalTrips(run, t))
      assume(terms_.implies(going[t], terms_.lessEqual(run.counter, counterNumber(*trips), false)));
  }
  for (Expr fact : summary.facts) {
    if (fact->op() != Op::BvUlt && fact->op() != Op::BvSlt) continue;
    for (const auto& [v, form] : summary.closed) {
      if (form.kind != ClosedForm::Kind::Affine || !form.step->isLiteral()) continue;
      const Expr head = subject_.placeholders.variables[v];
      if (fact->arg(0) != head && fact->arg(1) != head) continue;
      if (form.step->value() == 0 || form.step->value() % 2 == 0) continue;
      if (head->type()->width() >= counterWidth) continue;  // no counter gets that far
      if (leavesOf(fact->arg(fact->arg(0) == head ? 1 : 0)).contains(head->variable())) continue;
      const Expr most = counterNumber(BigInt(1) << head->type()->width());
      for (unsigned t = 0; t < threads(); ++t)
        assume(terms_.implies(going[t], terms_.lessEqual(run.counter, most, false)));
    }
  }
}

// Complete iterations of a loop that can be run one by one; there is a last, partial one.
std::optional<unsigned> Execution::tripsToUnroll(const LoopRun& run) {
  constexpr unsigned mostTrips = 8;
  constexpr unsigned mostBodies = 64;  // in the whole kernel
  if (!options_.unroll) return std::nullopt;
  unsigned trips = 0;
  for (unsigned t = 0; t < threads(); ++t) {
    const auto mine = literalTrips(run, t);
    if (!mine || *mine > mostTrips) return std::nullopt;
    trips = std::max(trips, *mine);
  }
  if (unrolledBodies_ + trips + 1 > mostBodies) return std::nullopt;
  unrolledBodies_ += trips + 1;
  return trips;
}

std::optional<unsigned> Execution::literalTrips(const LoopRun& run, unsigned thread) {
  constexpr unsigned mostTrips = 4096;
  const LoopSummary& summary = subject_.summaries[run.loop.index];
  if (summary.facts.empty()) return std::nullopt;
  std::vector<Expr> initial;
  for (const auto& [v, form] : summary.closed) initial.push_back(run.initial[thread][v]);
  const auto [known, added] = trips_.try_emplace({run.loop.index, initial}, std::nullopt);
  if (!added) return known->second;
  for (Expr fact : summary.facts) {
    const auto leaves = leavesOf(fact);
    const bool closed = std::all_of(leaves.begin(), leaves.end(), [&](const Variable* leaf) {
      return std::any_of(summary.closed.begin(), summary.closed.end(), [&](const auto& entry) {
        return subject_.placeholders.variables[entry.first]->variable() == leaf &&
               run.initial[thread][entry.first] && run.initial[thread][entry.first]->isLiteral();
      });
    });
    if (!closed) continue;
    for (unsigned n = 0; n <= mostTrips; ++n) {
      const Expr held = instantiate(fact, run, thread, counterNumber(n));
      if (!held->isLiteral()) break;
      if (held->isFalse()) {
        known->second = std::min(known->second.value_or(n), n);
        break;
      }
    }
  }
  return known->second;
}

// A term over placeholders for `thread`, with closed forms at `counter`.
Expr Execution::instantiate(Expr e, const LoopRun& run, unsigned thread, Expr counter) {
  std::unordered_map<Expr, Expr> actuals;
  const LoopSummary& summary = subject_.summaries[run.loop.index];
  std::vector<Expr> work{e};
  std::unordered_set<Expr> seen;
  std::unordered_map<Expr, std::size_t> placeholderIndex;
  for (std::size_t v = 0; v < subject_.placeholders.variables.size(); ++v)
    if (subject_.placeholders.variables[v])
      placeholderIndex[subject_.placeholders.variables[v]] = v;
  while (!work.empty()) {
    Expr part = work.back();
    work.pop_back();
    if (!seen.insert(part).second) continue;
    for (Expr a : part->args()) work.push_back(a);
    if (part->op() != Op::Variable) continue;
    if (auto it = placeholderIndex.find(part); it != placeholderIndex.end()) {
      const std::size_t v = it->second;
      auto closed = summary.closed.find(v);
      Expr value = closed != summary.closed.end()
                       ? closedValue(closed->second, run, v, thread, counter)
                       : run.initial[thread][v];
      if (!value) value = terms_.fresh(kernel_.variable(v)->name, kernel_.variable(v)->type);
      actuals[part] = value;
    } else if (part->variable()->launch) {
      actuals[part] = pair_.constant(terms_, facts_, part->variable(), thread);
    }
  }
  std::unordered_map<Expr, Expr> memo;
  return terms_.substitute(e, actuals, memo);
}

Expr Execution::closedValue(const ClosedForm& form, const LoopRun& run, std::size_t variable,
                            unsigned thread, Expr counter) {
  const Expr initial = run.initial[thread][variable];
  if (!initial)
    return terms_.fresh(kernel_.variable(variable)->name, kernel_.variable(variable)->type);
  Type type = initial->type();
  if (form.kind == ClosedForm::Kind::Periodic)
    return periodicValue(form, run, variable, thread, counter);
  if (form.kind == ClosedForm::Kind::Affine) {
    const Expr step = instantiate(form.step, run, thread, counter);
    if (type->isInt()) return terms_.add(initial, terms_.mul(counter, step));
    const unsigned width = type->width();
    const Expr n = width <= counterWidth ? terms_.extract(counter, width, 0)
                                         : terms_.zeroExtend(counter, width);
    return terms_.add(initial, terms_.mul(n, step));
  }
  return shiftedValue(form, initial, counter);
}

Expr Execution::shiftedValue(const ClosedForm& form, Expr initial, Expr counter) {
  // Shifts: distances from the width on all have the same effect.
  ExprPool& pool = terms_.pool();
  const unsigned width = initial->type()->width();
  auto resized = [&](Expr e) {
    return width <= counterWidth ? terms_.extract(e, width, 0) : terms_.zeroExtend(e, width);
  };
  const Expr most = pool.bitVector(width, width);
  const Expr small = terms_.less(counter, counterNumber(width), false);
  const Expr distance =
      terms_.ite(small, terms_.mul(resized(counter), pool.bitVector(form.amount, width)), most);
  auto shift = [&](Op op, Expr value) {
    return terms_.rebuild(pool.make(op, value, distance), {value, distance});
  };
  switch (form.kind) {
    case ClosedForm::Kind::ShiftLeft: return shift(Op::BvShl, initial);
    case ClosedForm::Kind::ShiftRight: return shift(Op::BvLShr, initial);
    case ClosedForm::Kind::ArithmeticShiftRight: return shift(Op::BvAShr, initial);
    default: break;
  }
  // Signed halving rounds towards zero: halve the magnitude, keep the sign.
  const Expr zero = pool.bitVector(0, width);
  return terms_.ite(terms_.less(initial, zero, true),
                    terms_.sub(zero, shift(Op::BvLShr, terms_.sub(zero, initial))),
                    shift(Op::BvLShr, initial));
}

Expr Execution::periodicValue(const ClosedForm& form, const LoopRun& run, std::size_t variable,
                              unsigned thread, Expr counter) {
  // In iteration 0 all variables have their initial values.
  auto valueAfter = [&](std::size_t i) {
    return i == 0 ? run.initial[thread][variable]
                  : instantiate(form.cycle[i], run, thread, counterNumber(0));
  };
  const std::size_t first = form.beforeCycle;
  const Expr period = counterNumber(form.cycle.size() - first);
  const Expr since = terms_.sub(counter, counterNumber(first));
  const Expr phase = terms_.rebuild(
      terms_.pool().make(since->type()->isInt() ? Op::IntMod : Op::BvURem, since, period),
      {since, period});
  if (counter->isLiteral()) {
    const auto n = static_cast<std::size_t>(counter->value());
    return valueAfter(n < first ? n : first + static_cast<std::size_t>(phase->value()));
  }
  Expr value = valueAfter(first);
  for (std::size_t i = first + 1; i < form.cycle.size(); ++i)
    value = terms_.ite(terms_.equal(phase, counterNumber(i - first)), valueAfter(i), value);
  for (std::size_t i = 0; i < first; ++i)
    value = terms_.ite(terms_.equal(counter, counterNumber(i)), valueAfter(i), value);
  return value;
}

LoopView Execution::view(const LoopRun& run) {
  LoopView view;
  // A variable that has no value yet may have any.
  view.value = [this](unsigned t, std::size_t v) {
    Expr& value = state_.values[t][v];
    if (!value) value = terms_.fresh(kernel_.variable(v)->name, kernel_.variable(v)->type);
    return value;
  };
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
    state_.values[0][v] = state_.values[1][v] =
        terms_.fresh(kernel_.variable(v)->name, kernel_.variable(v)->type);
  for (const auto& [from, to] : run.loop.exits) {
    if (run.exits.contains(to)) continue;
    const bool only = std::all_of(run.loop.exits.begin(), run.loop.exits.end(),
                                  [&, target = to](const auto& e) { return e.second == target; });
    const Expr way = only ? terms_.yes() : terms_.fresh("exit", boolType());
    run.addExit(terms_, to, {terms_.land(run.active[0], way), terms_.land(run.active[1], way)});
  }
}

}  // namespace barricade
