#include "encoding/pending_copies.h"

#include "analysis/counters.h"
#include "encoding/monitor_choice.h"

namespace barricade {

PendingCopies::PendingCopies(PairRun& run) : run_(run), order_(run) {
  if (!run.isRaces() || !run.kernel.counters().haveCopies()) return;
  PendingCopy none;
  none.reads = none.writes = run.terms.no();
  const std::size_t series = seriesOfChannel(run.kernel.counters().channels.size());
  run.state.copies.assign(run.kernel.arrays().size(), std::vector<PendingCopy>(series, none));
}

void PendingCopies::add(std::size_t array, AccessKind kind, const ThreadCopy& copy, Expr touched) {
  Terms& terms = run_.terms;
  PendingCopy& pending = run_.state.copies[array][copy.series];
  const bool read = kind == AccessKind::Read;
  Expr& slot = read ? pending.reads : pending.writes;
  Expr& group = read ? pending.groupOfRead : pending.groupOfWrite;
  const Expr followed = followedIf(terms, touched);
  slot = terms.lor(slot, followed);
  group = group ? terms.ite(followed, copy.group, group) : copy.group;
  if (!order_.possible()) return;
  const Stamp now = order_.stampOf(0);
  std::vector<Expr>& waited = read ? pending.waitedAtRead : pending.waitedAtWrite;
  if (waited.empty()) waited = now.waited;
  for (std::size_t c = 0; c < waited.size(); ++c)
    waited[c] = terms.ite(followed, now.waited[c], waited[c]);
}

void PendingCopies::findConflicts(std::size_t array, AccessKind kind, unsigned thread, Expr touched,
                                  ErrorCondition& error) const {
  if (!possible()) return;
  Terms& terms = run_.terms;
  for (std::size_t s = 0; s < run_.state.copies[array].size(); ++s) {
    const PendingCopy& pending = run_.state.copies[array][s];
    auto against = [&](AccessKind of, Expr slot, Expr group, const std::vector<Expr>& waited) {
      if (slot->isFalse()) return;
      const Expr condition =
          terms.land(terms.land(touched, slot), terms.lnot(order_.ordersBefore(array, waited)),
                     terms.lnot(knowsEnd(s, thread, group)));
      if (!condition->isFalse()) error.conflicts.push_back({of, true, condition});
    };
    against(AccessKind::Write, pending.writes, pending.groupOfWrite, pending.waitedAtWrite);
    if (kind != AccessKind::Read)
      against(AccessKind::Read, pending.reads, pending.groupOfRead, pending.waitedAtRead);
  }
}

// Whether the thread has waited for the phase that the copy belongs to. The thread that has started
// it knows as well once it has announced bytes to the same object again: the phase before must be
// complete then (phase_checks.h), by whatever way it has been told.
Expr PendingCopies::knowsEnd(std::size_t series, unsigned thread, Expr group) const {
  if (series < seriesOfChannel(0) || !group) return run_.terms.no();
  Terms& terms = run_.terms;
  const std::size_t channel = series - seriesOfChannel(0);
  Expr ended = terms.less(group, order_.stampOf(thread).waited[channel], false);
  const Channel& objects = run_.kernel.counters().channels[channel];
  if (thread == 0 && objects.announced && objects.stages > 0) {
    const Expr announced = run_.state.values[0][run_.kernel.indexOf(objects.announced)];
    const Expr stages = terms.number(objects.stages, announced->type());
    ended =
        terms.lor(ended, terms.land(terms.lessEqual(stages, announced, false),
                                    terms.lessEqual(group, terms.sub(announced, stages), false)));
  }
  return terms.land(order_.within(channel), order_.takesPart(channel, 0), ended);
}

// The condition that the copy in the slot ends; it is no longer there then.
Expr PendingCopies::take(Expr& slot, Expr group, Expr below, Expr condition) {
  Terms& terms = run_.terms;
  if (!below || !group) return terms.no();
  const Expr taken = terms.land(slot, condition, terms.less(group, below, false));
  slot = terms.land(slot, terms.lnot(taken));
  return taken;
}

void PendingCopies::end(const Ended& ended) {
  Terms& terms = run_.terms;
  for (std::size_t a = 0; a < run_.state.copies.size(); ++a) {
    PendingCopy& copy = run_.state.copies[a][ended.series];
    const Expr read = take(copy.reads, copy.groupOfRead, ended.read, ended.condition);
    const Expr written = take(copy.writes, copy.groupOfWrite, ended.written, ended.condition);
    const Expr open = ended.ordered ? terms.lnot(ended.ordered(a)) : terms.yes();
    Pending& plain = run_.state.pending[a];
    becomePlain(a, ended.series, plain.read, terms.land(read, open), copy.groupOfRead,
                copy.waitedAtRead);
    becomePlain(a, ended.series, plain.write, terms.land(written, open), copy.groupOfWrite,
                copy.waitedAtWrite);
    plain.writeChanged = terms.lor(plain.writeChanged, terms.land(written, open));
  }
}

// From then on it is the access that is followed. Who has waited for the phase of a barrier object
// that has waited for the copy is after it.
void PendingCopies::becomePlain(std::size_t array, std::size_t series, Expr& slot, Expr done,
                                Expr group, const std::vector<Expr>& waited) {
  if (done->isFalse()) return;
  if (order_.possible()) {
    Pending& plain = run_.state.pending[array];
    for (Expr* other : {&plain.read, &plain.readByWarp, &plain.write, &plain.writeChanged,
                        &plain.atomic, &plain.narrowAtomic})
      *other = run_.terms.land(*other, run_.terms.lnot(done));
    Stamp at = order_.stampOf(0);
    if (!waited.empty()) at.waited = waited;
    if (series >= seriesOfChannel(0)) at.arrived[series - seriesOfChannel(0)] = group;
    order_.follow(array, done, std::move(at));
  }
  slot = run_.terms.lor(slot, done);
}

}  // namespace barricade
