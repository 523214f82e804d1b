// Accesses in sections of locks: the part of an order (ordering.h) that hangs on nobody else being
// there.
#include <algorithm>

#include "encoding/followed_access.h"
#include "encoding/ordering.h"

namespace barricade {
namespace {

using Kind = SignalEvent::Kind;

}  // namespace

// Two threads are never in sections of one lock at once, as only who has taken it frees it. If each
// acquires when it takes the lock and releases when it frees it, their sections are ordered.

bool SignalOrder::takes(const SignalEvent& event) const {
  return isRead(event) && view_.locks[event.array].takes(event.meaning);
}

bool SignalOrder::frees(const SignalEvent& event) const {
  return event.kind == Kind::Atomic && view_.locks[event.array].frees(event.meaning);
}

bool SignalOrder::loopFrees(const SignalEvent& skip, std::size_t array) const {
  if (skip.kind != Kind::Skip) return false;
  const Kernel& kernel = view_.kernel;
  for (unsigned b : kernel.flow().loops()[skip.loop].blocks)
    for (const Statement& statement : kernel.procedure().blocks[b]->statements) {
      const Call* call = statement.as<Call>();
      if (call && call->atomic && kernel.arrayIndex(call->args[0]->variable()) == array &&
          view_.locks[array].frees(meaningOf(*call)))
        return true;
    }
  return false;
}

// A fence by the thread between its events q and r.
Expr SignalOrder::fencesBetween(std::size_t q, std::size_t r, unsigned side) const {
  Expr fences = view_.terms.no();
  for (std::size_t f = q + 1; f < r; ++f) {
    const SignalEvent& fence = view_.signals[f];
    if (fence.kind == Kind::Fence && fence.performer == Performer::Own && !fence.narrow &&
        acquires(fence.order) && releases(fence.order))
      fences = view_.terms.lor(
          fences, view_.terms.land(fence.running[side], fence.local[side], fence.global[side]));
  }
  return fences;
}

// A store that frees begins a new chain: it has to pass on what the sections before have released,
// unless `inAnyOrder`.
Expr SignalOrder::freesUntaken(std::size_t array, bool inAnyOrder) const {
  Terms& terms = view_.terms;
  const auto& signals = view_.signals;
  auto isOwn = [&](const SignalEvent& event) {
    return event.performer == Performer::Own && event.array == array;
  };
  Expr untaken = terms.no();
  Expr known = terms.yes();
  if (view_.facts[array].values)
    for (const SignalEvent& read : signals)
      if (isRead(read) && read.array == array) known = terms.land(known, holdsKnownValue(read, 0));
  for (std::size_t r = 0; r < signals.size(); ++r) {
    const SignalEvent& freeing = signals[r];
    if (!frees(freeing) || !isOwn(freeing)) continue;
    Expr taken = terms.no();
    for (std::size_t q = 0; q < r; ++q) {
      const SignalEvent& event = signals[q];
      const Expr isIt = event.kind == Kind::Atomic && isOwn(event)
                            ? terms.land(event.running[0], event.succeeds[0],
                                         terms.equal(event.offset[0], freeing.offset[0]))
                            : terms.no();
      if (loopFrees(event, array))
        taken = terms.land(taken, terms.lnot(event.running[0]));
      else if (frees(event))
        taken = terms.land(taken, terms.lnot(isIt));
      else if (takes(event))
        taken =
            terms.lor(taken, terms.land(isIt, isFree(event, 0),
                                        inAnyOrder || freeing.meaning.reads() ||
                                                (acquires(event.order) && releases(freeing.order))
                                            ? terms.yes()
                                            : fencesBetween(q, r)));
    }
    untaken = terms.lor(untaken, terms.land(terms.land(freeing.assumption, freeing.running[0]),
                                            freeing.succeeds[0], terms.lnot(taken)));
  }
  return terms.land(known, untaken);
}

// What a thread that tries to take a lock has found.
Expr SignalOrder::isFree(const SignalEvent& taking, unsigned side) const {
  const Expr found = taking.result[side];
  return view_.terms.equal(found,
                           view_.terms.number(*view_.locks[taking.array].freeValue, found->type()));
}

// Whoever frees an element of the array releases by that all that it has done before.
bool SignalOrder::alwaysReleases(std::size_t array) const {
  const SignalArray& lock = view_.locks[array];
  return std::all_of(lock.sites.begin(), lock.sites.end(), [&](const SignalSite& site) {
    if (!lock.frees(site.meaning)) return true;
    return site.releases && (view_.pair.mode == Mode::Inter ? includesOtherBlocks(*site.releases)
                                                            : includesOwnBlock(*site.releases));
  });
}

// The lock that q has taken is freed after the access, and not before: wherever it is freed, the
// access is released by that. A thread that is followed no further than a loop of its section has
// not come to that yet; whenever it does, the access is released.
Expr SignalOrder::isClosed(const Access& access, const Releases& outcome, std::size_t q) const {
  Terms& terms = view_.terms;
  const unsigned side = access.side;
  const SignalEvent& taking = view_.signals[q];
  Expr closed = terms.no();
  Expr always = terms.yes();
  for (std::size_t r = q + 1; r < view_.signals.size(); ++r) {
    const SignalEvent& event = view_.signals[r];
    if (loopFrees(event, taking.array))
      always = terms.land(always, terms.implies(event.running[side], closed));
    if (!frees(event) || event.array != taking.array) continue;
    const Expr ends = terms.land(event.running[side], event.succeeds[side],
                                 terms.equal(event.offset[side], taking.offset[side]));
    const bool wide = !event.narrow || granted_.atomicScope;
    const Expr released = wide ? outcome.released[r] : terms.no();
    always = terms.land(always, terms.implies(ends, released));
    closed = terms.lor(closed, terms.land(ends, released));
  }
  const bool anywhere = taking.performer == Performer::Own && alwaysReleases(taking.array);
  return terms.land(terms.lor(closed, terms.boolean(anywhere)), always);
}

// Whether all that an elected thread does with the array is known: copies tell of it
// (analysis/elected.h). Else it may give a lock back and take it again in between, or store a value
// before. `loads`: what it reads as well.
bool SignalOrder::isKnownOfElected(std::size_t array, bool loads) const {
  const auto [known, isNew] = knownOfElected_.try_emplace(std::pair(array, loads), false);
  if (!isNew) return known->second;
  const Procedure& procedure = view_.kernel.procedure();
  const std::vector<SignalSite>& sites = view_.locks[array].sites;
  known->second = std::ranges::all_of(sites, [&](const SignalSite& site) {
    if (!loads && !site.meaning.writes()) return true;
    return std::ranges::any_of(procedure.blocks, [&](const auto& block) {
      return std::ranges::any_of(block->statements, [&](const Statement& statement) {
        return performerOf(statement) != Performer::Own &&
               isSameStatement(statement, *site.statement);
      });
    });
  });
  return known->second;
}

// By event: that the access is in a section of the lock that it takes.
std::vector<Expr> SignalOrder::sections(const Access& access) const {
  Terms& terms = view_.terms;
  std::vector<Expr> inside(view_.signals.size(), terms.no());
  const Releases outcome = releasesAfter(access);
  const Acquisitions acquisitions = acquiredBefore(access);
  for (std::size_t q = 0; q < view_.signals.size(); ++q) {
    const SignalEvent& event = view_.signals[q];
    if (!takes(event) || !isVisible(event.array)) continue;
    if (!view_.facts[event.array].lock && !granted_.facts) continue;
    if (event.narrow && !granted_.atomicScope) continue;
    if (event.performer != Performer::Own && !isKnownOfElected(event.array, false)) continue;
    const Expr taken = terms.land(acquisitions.acquired[q], event.succeeds[access.side],
                                  isFree(event, access.side));
    if (!taken->isFalse()) inside[q] = terms.land(taken, isClosed(access, outcome, q));
  }
  addBatons(access, outcome, acquisitions, inside);
  return inside;
}

//--- Batons ---------------------------------------------------------------------------------

// A word that goes from hand to hand, full and empty say. Let a store be the first, in the order in
// which the element changes, that does not come next after the one that its thread has read last.
// Whoever stored next after that had read the same, so it was this thread: before the read, which
// would have read something older then, or since, and there is nothing of its own between. So from
// what a thread has read to what it stores nobody else stores, all such sections come one after the
// other, and each has acquired what the one before has released.

bool SignalOrder::loopTouches(const SignalEvent& skip, std::size_t array) const {
  if (skip.kind != Kind::Skip) return false;
  const Kernel& kernel = view_.kernel;
  for (unsigned b : kernel.flow().loops()[skip.loop].blocks)
    for (const Statement& statement : kernel.procedure().blocks[b]->statements) {
      const Call* call = statement.as<Call>();
      if (call && call->atomic && kernel.arrayIndex(call->args[0]->variable()) == array)
        return true;
    }
  return false;
}

// An operation on the element of r, by who performs that, between the events q and r.
Expr SignalOrder::touchesBetween(std::size_t q, std::size_t r, unsigned side) const {
  Terms& terms = view_.terms;
  const SignalEvent& store = view_.signals[r];
  Expr touches = terms.no();
  for (std::size_t m = q + 1; m < r; ++m) {
    const SignalEvent& event = view_.signals[m];
    if (loopTouches(event, store.array))
      touches = terms.lor(touches, event.running[side]);
    else if (event.kind == Kind::Atomic && event.array == store.array &&
             event.performer == store.performer)
      touches = terms.lor(touches, terms.land(event.running[side],
                                              terms.equal(event.offset[side], store.offset[side])));
  }
  return touches;
}

SignalOrder::Given SignalOrder::givenBefore(std::size_t r, unsigned side) const {
  Terms& terms = view_.terms;
  const SignalEvent& store = view_.signals[r];
  Given given{terms.no(), terms.number(0, store.result[side]->type())};
  for (std::size_t q = 0; q < r; ++q) {
    const SignalEvent& read = view_.signals[q];
    if (read.kind != Kind::Atomic || read.array != store.array ||
        read.performer != store.performer || read.meaning.kind != AtomicMeaning::Kind::Load ||
        read.narrow)
      continue;
    const Expr handed =
        acquires(read.order) && releases(store.order) ? terms.yes() : fencesBetween(q, r, side);
    const Expr isIt = terms.land(
        terms.land(read.running[side], terms.equal(read.offset[side], store.offset[side])), handed,
        terms.lnot(touchesBetween(q, r, side)));
    given = {terms.lor(given.is, isIt), terms.ite(isIt, read.result[side], given.value)};
  }
  return given;
}

Expr SignalOrder::storesUngiven(std::size_t array) const {
  Terms& terms = view_.terms;
  Expr any = terms.no();
  for (std::size_t r = 0; r < view_.signals.size(); ++r) {
    const SignalEvent& store = view_.signals[r];
    if (store.performer != Performer::Own || !isWrite(store) || store.array != array) continue;
    if (store.narrow) return terms.yes();
    any = terms.lor(
        any, terms.land(store.assumption, store.running[0], terms.lnot(givenBefore(r, 0).is)));
  }
  return any;
}

// By the read that has given it: that the access is behind that, and before the store that passes
// the element on.
void SignalOrder::addBatons(const Access& access, const Releases& outcome,
                            const Acquisitions& acquisitions, std::vector<Expr>& inside) const {
  Terms& terms = view_.terms;
  const unsigned side = access.side;
  for (std::size_t q = 0; q < view_.signals.size(); ++q) {
    const SignalEvent& read = view_.signals[q];
    if (read.kind != Kind::Atomic || read.meaning.kind != AtomicMeaning::Kind::Load ||
        !view_.facts[read.array].baton || !isVisible(read.array) || read.narrow ||
        acquisitions.acquired[q]->isFalse() ||
        (read.performer != Performer::Own && !isKnownOfElected(read.array, true)))
      continue;
    for (std::size_t r = q + 1; r < view_.signals.size(); ++r) {
      const SignalEvent& store = view_.signals[r];
      if (!isWrite(store) || store.array != read.array || store.performer != read.performer ||
          outcome.released[r]->isFalse())
        continue;
      const Expr isPassed = terms.land(
          terms.land(store.running[side], terms.equal(store.offset[side], read.offset[side])),
          outcome.released[r], terms.lnot(touchesBetween(q, r, side)));
      inside[q] = terms.lor(inside[q], terms.land(acquisitions.acquired[q], isPassed));
    }
  }
}

Expr SignalOrder::locked(const Access& x, const Access& y) const {
  Terms& terms = view_.terms;
  if (std::none_of(view_.signals.begin(), view_.signals.end(), [&](const SignalEvent& event) {
        return takes(event) || (isRead(event) && view_.facts[event.array].baton);
      }))
    return terms.no();
  const std::vector<Expr> first = sections(x);
  const std::vector<Expr> second = sections(y);
  Expr any = terms.no();
  for (std::size_t p = 0; p < first.size(); ++p) {
    if (first[p]->isFalse()) continue;
    for (std::size_t q = 0; q < second.size(); ++q)
      if (!second[q]->isFalse() && view_.signals[p].array == view_.signals[q].array)
        any = terms.lor(any, terms.land(first[p], second[q],
                                        granted_.value ? terms.yes()
                                                       : terms.equal(view_.signals[p].offset[0],
                                                                     view_.signals[q].offset[1])));
  }
  return any;
}

}  // namespace barricade
