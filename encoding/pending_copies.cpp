#include "encoding/pending_copies.h"

#include "analysis/counters.h"

namespace barricade {

PendingCopies::PendingCopies(PairRun& run) : run_(run) {
  if (!run.isRaces() || !run.kernel.counters().haveCopies()) return;
  const PendingCopy none{run.terms.no(), run.terms.no()};
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
}

void PendingCopies::findConflicts(std::size_t array, AccessKind kind, Expr touched,
                                  ErrorCondition& error) const {
  if (!possible()) return;
  auto against = [&](AccessKind of, Expr slot) {
    const Expr condition = run_.terms.land(touched, slot);
    if (!condition->isFalse()) error.conflicts.push_back({of, true, condition});
  };
  for (const PendingCopy& pending : run_.state.copies[array]) {
    against(AccessKind::Write, pending.writes);
    if (kind != AccessKind::Read) against(AccessKind::Read, pending.reads);
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
    plain.read = terms.lor(plain.read, terms.land(read, open));
    plain.write = terms.lor(plain.write, terms.land(written, open));
    plain.writeChanged = terms.lor(plain.writeChanged, terms.land(written, open));
  }
}

}  // namespace barricade
