#include "encoding/phase_checks.h"

#include <set>

#include "analysis/counters.h"

namespace barricade {

void PhaseChecks::note(const Call& call, const Step& step, std::size_t channel) {
  if (run_.threads() == 1 || run_.pair.mode != Mode::Intra) return;
  const Synchronization& what = *call.callee->synchronization;
  const bool named = what.primitive == SyncPrimitive::NamedBarrier;
  if (named || what.primitive == SyncPrimitive::ObjectArrive) arrive(step, channel);
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
  if (step.pass.check) report(record, never, FindingKind::Divergence);
  run_.assume(terms.lnot(never));
  // Thread 1 at the one call, thread 2 at the other, and the other way round.
  if (run_.isChecks() && step.pass.check)
    for (const WaitRecord& before : run_.waitRecords)
      for (unsigned t = 0; t < 2; ++t)
        report(record,
               terms.land(terms.land(before.running[t], record.running[1 - t]),
                          missing(before, t, record.stamps[1 - t]),
                          missing(record, 1 - t, before.stamps[t])),
               FindingKind::Divergence);
  run_.waitRecords.push_back(std::move(record));
}

// Whether the thread waits there for an arrival that the other one, with those counters, is still
// to make.
Expr PhaseChecks::missing(const WaitRecord& at, unsigned waiting, const Stamp& other) const {
  return run_.terms.land(
      order_.takesPart(at.channel, 1 - waiting),
      run_.terms.less(other.arrived[at.channel], at.stamps[waiting].waited[at.channel], false));
}

void PhaseChecks::report(const WaitRecord& at, Expr condition, FindingKind kind) {
  if (!run_.isChecks()) return;
  condition = run_.terms.land(run_.nobodyPaused(), condition);
  if (condition->isFalse()) return;
  run_.report(
      {.kind = kind, .condition = condition, .statement = at.statement, .running = at.running});
}

void PhaseChecks::meet(Expr together, std::size_t since) {
  if (!run_.isChecks() || run_.waitRecords.size() <= since) return;
  const std::array<Stamp, 2> now{order_.stampOf(0), order_.stampOf(1)};
  for (std::size_t i = since; i < run_.waitRecords.size(); ++i) {
    const WaitRecord& record = run_.waitRecords[i];
    for (unsigned t = 0; t < 2; ++t)
      report(record, run_.terms.land(together, record.running[t], missing(record, t, now[1 - t])),
             FindingKind::Divergence);
  }
}

//--- Arrivals -------------------------------------------------------------------------------

// The counters are those after the call.
void PhaseChecks::arrive(const Step& step, std::size_t channel) {
  if (!run_.isChecks() || !step.pass.check) return;
  ArrivalRecord record{&step.statement,
                       channel,
                       run_.running(step.path),
                       {order_.stampOf(0), order_.stampOf(1)},
                       false,
                       std::nullopt,
                       run_.position};
  const Expr one = run_.terms.number(1, record.stamps[0].arrived[channel]->type());
  for (unsigned t = 0; t < 2; ++t) {
    Stamp& stamp = record.stamps[t];
    stamp.arrived[channel] = run_.terms.sub(stamp.arrived[channel], one);
    // What it waits for at this very call it does not know yet.
    if (const Variable* knew = run_.kernel.counters().channels[channel].knew)
      stamp.waited[channel] = run_.state.values[t][run_.kernel.indexOf(knew)];
  }
  for (auto w = run_.waitRecords.rbegin(); w != run_.waitRecords.rend(); ++w)
    if (w->channel != channel && !run_.terms.land(w->running[0], record.running[0])->isFalse()) {
      record.learnsFrom = w->channel;
      break;
    }
  const Call& call = *step.statement.as<Call>();
  record.waits = call.callee->synchronization->waits &&
                 call.callee->synchronization->primitive == SyncPrimitive::NamedBarrier;
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
  if (run_.threads() == 1 || run_.pair.mode != Mode::Intra) return;
  Terms& terms = run_.terms;
  meet(terms.yes(), 0);
  for (const ArrivalRecord& at : run_.arrivalRecords) {
    const ChannelMembers& who = run_.subject.members[at.channel];
    if (!who.problem.empty() || who.count <= 1) continue;
    const Expr needed = terms.land(at.running[0], terms.lnot(knewBefore(at)));
    Expr unknown = needed;
    if (at.learnsFrom) {
      // Thread 2's last arrival that thread 1 has waited for, where it knew no more.
      const std::size_t from = *at.learnsFrom;
      const Expr heard = at.stamps[0].waited[from];
      const unsigned stages = run_.kernel.counters().channels[at.channel].stages;
      unknown = terms.land(needed, terms.equal(heard, terms.number(0, heard->type())));
      for (const ArrivalRecord& told : run_.arrivalRecords) {
        // Those who wait there themselves need not know: others do.
        if (told.channel != from || (told.waits && run_.subject.members[from].someOnlyArrive))
          continue;
        const Expr theirs = told.stamps[1].arrived[from];
        const Expr knew = terms.less(
            at.stamps[0].arrived[at.channel],
            terms.add(told.stamps[1].waited[at.channel], terms.number(stages, heard->type())),
            false);
        unknown = terms.lor(
            unknown,
            terms.land(terms.land(needed, told.running[1], order_.takesPart(from, 1)),
                       terms.equal(heard, terms.add(theirs, terms.number(1, theirs->type()))),
                       terms.lnot(knew)));
      }
    }
    run_.report({.kind = FindingKind::Synchronization,
                 .condition = terms.land(run_.nobodyPaused(), unknown),
                 .statement = at.statement,
                 .message = "the thread may arrive at " +
                            run_.kernel.counters().channels[at.channel].name() +
                            " again before the phase is complete"});
  }
}

}  // namespace barricade
