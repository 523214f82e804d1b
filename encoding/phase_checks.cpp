#include "encoding/phase_checks.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/counters.h"

namespace barricade {

void PhaseChecks::note(const Call& call, const Step& step, std::size_t channel) {
  if (run_.threads() == 1 || run_.pair.mode != Mode::Intra) return;
  const Synchronization& what = *call.callee->synchronization;
  const bool named = what.primitive == SyncPrimitive::NamedBarrier;
  if (named || what.primitive == SyncPrimitive::ObjectArrive) arrive(step, channel, false);
  if (what.primitive == SyncPrimitive::ObjectExpect) arrive(step, channel, true);
  if ((named && what.waits) || what.primitive == SyncPrimitive::ObjectWait) wait(step, channel);
}

//--- Waits ----------------------------------------------------------------------------------

void PhaseChecks::wait(const Step& step, std::size_t channel) {
  WaitRecord record{&step.statement,
                    channel,
                    run_.running(step.path),
                    {order_.stampOf(0), order_.stampOf(1)},
                    run_.position};
  Terms& terms = run_.terms;
  const Expr both = terms.land(record.running[0], record.running[1]);
  Expr never = terms.no();
  for (unsigned t = 0; t < 2; ++t)
    never = terms.lor(never, terms.land(both, missing(record, t, record.stamps[1 - t])));
  if (step.pass.check) report(record, never);
  run_.assume(terms.lnot(never));
  // Thread 1 at the one call, thread 2 at the other, and the other way round.
  if (run_.isChecks() && step.pass.check)
    for (const WaitRecord& before : run_.waitRecords)
      for (unsigned t = 0; t < 2; ++t)
        report(record, terms.land(terms.land(before.running[t], record.running[1 - t]),
                                  missing(before, t, record.stamps[1 - t]),
                                  missing(record, 1 - t, before.stamps[t])));
  run_.waitRecords.push_back(std::move(record));
}

// Whether the thread waits there for an arrival that the other one, with those counters, is still
// to make.
Expr PhaseChecks::missing(const WaitRecord& at, unsigned waiting, const Stamp& other) const {
  return run_.terms.land(
      order_.takesPart(at.channel, 1 - waiting),
      run_.terms.less(other.arrived[at.channel], at.stamps[waiting].waited[at.channel], false));
}

void PhaseChecks::report(const WaitRecord& at, Expr condition) {
  if (!run_.isChecks() || condition->isFalse()) return;
  run_.report({.kind = FindingKind::Divergence,
               .condition = condition,
               .statement = at.statement,
               .running = at.running});
}

// Who waits may have been left behind in its loop since; the other one is where it is said to be.
void PhaseChecks::stop(const PerThread& stopped, std::size_t since) {
  if (!run_.isChecks() || run_.waitRecords.size() <= since) return;
  const std::array<Stamp, 2> now{order_.stampOf(0), order_.stampOf(1)};
  const PerThread here = run_.running(stopped);
  for (std::size_t i = since; i < run_.waitRecords.size(); ++i) {
    const WaitRecord& record = run_.waitRecords[i];
    for (unsigned t = 0; t < 2; ++t)
      report(record,
             run_.terms.land(here[1 - t], record.running[t], missing(record, t, now[1 - t])));
  }
}

//--- Arrivals -------------------------------------------------------------------------------

// The counters are those after the call, which counts an arrival.
void PhaseChecks::arrive(const Step& step, std::size_t channel, bool announces) {
  if (!run_.isChecks() || !step.pass.check) return;
  ArrivalRecord record{&step.statement,
                       channel,
                       run_.running(step.path),
                       {order_.stampOf(0), order_.stampOf(1)},
                       !announces && waitsAtOnce(run_.kernel, step.statement),
                       announces,
                       run_.waitRecords.size(),
                       run_.position};
  const Expr one = run_.terms.number(1, record.stamps[0].arrived[channel]->type());
  const Channel& counters = run_.kernel.counters().channels[channel];
  for (unsigned t = 0; t < 2; ++t) {
    Stamp& stamp = record.stamps[t];
    if (announces) {
      stamp.arrived[channel] = run_.state.values[t][run_.kernel.indexOf(counters.announced)];
      continue;
    }
    stamp.arrived[channel] = run_.terms.sub(stamp.arrived[channel], one);
    // What it waits for at this very call it does not know yet.
    if (const Variable* knew = counters.knew)
      stamp.waited[channel] = run_.state.values[t][run_.kernel.indexOf(knew)];
  }
  run_.arrivalRecords.push_back(std::move(record));
}

// Whether thread 1 itself knows that the phase of its arrival before, for the same object, is
// complete.
Expr PhaseChecks::knewBefore(const ArrivalRecord& at) const {
  Terms& terms = run_.terms;
  const unsigned stages = run_.kernel.counters().channels[at.channel].stages;
  const Expr number = at.stamps[0].arrived[at.channel];
  const Expr waited = at.stamps[0].waited[at.channel];
  return terms.less(number, terms.add(waited, terms.number(stages, waited->type())), false);
}

void PhaseChecks::finishHalves() {
  const Kernel& kernel = run_.kernel;
  std::set<std::size_t> seen;
  for (unsigned b : kernel.flow().order())
    for (const Statement& statement : kernel.procedure().blocks[b]->statements) {
      const Call* call = statement.as<Call>();
      const auto channel = call ? kernel.counters().channelOf(kernel.procedure(), *call)
                                : std::optional<std::size_t>();
      if (!channel || !seen.insert(*channel).second) continue;
      if (kernel.counters().channels[*channel].kind != Channel::Kind::Halves) continue;
      const Stamp end = order_.stampOf(0);
      run_.report({.kind = FindingKind::Synchronization,
                   .condition = run_.terms.land(run_.nobodyPaused(),
                                                run_.terms.lnot(run_.terms.equal(
                                                    end.arrived[*channel], end.waited[*channel]))),
                   .statement = &statement,
                   .message = "the thread may end without having waited for "
                              "its last arrival"});
    }
}

void PhaseChecks::finish() {
  finishHalves();
  stop({run_.terms.yes(), run_.terms.yes()}, 0);
  arriveInTime(0);
}

void PhaseChecks::arriveInTime(std::size_t since) {
  if (!run_.isChecks() || run_.threads() == 1 || run_.pair.mode != Mode::Intra) return;
  for (std::size_t i = since; i < run_.arrivalRecords.size(); ++i) {
    const ArrivalRecord& at = run_.arrivalRecords[i];
    const ChannelMembers& who = run_.subject.members[at.channel];
    if (!who.problem.empty() || (who.count <= 1 && !at.announces)) continue;
    const Expr unknown = run_.terms.land(at.running[0], run_.terms.lnot(knewBefore(at)),
                                         run_.terms.lnot(wasTold(at)));
    if (unknown->isFalse()) continue;
    run_.report({.kind = FindingKind::Synchronization,
                 .condition = unknown,
                 .statement = at.statement,
                 .message = std::string("the thread may ") +
                            (at.announces ? "announce bytes to " : "arrive at ") +
                            run_.kernel.counters().channels[at.channel].name() +
                            " again before the phase is complete"});
  }
}

// Whether thread 1 has been told: where it has waited last, or before that, at another channel, or
// where it has not on this way, in iterations before.
Expr PhaseChecks::wasTold(const ArrivalRecord& at) const {
  Terms& terms = run_.terms;
  std::map<std::size_t, Expr> by;
  Expr told = wasToldBefore(at);
  for (std::size_t i = 0; i < at.waitRecords; ++i) {
    const WaitRecord& wait = run_.waitRecords[i];
    if (wait.channel == at.channel || terms.land(wait.running[0], at.running[0])->isFalse())
      continue;
    const auto [known, added] = by.try_emplace(wait.channel, nullptr);
    if (added) known->second = wasToldAt(wait.channel, at);
    told = terms.ite(wait.running[0], known->second, told);
  }
  return told;
}

// The same in iterations before, by threads that are in other loops: the first channel where it has
// waited at all is asked about.
Expr PhaseChecks::wasToldBefore(const ArrivalRecord& at) const {
  Terms& terms = run_.terms;
  Expr told = terms.no();
  for (std::size_t c = run_.kernel.counters().channels.size(); c-- > 0;)
    if (c != at.channel && tellsFromOtherLoops(c, at)) {
      const Expr heard = at.stamps[0].waited[c];
      const Expr never = terms.equal(heard, terms.number(0, heard->type()));
      told = terms.ite(never, told, wasToldAt(c, at));
    }
  return told;
}

// Whether arrivals tell of what was done before them: of those who wait there themselves only where
// nobody else tells.
bool PhaseChecks::tells(const ArrivalRecord& of) const {
  return !of.announces && !(of.waits && run_.subject.members[of.channel].someOnlyArrive);
}

// Whether thread 2 may be in any iteration where it makes an arrival that tells thread 1: it is in
// none of its loops.
bool PhaseChecks::tellsFromOtherLoops(std::size_t channel, const ArrivalRecord& at) const {
  bool any = false;
  for (const ArrivalRecord& of : run_.arrivalRecords) {
    if (of.channel != channel || !tells(of)) continue;
    any = true;
    if (std::ranges::any_of(of.loops, [&](const LoopPosition& position) {
          return std::ranges::count(at.loops, position.loop, &LoopPosition::loop) > 0;
        }))
      return false;
  }
  return any;
}

// Whether thread 2 knew it when it made the last arrival there that thread 1 has waited for; true
// of others.
Expr PhaseChecks::wasToldAt(std::size_t channel, const ArrivalRecord& at) const {
  Terms& terms = run_.terms;
  const Expr heard = at.stamps[0].waited[channel];
  const Expr one = terms.number(1, heard->type());
  const Expr stages =
      terms.number(run_.kernel.counters().channels[at.channel].stages, heard->type());
  Expr told = terms.lnot(terms.equal(heard, terms.number(0, heard->type())));
  // Somebody else has: there is a thread 2 of which the records below tell.
  if (run_.subject.members[channel].count <= 1)
    told = terms.land(told, terms.lnot(order_.takesPart(channel, 0)));
  for (const ArrivalRecord& of : run_.arrivalRecords) {
    if (of.channel != channel || !tells(of)) continue;
    const Expr isLast =
        terms.land(terms.land(of.running[1], order_.takesPart(channel, 1)),
                   terms.equal(heard, terms.add(of.stamps[1].arrived[channel], one)));
    const Expr knew = terms.less(at.stamps[0].arrived[at.channel],
                                 terms.add(of.stamps[1].waited[at.channel], stages), false);
    told = terms.land(told, terms.implies(isLast, knew));
  }
  return told;
}

bool waitsAtOnce(const Kernel& kernel, const Statement& arrival) {
  auto primitiveOf = [](const Statement& statement) -> const Synchronization* {
    const Call* call = statement.as<Call>();
    return call && call->callee->synchronization ? &*call->callee->synchronization : nullptr;
  };
  const Synchronization& what = *primitiveOf(arrival);
  if (what.primitive == SyncPrimitive::NamedBarrier) return what.waits;
  const auto channelOf = [&](const Statement& statement) {
    return kernel.counters().channelOf(kernel.procedure(), *statement.as<Call>());
  };
  for (const auto& block : kernel.procedure().blocks) {
    const auto& statements = block->statements;
    auto at = std::ranges::find_if(statements, [&](const Statement& s) { return &s == &arrival; });
    if (at == statements.end()) continue;
    at = std::find_if(std::next(at), statements.end(), primitiveOf);
    return at != statements.end() && primitiveOf(*at)->primitive == SyncPrimitive::ObjectWait &&
           channelOf(*at) == channelOf(arrival);
  }
  return false;
}

}  // namespace barricade
