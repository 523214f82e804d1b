#include "encoding/loop_encoder.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "analysis/channels.h"
#include "analysis/running_sums.h"
#include "analysis/signals.h"
#include "encoding/drawn_value_encoder.h"
#include "encoding/match_count_encoder.h"
#include "encoding/participation.h"
#include "encoding/phase_checks.h"

namespace barricade {

// What other branches have made of the value does not matter to who comes to the loop.
Expr LoopEncoder::valueOnEntry(Expr value, Terms::Under& onEntry) const {
  while (value && value->op() == Op::Ite) {
    const Expr chosen = onEntry(value->arg(0));
    if (!chosen->isLiteral()) break;
    value = value->arg(chosen->isTrue() ? 1 : 2);
  }
  return value;
}

EdgeConditions LoopEncoder::runLoop(const Loop& entered, const PerThread& entry, Pass pass) {
  LoopRun loop{entered, entry,  head_.counterNumber(0), run_.state.values, run_.state.contents,
               {},      around_};
  for (unsigned t = 0; t < run_.threads(); ++t) {
    Terms::Under onEntry(run_.terms, entry[t]);
    for (std::size_t v : run_.kernel.modifiedIn(entered.index))
      loop.initial[t][v] = valueOnEntry(loop.initial[t][v], onEntry);
  }
  const std::size_t firstError = run_.record.errors.size();
  invariants_.stateObligations(loop, pass);
  invariants_.check(loop, pass);
  if (const unsigned unwind = bodiesAlone(loop)) {
    for (unsigned i = 0; i < unwind; ++i) body(loop, pass);
    for (unsigned t = 0; t < run_.threads(); ++t)
      run_.assume(run_.terms.lnot(run_.running(loop.path)[t]));
  } else if (const auto count = head_.tripCountToUnroll(loop)) {
    for (unsigned i = 0; i <= *count; ++i) {
      if (i > 0) invariants_.check(loop, pass);
      if (i == *count) head_.assumeEnd(loop);
      body(loop, pass);
    }
    for (unsigned t = 0; t < run_.threads(); ++t) run_.assume(run_.terms.lnot(loop.path[t]));
  } else if (const unsigned most = head_.iterationsToUnroll(loop)) {
    for (unsigned i = 0; i < most && goesOn(loop); ++i) {
      if (i > 0) invariants_.check(loop, pass);
      body(loop, pass);
    }
    endBounded(loop);
  } else {
    if (run_.subject.summaries[entered.index].ahead) peel(loop, pass);
    skip(loop, pass);
    body(loop, pass);
    invariants_.stateObligations(loop, pass);
    invariants_.check(loop, pass);
    if (pass.log) {
      const Pass checkOnly{false, pass.check, pass.pausing};
      if (run_.kernel.hasConditionalBarrier(loop.loop.index))
        for (unsigned i = 0; i < run_.options.explicitBodies; ++i) body(loop, checkOnly);
      skip(loop, checkOnly);
      body(loop, checkOnly);
    } else if (tellsLater(loop)) {
      arriveLater(loop, pass);
    }
  }
  finish(loop, pass, firstError);
  run_.prefixSums.assumeAfterLoop(run_, evaluator_, loop);
  MatchCountEncoder(run_, memory_, loop).assume();
  return std::move(loop.exits);
}

bool LoopEncoder::goesOn(const LoopRun& loop) const {
  return !loop.path[0]->isFalse() || !loop.path[1]->isFalse();
}

// That nobody goes on is to be shown.
void LoopEncoder::endBounded(const LoopRun& loop) {
  Terms& terms = run_.terms;
  const PerThread running = run_.running(loop.path);
  Expr& any = run_.record.goesOn.try_emplace(loop.loop.index, terms.no()).first->second;
  any = terms.lor(any, terms.land(run_.state.assumption, terms.lor(running[0], running[1])));
  for (unsigned t = 0; t < run_.threads(); ++t) run_.assume(terms.lnot(running[t]));
}

// How many iterations are all that is run; 0: no such limit. Of a kernel's beginning: what stands
// behind loops of few iterations, or may stand behind one, is part of it.
unsigned LoopEncoder::bodiesAlone(const LoopRun& loop) {
  if (run_.options.unwind > 0 || !run_.options.isBeginning) return run_.options.unwind;
  if (run_.options.isBrief) return 2;
  if (const auto count = head_.tripCountToUnroll(loop)) return *count + 1;
  return loop.loop.children.empty() ? 2 : 1;
}

PerThread LoopEncoder::runBody(const LoopRun& loop, const PerThread& entry, EdgeConditions& exits,
                               Pass pass) {
  const LoopRun* around = std::exchange(around_, &loop);
  const PerThread back = bodies_.runBody(loop.loop, entry, exits, pass);
  around_ = around;
  return back;
}

// Whether what a thread arrives with in one iteration may be told by another one's arrival in an
// iteration before (PhaseChecks::arriveInTime): threads in one loop have the same explicit one.
bool LoopEncoder::tellsLater(const LoopRun& loop) const {
  if (!run_.isChecks() || run_.threads() == 1 || !areTogether(loop)) return false;
  const Kernel& kernel = run_.kernel;
  return std::ranges::any_of(loop.loop.blocks, [&](unsigned b) {
    return std::ranges::any_of(
        kernel.procedure().blocks[b]->statements, [&](const Statement& statement) {
          const Call* call = statement.as<Call>();
          if (!call) return false;
          const auto channel = kernel.counters().channelOf(kernel.procedure(), *call);
          return channel && kernel.counters().channels[*channel].kind != Channel::Kind::Halves;
        });
  });
}

// Whatever else goes wrong in this iteration does so in the one before.
void LoopEncoder::arriveLater(LoopRun& loop, Pass pass) {
  skip(loop, pass);
  auto& errors = run_.record.errors;
  const std::size_t known = errors.size();
  const std::size_t arrivals = run_.arrivalRecords.size();
  body(loop, pass);
  errors.erase(errors.begin() + static_cast<std::ptrdiff_t>(known), errors.end());
  PhaseChecks(run_).arriveInTime(arrivals);
}

// After its first iteration a loop around one that runs ahead knows how far that one goes.
void LoopEncoder::peel(LoopRun& loop, Pass pass) {
  body(loop, pass);
  invariants_.stateObligations(loop, pass);
  invariants_.check(loop, pass);
  loop.isPeeled = true;
}

// Who is still inside goes no further. When that is both or neither, or when nothing but values
// is asked for, there is nothing left to see of it; one thread alone is paused.
void LoopEncoder::finish(LoopRun& loop, Pass pass, std::size_t firstError) {
  const bool isWhole = run_.options.unwind == 0 && !run_.options.isBeginning;
  if (pass.check && isWhole && run_.options.order && surelyEnds(loop.loop) &&
      leadsToSignals(loop.loop))
    leaveAfterLast(loop, firstError);
  const bool together = areTogether(loop);
  for (unsigned t = 0; t < run_.threads(); ++t) {
    Expr& paused = run_.state.paused[t];
    if (together || !pass.pausing)
      run_.assume(run_.terms.implies(loop.path[t], paused));
    else
      paused = run_.terms.lor(paused, loop.path[t]);
  }
}

// Loops without any synchronisation are taken to end, as C++ takes them to ([intro.progress]), and
// so are those with fences: nobody waits at one.
bool LoopEncoder::surelyEnds(const Loop& loop) const {
  return !loop.exits.empty() &&
         std::all_of(loop.blocks.begin(), loop.blocks.end(), [&](unsigned b) {
           const auto& statements = run_.kernel.procedure().blocks[b]->statements;
           return std::none_of(statements.begin(), statements.end(), [](const Statement& s) {
             const Call* call = s.as<Call>();
             return call && !call->callee->isFence();
           });
         });
}

// Whether an atomic operation may come behind the loop.
bool LoopEncoder::leadsToSignals(const Loop& loop) const {
  const Kernel& kernel = run_.kernel;
  std::set<unsigned> seen;
  std::vector<unsigned> open;
  for (const auto& [from, to] : loop.exits) open.push_back(to);
  while (!open.empty()) {
    const unsigned b = open.back();
    open.pop_back();
    if (!seen.insert(b).second) continue;
    for (const Statement& statement : kernel.procedure().blocks[b]->statements)
      if (const Call* call = statement.as<Call>(); call && call->atomic) return true;
    const auto& next = kernel.flow().successors(b);
    open.insert(open.end(), next.begin(), next.end());
  }
  return false;
}

// Where operations order accesses, who stays behind would never come to its own: so it leaves a
// loop that ends, after some further iterations. What goes wrong in the loop does so in an
// execution that goes on like that.
void LoopEncoder::leaveAfterLast(LoopRun& loop, std::size_t firstError) {
  Terms& terms = run_.terms;
  const PerThread none{terms.no(), terms.no()};
  const PerThread staying = run_.running(loop.path);
  const Expr any = terms.lor(staying[0], staying[1]);
  const Expr limit = head_.counterNumber(BigInt(1) << (LoopHead::counterWidth - 1));
  leaveDuringSkip(loop, none, staying, limit);
  changeContents(loop, none, staying, loop.counter, any);
  for (unsigned t = 0; t < run_.threads(); ++t)
    loop.path[t] = terms.land(loop.path[t], terms.lnot(staying[t]));
  auto& errors = run_.record.errors;
  for (std::size_t e = firstError; e < errors.size(); ++e)
    errors[e].condition = terms.land(errors[e].condition, run_.state.assumption);
}

void LoopEncoder::body(LoopRun& loop, Pass pass) {
  run_.position.push_back({loop.loop.index, loop.counter});
  EdgeConditions exits;
  const PerThread entering = run_.running(loop.path);
  const bool together = areTogether(loop);
  const std::size_t waits = run_.waitRecords.size();
  const std::size_t arrivals = run_.arrivalRecords.size();
  loop.path = runBody(loop, loop.path, exits, pass);
  const Expr both = run_.terms.land(entering[0], entering[1]);
  if (pass.check) PhaseChecks(run_).stop({both, both}, waits);
  // Behind a loop that both leave together nothing is seen of the iterations before.
  if (pass.check && together) PhaseChecks(run_).arriveInTime(arrivals);
  for (const auto& [target, condition] : exits) addEdge(run_.terms, loop.exits, target, condition);
  loop.counter = run_.terms.add(loop.counter, head_.counterNumber(1));
  ++loop.bodies;
  run_.position.pop_back();
}

//--- Skipped iterations ---------------------------------------------------------------------

// A thread may leave in a skipped iteration on its own, where the two need not be together.
bool LoopEncoder::mayLeaveAlone(const LoopRun& loop) const {
  return run_.threads() == 2 && (!areTogether(loop) || !run_.uniformity.loop(loop.loop.index));
}

void LoopEncoder::skip(LoopRun& loop, Pass pass) {
  Terms& terms = run_.terms;
  const Expr counter = head_.freshCounter(loop, "iteration");
  run_.assume(terms.lessEqual(loop.counter, counter, false));
  if (!run_.kernel.program().mathInt)
    run_.assume(
        terms.less(counter, head_.counterNumber(BigInt(1) << (LoopHead::counterWidth - 1)), false));
  const Expr taken = terms.lnot(terms.equal(counter, loop.counter));
  const Expr again = runsLastSkipped(loop, taken);
  const Expr end = again->isFalse()
                       ? counter
                       : terms.ite(again, terms.add(counter, head_.counterNumber(1)), counter);
  const Expr any = terms.lor(taken, again);

  // A thread may leave during a skip, but not the last one: its last iteration is explicit.
  PerThread inside = loop.path;
  PerThread leaving{terms.no(), terms.no()};
  if (mayLeaveAlone(loop))
    for (unsigned t = 0; t < 2; ++t) {
      const Expr stays = terms.lor(terms.lnot(any), terms.fresh("stays", boolType()));
      inside[t] = terms.land(loop.path[t], stays);
      leaving[t] = terms.land(loop.path[t], terms.lnot(stays));
    }
  const PerThread going = run_.running(inside);
  run_.assume(terms.implies(any, terms.lor(going[0], going[run_.threads() - 1])));

  const std::vector<Expr> before = run_.state.values[0];
  noteSkip(loop, taken);
  advanceValues(loop, inside, leaving, counter, end, taken);
  if (pass.check) {
    endPendingInSkip(loop, inside, taken);
    endCopiesInSkip(loop, inside, counter, taken, before);
  }
  changeContents(loop, inside, leaving, counter, taken);
  loop.path = inside;
  loop.counter = counter;
  const Expr last = terms.sub(counter, head_.counterNumber(1));
  const Expr notFirst = terms.lnot(terms.equal(counter, head_.counterNumber(0)));
  PerThread completed{};
  for (unsigned t = 0; t < 2; ++t) completed[t] = terms.land(inside[t], notFirst);
  head_.assumeFacts(loop, completed, {last, last});
  head_.boundCounter(loop);
  DrawnValueEncoder(run_, head_, monitor_).assume(loop, inside, notFirst);
  invariants_.assume(loop, pass);
  if (again->isFalse()) return;
  runLastSkipped(loop, {terms.land(inside[0], again), terms.land(inside[1], again)}, pass.pausing);
  loop.counter = end;
  ++loop.bodies;
}

// Where atomic operations order accesses, a thread may leave a loop for what it has read at the end
// of the iteration before. So the last iteration that is skipped is run after all.
bool LoopEncoder::signalsIn(const Loop& loop) const {
  if (!run_.options.order) return false;
  for (unsigned b : loop.blocks)
    for (const Statement& statement : run_.kernel.procedure().blocks[b]->statements)
      if (const Call* call = statement.as<Call>();
          call && call->callee->role == Procedure::Role::AtomicOp)
        return true;
  return false;
}

// An iteration from the head to the head.
void LoopEncoder::runLastSkipped(const LoopRun& loop, const PerThread& path, bool pausing) {
  EdgeConditions exits;
  const PerThread running = run_.running(path);
  const PerThread back = runBody(loop, path, exits, Pass{false, false, pausing});
  for (unsigned t = 0; t < run_.threads(); ++t)
    run_.assume(run_.terms.implies(running[t], back[t]));
}

// Whether an iteration is run as the last one that is skipped: where any other has been, and maybe
// where none has.
Expr LoopEncoder::runsLastSkipped(const LoopRun& loop, Expr skipped) {
  return signalsIn(loop.loop) ? run_.terms.lor(skipped, run_.terms.fresh("again", boolType()))
                              : run_.terms.no();
}

// The values of who stays, is out, or leaves.
void LoopEncoder::advanceValues(LoopRun& loop, const PerThread& inside, const PerThread& leaving,
                                Expr counter, Expr end, Expr taken) {
  const std::vector<std::size_t>& modified = run_.kernel.modifiedIn(loop.loop.index);
  const bool together = areTogether(loop);
  std::array<std::vector<Expr>, 2> after = run_.state.values;
  for (std::size_t v : modified) {
    const bool shared = run_.uniformity.variable(v) && together;
    Expr arbitrary = evaluator_.freshValue(v);
    for (unsigned t = 0; t < run_.threads(); ++t) {
      if (t == 1 && !shared) arbitrary = evaluator_.freshValue(v);
      after[t][v] = valueAfterSkip(loop, v, t, counter, taken, arbitrary);
      const Expr before = run_.state.values[t][v];
      if (before && onlyGrows(*run_.kernel.variable(v)))
        run_.assume(
            run_.terms.implies(inside[t], run_.terms.lessEqual(before, after[t][v], false)));
    }
    if (!shared && isOneInWarps(loop, v))
      run_.assume(run_.terms.implies(
          run_.terms.land(Participation(run_).sameWarp(), run_.terms.land(inside[0], inside[1])),
          run_.terms.equal(after[0][v], after[1][v])));
  }
  if (mayLeaveAlone(loop))
    leaveDuringSkip(loop, inside, leaving, end);  // sets the values of who leaves
  // Who is out, also since the last body, keeps its values.
  for (std::size_t v : modified)
    if (run_.kernel.liveAfter(v, loop.loop.index))
      for (unsigned t = 0; t < run_.threads(); ++t)
        if (const Expr kept = run_.state.values[t][v])
          after[t][v] = run_.terms.ite(inside[t], after[t][v], kept);
  run_.state.values = std::move(after);
  if (run_.threads() == 1) run_.state.values[1] = run_.state.values[0];
}

// Whether the lanes of a warp, which come to the loop's head together, hold one value there.
bool LoopEncoder::isOneInWarps(const LoopRun& loop, std::size_t variable) const {
  const WarpConvergence& convergence = run_.subject.convergence;
  return run_.threads() == 2 && run_.pair.mode == Mode::Intra &&
         convergence.block(loop.loop.header) && convergence.isEqual(run_.kernel.variable(variable));
}

Expr LoopEncoder::valueAfterSkip(const LoopRun& loop, std::size_t variable, unsigned thread,
                                 Expr counter, Expr taken, Expr arbitrary) {
  if (const Expr value = head_.valueAfter(loop, variable, thread, counter)) return value;
  const Expr current = run_.state.values[thread][variable];
  if (isCounter(*run_.kernel.variable(variable)))
    if (const Expr value =
            head_.resultOf(loop, variable, thread, run_.terms.sub(counter, head_.counterNumber(1))))
      return run_.terms.ite(taken, value, current);
  if (const Expr value = head_.guardedSetting(loop, variable, thread, counter, current))
    return run_.terms.ite(taken, value, current);
  if (const Expr value = head_.iteratedValue(loop, variable, thread, counter))
    return current ? run_.terms.ite(taken, value, current) : value;
  // What is only added to stays in the range in which it begins (range_owners.h).
  if (const Expr initial = loop.initial[thread][variable];
      initial && run_.owners.isBegun(initial) && isRunningSum(run_.kernel, loop.loop, variable))
    arbitrary = run_.owners.goneUp(initial, arbitrary);
  const Expr later = head_.latestValue(loop, variable, thread, counter, arbitrary);
  return current ? run_.terms.ite(taken, later, current) : later;
}

// A thread that leaves during a skip does so in an iteration of its own, of which only the values
// and the exit matter.
void LoopEncoder::leaveDuringSkip(LoopRun& loop, const PerThread& inside, const PerThread& leaving,
                                  Expr limit) {
  const unsigned index = loop.loop.index;
  std::vector<unsigned> targets;
  for (const auto& [from, to] : loop.loop.exits) targets.push_back(to);
  std::sort(targets.begin(), targets.end());
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  if (targets.empty()) {
    for (unsigned t = 0; t < 2; ++t) run_.assume(run_.terms.lnot(leaving[t]));
    return;
  }
  const std::vector<std::size_t>& modified = run_.kernel.modifiedIn(index);
  const bool valuesMatter = std::any_of(modified.begin(), modified.end(), [&](std::size_t v) {
    return run_.kernel.liveAfter(v, index);
  });
  if (!valuesMatter && targets.size() == 1 && !run_.options.order) {
    addEdge(run_.terms, loop.exits, targets.front(), leaving);
    return;
  }
  const PerThread last = assumeLastIteration(loop, leaving, limit);
  PerThread completed{};
  PerThread before{};
  for (unsigned t = 0; t < 2; ++t) {
    const Expr first = run_.terms.equal(last[t], head_.counterNumber(0));
    completed[t] = run_.terms.land(leaving[t], run_.terms.lnot(first));
    before[t] = run_.terms.sub(last[t], head_.counterNumber(1));
  }
  head_.assumeFacts(loop, completed, before);
  // One that stays completes the iteration in which the other leaves, or both leave at once.
  if (!run_.subject.summaries[index].iterated.empty())
    head_.assumeFacts(
        loop, {run_.terms.land(leaving[1], inside[0]), run_.terms.land(leaving[0], inside[1])},
        {last[1], last[0]});
  const auto contents = run_.state.contents;
  PerThread again{};
  for (unsigned t = 0; t < 2; ++t)
    again[t] = run_.terms.land(
        leaving[t],
        runsLastSkipped(loop, run_.terms.lnot(run_.terms.equal(last[t], loop.counter))));
  if (!again[0]->isFalse() || !again[1]->isFalse()) runLastSkipped(loop, again, false);
  EdgeConditions exits;
  const PerThread back = runBody(loop, leaving, exits, Pass{false, false, false});
  for (unsigned t = 0; t < 2; ++t) run_.assume(run_.terms.lnot(back[t]));
  for (const auto& [target, condition] : exits) addEdge(run_.terms, loop.exits, target, condition);
  run_.state.contents = contents;
}

// Who leaves is at the head of its last iteration, some one before `limit`; its number, by thread.
PerThread LoopEncoder::assumeLastIteration(LoopRun& loop, const PerThread& leaving, Expr limit) {
  Terms& terms = run_.terms;
  PerThread last{};
  for (unsigned t = 0; t < 2; ++t) {
    last[t] = head_.freshCounter(loop, "last");
    run_.assume(terms.implies(leaving[t], terms.land(terms.lessEqual(loop.counter, last[t], false),
                                                     terms.less(last[t], limit, false))));
    const Expr later = terms.lnot(terms.equal(last[t], loop.counter));
    for (std::size_t v : run_.kernel.modifiedIn(loop.loop.index)) {
      const Expr head = valueAfterSkip(loop, v, t, last[t], later, evaluator_.freshValue(v));
      Expr& current = run_.state.values[t][v];
      current = current ? terms.ite(leaving[t], head, current) : head;
    }
  }
  return last;
}

// Skipped iterations write, and their barriers and signals make the writes of others visible. What
// they leave in private arrays may be known of a thread that stays.
void LoopEncoder::changeContents(const LoopRun& loop, const PerThread& inside,
                                 const PerThread& leaving, Expr counter, Expr taken) {
  const Kernel& kernel = run_.kernel;
  memory_.forgetStored();
  std::vector<const Statement*> meetings;
  for (unsigned b : loop.loop.blocks)
    for (const Statement& statement : kernel.procedure().blocks[b]->statements)
      if (const Call* call = statement.as<Call>();
          call && (revealsWrites(*call) || (run_.subject.signalsReveal && isSignal(*call))))
        meetings.push_back(&statement);
  for (std::size_t a = 0; a < kernel.arrays().size(); ++a) {
    const KernelArray& array = kernel.arrays()[a];
    const bool shared = array.array->canRace() && !array.readOnly();
    if (kernel.loopStores(loop.loop.index, a)) run_.forgetResults(a);
    if (fillArray(loop, a, inside, leaving, counter)) continue;
    const bool reveals =
        shared && std::ranges::any_of(meetings, [&](const Statement* statement) {
          return run_.subject.intervals.mayChangeAt(array.array->variable, *statement);
        });
    if (kernel.loopWrites(loop.loop.index, a) || reveals) memory_.havoc(a, taken);
  }
}

bool LoopEncoder::fillArray(const LoopRun& loop, std::size_t array, const PerThread& inside,
                            const PerThread& leaving, Expr counter) {
  const auto& summary = run_.subject.summaries[loop.loop.index];
  if (!summary.fills.contains(array)) return false;
  std::array<Filling, 2> fillings;
  for (unsigned t = 0; t < run_.threads(); ++t) {
    fillings[t] = head_.fillingOf(loop, array, t, counter, memory_.freshContents(array));
    if (!fillings[t]) return false;
  }
  for (unsigned t = 0; t < run_.threads(); ++t)
    memory_.fill(array, t, inside[t], loop.contents[t][array], std::move(fillings[t]));
  memory_.havoc(array, leaving);
  return true;
}

// Threads may have done in skipped iterations what the encoding does not see, before the iteration
// in which they leave.
void LoopEncoder::noteSkip(const LoopRun& loop, Expr taken) {
  if (!run_.options.order) return;
  SignalEvent event;
  event.kind = SignalEvent::Kind::Skip;
  event.assumption = run_.state.assumption;
  event.loop = loop.loop.index;
  const PerThread entering = run_.running(loop.path);
  for (unsigned t = 0; t < 2; ++t) event.running[t] = run_.terms.land(entering[t], taken);
  event.loggedBefore = event.logged = run_.state.logged;
  event.eventsBefore = event.events = run_.record.events.size();
  run_.record.signals.push_back(std::move(event));
}

// What was pending stays so, unless both threads are still in the loop and every complete
// iteration meets a barrier: then at least one has ended it. (Clearing it when a thread has left
// would be wrong, and so would a final skip: the last, partial iteration may miss the barrier.)
void LoopEncoder::endPendingInSkip(const LoopRun& loop, const PerThread& inside, Expr taken) {
  if (run_.threads() == 1) return;
  Terms& terms = run_.terms;
  const PerThread going = run_.running(inside);
  const PerThread before = run_.running(loop.path);
  const Expr both = terms.land(taken, going[0], going[1]);
  if (run_.isRaces()) {
    Event event;
    event.kind = Event::Kind::Skip;
    event.loop = loop.loop.index;
    event.entering = before;
    event.running = going;
    event.taken = taken;
    for (unsigned t = 0; t < 2; ++t) event.excused[t] = run_.isExcused(t);
    event.loops = run_.position;
    run_.record.events.push_back(std::move(event));
    for (std::size_t a = 0; a < run_.kernel.arrays().size(); ++a) {
      if (!monitor_.observes(a)) continue;
      const Expr ended = mustExecute_.barrierIn(loop.loop, run_.kernel.arrays()[a].array->space);
      monitor_.keepPending(a, terms.lnot(terms.land(both, ended)));
    }
  }
  // A thread cannot pass a barrier of the skipped iterations when the other was out before. (One
  // that leaves in the first of them may have passed its barrier.)
  const Expr met = mustExecute_.barrierIn(loop.loop, std::nullopt);
  const Expr excused = terms.lor(run_.isExcused(0), run_.isExcused(1));
  run_.assume(
      terms.implies(terms.land(taken, met), terms.lor(terms.equal(before[0], before[1]), excused)));
}

// Thread 1's waits in the skipped iterations end its copies, those of the last but one at the
// latest before a barrier that every iteration meets, those of the last one where that stands
// behind its waits. Of how many groups there are then it is
// enough to know that they are no fewer than `before`: the more there are, the more have ended. And
// where a wait is skipped, what had ended before is no less than none.
void LoopEncoder::endCopiesInSkip(LoopRun& loop, const PerThread& inside, Expr counter, Expr taken,
                                  const std::vector<Expr>& before) {
  if (!monitor_.copies().possible()) return;
  Terms& terms = run_.terms;
  const PerThread going = run_.running(inside);
  for (unsigned back : {2U, 1U}) {
    const Expr iteration = terms.sub(counter, head_.counterNumber(back));
    const Expr skipped =
        terms.less(terms.add(loop.counter, head_.counterNumber(back - 1)), counter, false);
    auto end = [&](std::size_t series, Expr written, Expr read) {
      PendingCopies::Ended ended;
      ended.series = series;
      ended.written = written;
      ended.read = read;
      ended.condition = terms.land(taken, skipped, going[0]);
      if (run_.threads() == 2)
        ended.ordered = [&](std::size_t array) {
          const AddressSpace space = run_.kernel.arrays()[array].array->space;
          return terms.land(going[1], back == 2
                                          ? mustExecute_.barrierIn(loop.loop, space)
                                          : mustExecute_.barrierBehindWaits(loop.loop, space));
        };
      monitor_.copies().end(ended);
    };
    const Counters& counters = run_.kernel.counters();
    for (const bool bulk : {false, true}) {
      const auto& groups = counters.copies[seriesOfGroups(bulk)];
      if (!groups) continue;
      const std::size_t committed = run_.kernel.indexOf(groups->committed);
      auto resultOf = [&](const Variable* variable) -> Expr {
        if (!variable) return nullptr;
        const std::size_t v = run_.kernel.indexOf(variable);
        return head_.resultOf(
            loop, v, 0, iteration,
            {{committed, before[committed]}, {v, terms.number(0, variable->type)}});
      };
      end(seriesOfGroups(bulk), resultOf(groups->ended), resultOf(groups->haveRead));
    }
    for (std::size_t c = 0; c < counters.channels.size(); ++c) {
      if (!counters.channels[c].announced || !counters.channels[c].waited) continue;
      const std::size_t variable = run_.kernel.indexOf(counters.channels[c].waited);
      const Expr waited = head_.resultOf(loop, variable, 0, iteration);
      end(seriesOfChannel(c), waited, waited);
    }
  }
}

}  // namespace barricade
