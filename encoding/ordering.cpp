#include "encoding/ordering.h"

#include <algorithm>
#include <optional>

#include "analysis/warp_convergence.h"
#include "encoding/element_sharing.h"
#include "encoding/followed_access.h"

namespace barricade {
namespace {

using Kind = SignalEvent::Kind;
constexpr std::size_t performers = 4;

std::size_t indexOf(Performer performer) {
  return static_cast<std::size_t>(performer);
}

}  // namespace

Expr SignalOrder::isPerformer(unsigned side, Performer performer) const {
  Terms& terms = view_.terms;
  if (performer == Performer::Own) return terms.yes();
  if (view_.pair.mode == Mode::Intra) return isFirstLane(side);
  Expr is = terms.yes();
  for (unsigned d = 0; d < 3; ++d) {
    const Expr id = view_.pair.localId[side][d];
    const Expr size = view_.launch.groupSize[d];
    if (performer == Performer::First || performer == Performer::Chosen)
      is = terms.land(is, terms.equal(id, terms.number(performer == Performer::Chosen && d == 0
                                                           ? chosenThread(view_.kernel.procedure())
                                                           : 0,
                                                       id->type())));
    else if (size->type() == id->type())
      is = terms.land(is, terms.equal(id, terms.sub(size, terms.number(1, size->type()))));
    else
      return terms.no();
  }
  return is;
}

// Of its warp, of a size that is a power of two, in a block of one dimension.
Expr SignalOrder::isFirstLane(unsigned side) const {
  Terms& terms = view_.terms;
  const Expr id = view_.pair.localId[side][0];
  const unsigned bits = msb(BigInt(warpSizeOf(view_.kernel, view_.launch)));
  const Expr lane = bits < id->type()->width() ? terms.extract(id, bits, 0) : id;
  return bits == 0 ? terms.yes() : terms.equal(lane, terms.number(0, lane->type()));
}

// Whether anything of what an elected thread does for others is known.
bool SignalOrder::electsThreads() const {
  return view_.pair.mode == Mode::Inter ||
         std::ranges::any_of(view_.signals, [](const SignalEvent& event) {
           return event.performer != Performer::Own;
         });
}

// Whether both threads see one copy of the array.
bool SignalOrder::isVisible(std::size_t array) const {
  return view_.pair.mode != Mode::Inter ||
         view_.kernel.arrays()[array].array->space == AddressSpace::Global;
}

bool SignalOrder::isGranted(const SignalEvent& event, bool Granted::*barrier) const {
  return granted_.*barrier && (granted_.operation == noLocation || event.kind != Kind::Atomic ||
                               event.statement->location == granted_.operation);
}

//--- After an access -----------------------------------------------------------------------

// For each thread that may do what is after the access: that the access is before all that it does
// now (`past`), and that it has fenced since then. A barrier of the block makes both true of all.
SignalOrder::Releases SignalOrder::releasesAfter(const Access& access) const {
  Terms& terms = view_.terms;
  const unsigned side = access.side;
  const bool elects = electsThreads();
  Releases outcome;
  Expr inBlock = terms.no();
  std::array<Expr, performers> fenced;
  fenced.fill(terms.no());
  std::array<Expr, performers> inOrder = fenced;  // by sequentially consistent fences
  for (const SignalEvent& event : view_.signals) {
    const Expr after = access.isBefore(event);
    std::array<Expr, performers> past{after, inBlock, inBlock, inBlock};
    for (Performer p : {Performer::First, Performer::Last, Performer::Chosen})
      if (elects && !after->isFalse())
        past[indexOf(p)] = isGranted(event, &Granted::releasingBarrier)
                               ? after
                               : terms.lor(inBlock, terms.land(isPerformer(side, p), after));
    Expr released = terms.no();
    Expr reached = terms.no();
    Expr itself = terms.no();
    const std::size_t p = indexOf(event.performer);
    if (event.kind == Kind::Barrier && elects) {
      const Expr passed = access.orders(event);
      inBlock = terms.lor(inBlock, terms.land(after, passed));
      const Expr any = terms.land(passed, terms.anyOf({inOrder.begin(), inOrder.end()}));
      for (Expr& f : fenced) f = terms.lor(f, any);
      for (Expr& f : inOrder) f = terms.lor(f, any);
    } else if (event.kind == Kind::Fence && releases(event.order) &&
               (!event.narrow || granted_.fenceScope)) {
      const Expr runs = access.orders(event);
      for (std::size_t q = 0; q < performers; ++q) {
        if (q != p && !event.ofAll) continue;
        fenced[q] = terms.lor(fenced[q], terms.land(runs, past[q]));
        if (event.order == MemoryOrder::SequentiallyConsistent)
          inOrder[q] = terms.lor(inOrder[q], terms.land(runs, past[q]));
      }
    } else if (isWrite(event)) {
      const bool releasing = granted_.releasingFence ||
                             (releases(event.order) && (!event.narrow || granted_.atomicScope));
      const Expr runs = terms.land(event.running[side], event.succeeds[side]);
      itself = terms.land(runs, access.isPartOf(event));
      reached = terms.land(runs, past[p]);
      released = terms.land(runs, terms.lor(fenced[p], releasing ? past[p] : terms.no()));
    }
    outcome.released.push_back(released);
    outcome.reached.push_back(reached);
    outcome.itself.push_back(itself);
  }
  return outcome;
}

//--- Before an access -----------------------------------------------------------------------

// Whether f is a fence by which a count q acquires, as it stands before it.
bool SignalOrder::hasFencedBefore(std::size_t q, std::size_t f) const {
  const SignalEvent& fence = view_.signals[f];
  return f < q && fence.kind == Kind::Fence && fence.order == MemoryOrder::SequentiallyConsistent &&
         (!fence.narrow || granted_.fenceScope) &&
         (fence.performer == view_.signals[q].performer || fence.ofAll);
}

SignalOrder::Acquisitions SignalOrder::acquiredBefore(const Access& access) const {
  Acquisitions acquisitions;
  for (std::size_t q = 0; q < view_.signals.size(); ++q) {
    acquisitions.seen.push_back(view_.terms.no());
    acquisitions.acquired.push_back(view_.terms.no());
    const SignalEvent& read = view_.signals[q];
    if (!isRead(read)) continue;
    if (read.performer == Performer::Own)
      acquisitionsOfOwn(access, q, acquisitions);
    else
      acquisitionsOfElected(access, q, acquisitions);
    Expr byOrder = view_.terms.boolean(granted_.acquiringFence);
    if (acquires(read.order) && (!read.narrow || granted_.atomicScope)) byOrder = view_.terms.yes();
    if (isCount(read))
      for (std::size_t f = 0; f < q; ++f)
        if (hasFencedBefore(q, f))
          byOrder = view_.terms.lor(byOrder, access.orders(view_.signals[f]));
    acquisitions.acquired[q] =
        view_.terms.lor(acquisitions.acquired[q], view_.terms.land(acquisitions.seen[q], byOrder));
  }
  return acquisitions;
}

void SignalOrder::acquisitionsOfOwn(const Access& access, std::size_t q,
                                    Acquisitions& acquisitions) const {
  Terms& terms = view_.terms;
  const SignalEvent& read = view_.signals[q];
  const Expr seen = terms.land(read.running[access.side], access.isAfter(read));
  if (seen->isFalse()) return;
  Expr fenced = terms.no();
  for (std::size_t f = q + 1; f < view_.signals.size(); ++f) {
    const SignalEvent& fence = view_.signals[f];
    if (fence.kind == Kind::Fence && acquires(fence.order) && fence.performer == Performer::Own &&
        (!fence.narrow || granted_.fenceScope))
      fenced = terms.lor(fenced, terms.land(access.orders(fence), access.isAfter(fence)));
  }
  acquisitions.seen[q] = seen;
  acquisitions.acquired[q] = terms.land(seen, fenced);
}

// What the elected thread has seen a barrier hands on to the others. A fence by it must stand
// before the barrier; one by the thread of the access may stand after it, if it is sequentially
// consistent.
void SignalOrder::acquisitionsOfElected(const Access& access, std::size_t q,
                                        Acquisitions& acquisitions) const {
  Terms& terms = view_.terms;
  const unsigned side = access.side;
  const SignalEvent& read = view_.signals[q];
  const Expr runs = read.running[side];
  if (runs->isFalse()) return;
  const Expr isIt =
      isGranted(read, &Granted::acquiringBarrier) ? terms.yes() : isPerformer(side, read.performer);
  Expr seen = terms.land(isIt, runs, access.isAfter(read));
  Expr acquired = terms.no();
  Expr fenced = terms.no();  // by the elected thread, since the read
  for (std::size_t e = q + 1; e < view_.signals.size(); ++e) {
    const SignalEvent& event = view_.signals[e];
    if (event.kind == Kind::Fence && acquires(event.order) &&
        (!event.narrow || granted_.fenceScope)) {
      const Expr stands = access.orders(event);
      const Expr before = terms.land(stands, access.isAfter(event));
      if (event.performer == read.performer || event.ofAll) {
        fenced = terms.lor(fenced, stands);
        acquired = terms.lor(acquired, terms.land(seen, isIt, before));
      }
      if (event.performer == Performer::Own && event.order == MemoryOrder::SequentiallyConsistent)
        acquired = terms.lor(acquired, terms.land(seen, before));
    } else if (event.kind == Kind::Barrier) {
      const Expr handed = terms.land(terms.land(runs, access.orders(event)), access.isAfter(event));
      seen = terms.lor(seen, handed);
      acquired = terms.lor(acquired, terms.land(handed, fenced));
    }
  }
  acquisitions.seen[q] = seen;
  acquisitions.acquired[q] = acquired;
}

//--- Counters -------------------------------------------------------------------------------

Expr SignalOrder::limitOf(const SignalFacts& counter, std::size_t sites) const {
  constexpr unsigned width = 64;
  constexpr unsigned sizeBits = 31;  // sizes are below 2^31
  Terms& terms = view_.terms;
  const Type wide = bitVectorType(width);
  unsigned bits = 0;
  auto product = [&](Expr value, Expr size) {
    if (!size->type()->isBitVector() || size->type()->width() > width) {
      bits = width;
      return value;
    }
    bits += size->isLiteral() ? msb(size->value()) + 1 : sizeBits;
    return terms.mul(value, terms.zeroExtend(size, width));
  };
  unsigned blockSites = 0;
  for (std::size_t i = 0; i < sites; ++i) blockSites += counter.sites[i].oncePerBlock ? 1 : 0;
  const std::size_t threadSites = sites - blockSites;
  Expr blocks = terms.number(counter.step, wide);
  for (unsigned d = 0; d < 3; ++d)
    if (counter.blockDimensions[d]) blocks = product(blocks, view_.launch.numGroups[d]);
  Expr limit = terms.mul(blocks, terms.number(blockSites, wide));
  if (threadSites > 0) {
    Expr threads = blocks;
    if (const auto sharing = threadsOfOneElement(view_, counter))
      threads = product(threads, terms.number(*sharing, bitVectorType(32)));
    else
      for (Expr size : view_.launch.groupSize) threads = product(threads, size);
    limit = terms.add(limit, terms.mul(threads, terms.number(threadSites, wide)));
  }
  return bits < width ? limit : nullptr;
}

// Of one operation: what is counted until the end of its phase.
Expr SignalOrder::limitOf(const SignalEvent& count) const {
  const SignalFacts& facts = view_.facts[count.array];
  bool found = false;
  for (std::size_t i = 0; i < facts.sites.size(); ++i) {
    found = found || isSameStatement(*facts.sites[i].statement, *count.statement);
    if (found && facts.sites[i].endsPhase) return limitOf(facts, i + 1);
  }
  return limitOf(facts);
}

bool SignalOrder::isInTurn(const SignalEvent& count) const {
  const auto& sites = view_.facts[count.array].sites;
  return std::any_of(sites.begin(), sites.end(), [&](const CountingSite& site) {
    return site.inTurn && isSameStatement(*site.statement, *count.statement);
  });
}

SignalOrder::Seen SignalOrder::seenBefore(std::size_t count, unsigned side) const {
  Terms& terms = view_.terms;
  const SignalEvent& event = view_.signals[count];
  Seen seen{terms.no(), event.result[side]};
  for (std::size_t q = 0; q < count; ++q) {
    const SignalEvent& read = view_.signals[q];
    if (!isRead(read) || read.array != event.array || read.performer != event.performer) continue;
    const Expr here =
        terms.land(read.running[side], terms.equal(read.offset[side], event.offset[side]));
    seen.any = terms.lor(seen.any, here);
    seen.value = terms.ite(here, read.result[side], seen.value);
  }
  return seen;
}

Expr SignalOrder::countsInTurn(std::size_t count) const {
  Terms& terms = view_.terms;
  const SignalEvent& event = view_.signals[count];
  Expr all = terms.yes();
  for (unsigned t = 0; t < 2; ++t) {
    const Seen seen = seenBefore(count, t);
    all = terms.land(all, terms.implies(terms.land(event.running[t], seen.any),
                                        terms.equal(event.result[t], seen.value)));
  }
  return all;
}

Expr SignalOrder::staysBelowBound(const SignalEvent& count, unsigned side) const {
  Terms& terms = view_.terms;
  if (!count.bound[side]) return terms.yes();
  const Expr limit = limitOf(view_.facts[count.array]);
  const Type wide = limit->type();
  return terms.lessEqual(
      limit, terms.add(terms.zeroExtend(count.bound[side], wide->width()), terms.number(1, wide)),
      false);
}

//--- Who reads from whom --------------------------------------------------------------------

// Every store of that value in the element by this side releases the access: so whichever was read.
// What the elected thread does is stated twice of that thread; of these its own statement counts.
Expr SignalOrder::isReleasedWhereWritten(unsigned side, const Releases& outcome, std::size_t q,
                                         Expr value) const {
  Terms& terms = view_.terms;
  const SignalEvent& read = view_.signals[q];
  Expr all = terms.yes();
  for (std::size_t w = 0; w < view_.signals.size(); ++w) {
    const SignalEvent& write = view_.signals[w];
    if (!isWrite(write) || write.array != read.array || !write.written[side]) continue;
    const Expr mayBe = terms.land(terms.land(write.running[side], write.succeeds[side]),
                                  terms.equal(write.offset[side], read.offset[1 - side]),
                                  terms.equal(write.written[side], value));
    const Expr statedAgain =
        write.performer == Performer::Own ? terms.no() : isPerformer(side, write.performer);
    all = terms.land(all, terms.implies(mayBe, terms.lor(statedAgain, outcome.released[w])));
  }
  return all;
}

// That q of the other side reads what r has written, or what goes on from there. Whether each write
// of what q has got releases the access is found once for all of them.
Expr SignalOrder::readsFrom(const Access& x, const Releases& outcome, std::size_t r, std::size_t q,
                            Expr& releasedWhereGot) const {
  Terms& terms = view_.terms;
  const SignalEvent& write = view_.signals[r];
  const SignalEvent& read = view_.signals[q];
  const SignalFacts& facts = view_.facts[write.array];
  const unsigned side = x.side;
  const Expr same = terms.equal(write.offset[side], read.offset[1 - side]);
  const Expr got = read.result[1 - side];
  Expr from = terms.no();
  if (isCount(write) && (isCount(read) || read.meaning.kind == AtomicMeaning::Kind::Load) &&
      (granted_.facts || (facts.counter && limitOf(facts))))
    from = granted_.value || granted_.facts ? terms.yes()
                                            : terms.land(terms.less(write.result[side], got, false),
                                                         staysBelowBound(write, side));
  if (write.written[side] && (facts.flag || granted_.facts) &&
      (write.performer == Performer::Own || isKnownOfElected(write.array, false))) {
    const Expr written = write.written[side];
    const Expr zero = terms.number(0, got->type());
    if (!granted_.facts && !releasedWhereGot)
      releasedWhereGot = isReleasedWhereWritten(side, outcome, q, got);
    const Expr stored = terms.land(terms.equal(written, got), terms.lnot(terms.equal(got, zero)),
                                   granted_.facts ? terms.yes() : releasedWhereGot);
    from = terms.lor(from, granted_.value ? terms.yes() : stored);
    if (facts.turns)
      from = terms.lor(from,
                       terms.land(terms.less(zero, written, false), terms.less(written, got, false),
                                  isReleasedWhereWritten(side, outcome, q, written)));
  }
  // What has been fenced once is so for all later stores of the thread; if their order releases,
  // that of all does.
  for (const bool isSigned : {true, false})
    if (write.written[side] && (isSigned ? facts.risesSigned : facts.risesUnsigned))
      from = terms.lor(
          from, terms.land(terms.less(terms.number(0, got->type()), write.written[side], isSigned),
                           terms.lessEqual(write.written[side], got, isSigned)));
  return terms.land(same, from);
}

Expr SignalOrder::orderedBefore(const Access& x, const Access& y) const {
  Terms& terms = view_.terms;
  const Releases outcome = releasesAfter(x);
  const Acquisitions acquisitions = acquiredBefore(y);
  Expr result = terms.no();
  std::vector<Expr> releasedWhereGot(view_.signals.size(), nullptr);  // by who reads, once asked
  for (std::size_t r = 0; r < view_.signals.size(); ++r) {
    const SignalEvent& write = view_.signals[r];
    if (!isWrite(write) || !isVisible(write.array)) continue;
    if (outcome.reached[r]->isFalse() && outcome.itself[r]->isFalse() &&
        outcome.released[r]->isFalse())
      continue;
    for (std::size_t q = 0; q < view_.signals.size(); ++q) {
      const SignalEvent& read = view_.signals[q];
      if (!isRead(read) || read.array != write.array || acquisitions.seen[q]->isFalse()) continue;
      if ((write.narrow || read.narrow) && !granted_.atomicScope) continue;
      const Expr passesOn = terms.lor(terms.land(outcome.released[r], acquisitions.acquired[q]),
                                      terms.land(outcome.itself[r], acquisitions.seen[q]));
      if (passesOn->isFalse()) continue;
      result =
          terms.lor(result, terms.land(passesOn, readsFrom(x, outcome, r, q, releasedWhereGot[q])));
    }
  }
  return result;
}

// Down from the value that is read each one has been stored by a thread that had read the one
// before: so the chain comes to any lesser value, and to the one thread that stores it. The chain
// ends above 0, which anybody may store: who comes last sets the element back.
Expr SignalOrder::storesOutOfTurn(std::size_t array) const {
  Terms& terms = view_.terms;
  const auto& signals = view_.signals;
  auto isOwn = [&](const SignalEvent& event) {
    return event.kind == Kind::Atomic && event.performer == Performer::Own && event.array == array;
  };
  Expr any = terms.no();
  for (std::size_t r = 0; r < signals.size(); ++r) {
    const SignalEvent& store = signals[r];
    if (!isOwn(store) || !isWrite(store)) continue;
    if (store.narrow || !store.written[0]) return terms.yes();
    const Expr written = store.written[0];
    const Expr before = terms.sub(written, terms.number(1, written->type()));
    const Expr isZero = terms.equal(written, terms.number(0, written->type()));
    Expr inTurn = isZero;
    Expr again = terms.no();
    for (std::size_t q = 0; q < r; ++q) {
      const SignalEvent& event = signals[q];
      if (!isOwn(event)) continue;
      const Expr isThere = terms.equal(event.offset[0], store.offset[0]);
      if (isWrite(event) && event.written[0])
        again = terms.lor(again, terms.land(terms.land(event.running[0], event.succeeds[0]),
                                            isThere, terms.equal(event.written[0], written)));
      if (!isRead(event) || event.narrow) continue;
      const bool byOrder = acquires(event.order) && releases(store.order);
      const Expr handed = byOrder ? terms.yes() : fencesBetween(q, r);
      const Expr isBefore = terms.land(isThere, terms.equal(event.result[0], before));
      inTurn = terms.lor(inTurn, terms.land(event.running[0], isBefore, handed));
    }
    any = terms.lor(
        any, terms.land(terms.land(store.assumption, store.running[0]), store.succeeds[0],
                        terms.lor(terms.lnot(inTurn), terms.land(again, terms.lnot(isZero)))));
  }
  return any;
}

//--- Of a pair ------------------------------------------------------------------------------

Expr SignalOrder::holdsKnownValue(const SignalEvent& read, unsigned side) const {
  Terms& terms = view_.terms;
  const Expr got = read.result[side];
  Expr known = terms.equal(got, terms.number(0, got->type()));
  for (const BigInt& value : *view_.facts[read.array].values)
    known = terms.lor(known, terms.equal(got, terms.number(value, got->type())));
  return terms.implies(read.running[side], known);
}

// Results of a counter are below its limit, and distinct; those of a flag are what is stored there.
Expr SignalOrder::facts() const {
  Terms& terms = view_.terms;
  Expr all = terms.yes();
  for (const SignalEvent& read : view_.signals)
    if (isRead(read) && view_.facts[read.array].values)
      for (unsigned t = 0; t < 2; ++t) all = terms.land(all, holdsKnownValue(read, t));
  auto isCounted = [&](const SignalEvent& event) {
    return isCount(event) && !event.narrow && view_.facts[event.array].counter &&
           limitOf(view_.facts[event.array]);
  };
  for (std::size_t i = 0; i < view_.signals.size(); ++i) {
    const SignalEvent& first = view_.signals[i];
    if (!isCounted(first)) continue;
    const Expr limit = limitOf(first);
    if (isInTurn(first)) all = terms.land(all, countsInTurn(i));
    for (unsigned t = 0; t < 2; ++t)
      all = terms.land(
          all, terms.implies(terms.land(first.running[t], staysBelowBound(first, t)),
                             terms.less(terms.zeroExtend(first.result[t], limit->type()->width()),
                                        limit, false)));
    if (!isVisible(first.array)) continue;
    for (const SignalEvent& second : view_.signals)
      if (isCounted(second) && second.array == first.array)
        all = terms.land(
            all, terms.implies(
                     terms.land(first.running[0], second.running[1],
                                terms.land(terms.equal(first.offset[0], second.offset[1]),
                                           staysBelowBound(first, 0), staysBelowBound(second, 1))),
                     terms.lnot(terms.equal(first.result[0], second.result[1]))));
  }
  return all;
}

Expr SignalOrder::ordered(std::size_t check) const {
  const Event& event = view_.events[check];
  const bool local = view_.kernel.arrays()[event.array].array->space == AddressSpace::GroupShared;
  const Access first{view_.terms, 0, local, check};
  const Access second{view_.terms, 1, local, check};
  return view_.terms.lor(
      view_.terms.lor(orderedBefore(first, second), orderedBefore(second, first)),
      locked(first, second));
}

// Of signals, over all races, that are looked at to show what goes wrong in first iterations. What
// is left out there is decided with the rest.
constexpr std::size_t mostPairsInBeginning = 2'000'000;

void exceptOrdered(PairRun& run) {
  Terms& terms = run.terms;
  const std::vector<SignalArray> locks = findSignals(run.kernel);
  const SignalOrder ordering({terms, run.kernel, run.launch, run.pair, run.record.signals,
                              run.record.events, run.options.signalFacts, locks});
  const Expr facts = ordering.facts();
  const std::size_t perRace = run.record.signals.size() * run.record.signals.size();
  std::size_t pairs = 0;
  for (ErrorCondition& error : run.record.errors) {
    if (error.kind != FindingKind::Race) continue;
    pairs += perRace;
    const bool isLeftOut = run.options.isBeginning && pairs > mostPairsInBeginning;
    const Expr remains =
        isLeftOut ? terms.no() : terms.land(facts, terms.lnot(ordering.ordered(error.event)));
    Expr any = terms.no();
    for (Conflict& conflict : error.conflicts) {
      if (!conflict.async) conflict.condition = terms.land(conflict.condition, remains);
      any = terms.lor(any, conflict.condition);
    }
    error.condition = terms.land(error.condition, any);
    error.own = terms.land(error.own, any);
  }
}

}  // namespace barricade
