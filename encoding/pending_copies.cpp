#include "encoding/pending_copies.h"

#include "analysis/counters.h"

namespace barricade {

PendingCopies::PendingCopies(PairRun& run) : run_(run), order_(run) {
  if (!run.isRaces() || !run.kernel.counters().haveCopies()) return;
  PendingCopy none;
  none.reads = none.writes = run.terms.no();
  run.state.copies.assign(run.kernel.arrays().size(), {none, none});
}

void PendingCopies::add(std::size_t array, AccessKind kind, const ThreadCopy& copy, Expr touched) {
  Terms& terms = run_.terms;
  PendingCopy& pending = run_.state.copies[array][copy.bulk ? 1 : 0];
  const bool read = kind == AccessKind::Read;
  Expr& slot = read ? pending.reads : pending.writes;
  Expr& group = read ? pending.groupOfRead : pending.groupOfWrite;
  const Expr followed = terms.land(touched, terms.fresh("followed", boolType()));
  slot = terms.lor(slot, followed);
  group = group ? terms.ite(followed, copy.group, group) : copy.group;
  if (!order_.possible()) return;
  const Stamp now = order_.stampOf(0);
  std::vector<Expr>& waited = read ? pending.waitedAtRead : pending.waitedAtWrite;
  if (waited.empty()) waited = now.waited;
  for (std::size_t c = 0; c < waited.size(); ++c)
    waited[c] = terms.ite(followed, now.waited[c], waited[c]);
}

void PendingCopies::findConflicts(std::size_t array, AccessKind kind, Expr touched,
                                  ErrorCondition& error) const {
  if (!possible()) return;
  auto against = [&](AccessKind of, Expr slot, const std::vector<Expr>& waited) {
    if (slot->isFalse()) return;
    const Expr condition =
        run_.terms.land(touched, slot, run_.terms.lnot(order_.ordersBefore(array, waited)));
    if (!condition->isFalse()) error.conflicts.push_back({of, true, condition});
  };
  for (const PendingCopy& pending : run_.state.copies[array]) {
    against(AccessKind::Write, pending.writes, pending.waitedAtWrite);
    if (kind != AccessKind::Read) against(AccessKind::Read, pending.reads, pending.waitedAtRead);
  }
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
    PendingCopy& copy = run_.state.copies[a][ended.bulk ? 1 : 0];
    const Expr read = take(copy.reads, copy.groupOfRead, ended.read, ended.condition);
    const Expr written = take(copy.writes, copy.groupOfWrite, ended.written, ended.condition);
    const Expr open = ended.ordered ? terms.lnot(ended.ordered(a)) : terms.yes();
    Pending& plain = run_.state.pending[a];
    becomePlain(a, plain.read, terms.land(read, open), copy.waitedAtRead);
    becomePlain(a, plain.write, terms.land(written, open), copy.waitedAtWrite);
    plain.writeChanged = terms.lor(plain.writeChanged, terms.land(written, open));
  }
}

// From then on it is the access that is followed.
void PendingCopies::becomePlain(std::size_t array, Expr& slot, Expr done,
                                const std::vector<Expr>& waited) {
  if (done->isFalse()) return;
  if (order_.possible()) {
    Pending& plain = run_.state.pending[array];
    for (Expr* other :
         {&plain.read, &plain.write, &plain.writeChanged, &plain.atomic, &plain.narrowAtomic})
      *other = run_.terms.land(*other, run_.terms.lnot(done));
    order_.follow(array, done, waited);
  }
  slot = run_.terms.lor(slot, done);
}

}  // namespace barricade
