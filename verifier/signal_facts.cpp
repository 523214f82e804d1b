#include "verifier/signal_facts.h"

#include <algorithm>
#include <functional>

#include "verifier/counting.h"
#include "verifier/opened.h"

namespace barricade {
namespace {

using Kind = SignalEvent::Kind;

const std::string storedInLoop = "it is stored in a loop";

// Whether a number is made by additions alone of literals and of how often a loop has gone on,
// whose counters are wider than it, or limited: it takes a loop without an end until it wraps
// around. A product or a parameter may be meant to.
bool countsIterations(const Terms& terms, Expr e, unsigned width) {
  auto ofArgs = [&](std::size_t first) {
    return std::all_of(e->args().begin() + static_cast<std::ptrdiff_t>(first), e->args().end(),
                       [&](Expr arg) { return countsIterations(terms, arg, width); });
  };
  switch (e->op()) {
    case Op::BvLiteral: return true;
    case Op::Variable: return terms.limitOf(e) != nullptr || e->type()->width() > width;
    case Op::BvAdd:
    case Op::BvSub:
    case Op::ZeroExtend: return ofArgs(0);
    case Op::Ite: return ofArgs(1);
    case Op::Extract: return e->arg(0)->type()->width() > width && ofArgs(0);
    default: return false;
  }
}

class FactFinder {
 public:
  FactFinder(const std::map<Mode, Problem*>& problems, const Deadline& deadline,
             Statistics& statistics, Budget* budget)
      : pairs_(problems, deadline, statistics, budget) {}

  SignalKnowledge find() {
    const Kernel& kernel = pairs_.any().subject().kernel;
    arrays_ = findSignals(kernel);
    knowledge_.facts.resize(arrays_.size());
    for (std::size_t a = 0; a < arrays_.size(); ++a) {
      if (arrays_[a].sites.empty()) continue;
      const Array& array = *kernel.arrays()[a].array;
      SignalFacts& facts = knowledge_.facts[a];
      findCounter(a);
      if (facts.counter) findPhasesAndTurns(pairs_, arrays_, knowledge_.facts, a);
      if (!facts.counter) findFlag(a);
      if (!facts.counter && !facts.flag) findRisingFlag(a);
      if (!facts.counter && !facts.flag && !facts.rises()) findLock(a);
      if (!facts.counter && !facts.rises() && !facts.lock) findBaton(a);
      const bool isTold = facts.counter || facts.flag || facts.rises() || facts.values;
      if (!arrays_[a].hasKnownStart && !pairs_.isShared(a) && arrays_[a].freeValue.value_or(0) == 0)
        (isTold || facts.lock ? knowledge_.zeroed : knowledge_.likelyZero)
            .push_back(array.variable);
      if (isTold && !pairs_.isShared(a))
        knowledge_.notes.push_back("assumes that " + array.sourceName +
                                   " is 0 when the kernel starts");
    }
    return std::move(knowledge_);
  }

 private:
  //--- Counters

  void findCounter(std::size_t a) {
    SignalFacts& facts = knowledge_.facts[a];
    facts.notCounter = reasonAgainstCounter(a);
    if (!facts.notCounter.empty()) return;
    for (const SignalSite& site : arrays_[a].sites) {
      if (site.meaning.kind != AtomicMeaning::Kind::Count) continue;
      facts.step = site.meaning.step;
      facts.sites.push_back({site.statement, isOncePerBlock(site)});
    }
    for (unsigned d = 0; d < 3; ++d)
      facts.blockDimensions[d] = !pairs_.isShared(a) && !isElementOfDimension(a, d);
    facts.counter = true;
    if (isResetEarly(a)) {
      facts.counter = false;
      facts.notCounter = "it may be set anew before all have counted";
    }
  }

  std::string reasonAgainstCounter(std::size_t a) const {
    const SignalArray& array = arrays_[a];
    const SignalSite* first = nullptr;
    if (array.unknown) return "it is changed in a way that is not followed";
    if (pairs_.isShared(a) && !isOpened(pairs_, array, a))
      return "it is in shared memory, which holds anything at first";
    if (array.hasKnownStart) return "a precondition speaks of it, so that it may not be 0 at first";
    for (const SignalSite& site : array.sites) {
      if (site.meaning.kind == AtomicMeaning::Kind::Load || isReset(site)) continue;
      if (site.meaning.kind != AtomicMeaning::Kind::Count)
        return "it is also changed by an atomic operation that does not count";
      if (site.inLoop) return "it is counted in a loop";
      if (mayWrapAround(site)) return "it may wrap around";
      if (!first && boundsDiffer(a)) return "it may wrap around";
      if (!first) first = &site;
      if (site.meaning.step != first->meaning.step || site.meaning.bound != first->meaning.bound)
        return "it is counted in different steps";
    }
    return first ? "" : "it does not count";
  }

  // Its width is taken to suffice if it has 24 bits above the step's, as a launch is taken not to
  // count so often (docs/semantics.md).
  static bool mayWrapAround(const SignalSite& site) {
    constexpr unsigned enough = 24;
    constexpr unsigned most = 64;
    const Type element = site.statement->as<Call>()->args[0]->type()->range();
    return !element->isBitVector() || element->width() > most ||
           element->width() < enough + msb(site.meaning.step);
  }

  // A bound has to be one for all threads.
  bool boundsDiffer(std::size_t a) const {
    return !pairs_.hold(a, [&](const SignalPairs& pairs) {
      Terms& terms = pairs.terms();
      return pairs.isImpossible(
          "one bound of a counter",
          pairs.anyPair(
              [&](const SignalEvent& e) { return isCount(e) && e.array == a && e.bound[0]; },
              [&](const SignalEvent& first, const SignalEvent& second) {
                return terms.land(terms.equal(first.offset[0], second.offset[1]),
                                  terms.lnot(terms.equal(first.bound[0], second.bound[1])));
              }));
    });
  }

  static bool isReset(const SignalSite& site) {
    const Expr written = site.meaning.written;
    return written && site.meaning.kind != AtomicMeaning::Kind::CompareAndSwap &&
           written->isLiteral() && written->value() == 0;
  }

  bool isOncePerBlock(const SignalSite& site) const {
    const SignalPairs* pairs = pairs_.of(Mode::Intra);
    if (!pairs) return true;
    return pairs->isImpossible("counting once in a block",
                               pairs->anyPair(
                                   [&](const SignalEvent& e) {
                                     return e.statement &&
                                            isSameStatement(*e.statement, *site.statement);
                                   },
                                   [&](const auto&, const auto&) { return pairs->terms().yes(); }));
  }

  // Whether blocks that count in one element have the same index in that dimension.
  bool isElementOfDimension(std::size_t a, unsigned d) const {
    const SignalPairs* pairs = pairs_.of(Mode::Inter);
    if (!pairs) return true;
    const auto& ids = pairs->pair().groupId;
    Terms& terms = pairs->terms();
    return pairs->isImpossible(
        "one element for blocks of one index",
        pairs->anyPair([&](const SignalEvent& e) { return isCount(e) && e.array == a; },
                       [&](const SignalEvent& first, const SignalEvent& second) {
                         return terms.land(terms.equal(first.offset[0], second.offset[1]),
                                           terms.lnot(terms.equal(ids[0][d], ids[1][d])));
                       }));
  }

  // Whether a thread may set the counter to anything before the last operation has counted: that is
  // the one with the greatest result. (Before the first such thread, results are as they should
  // be.)
  bool isResetEarly(std::size_t a) const {
    Terms& terms = pairs_.any().terms();
    const auto& signals = pairs_.any().signals();
    const Expr limit = order().limitOf(knowledge_.facts[a]);
    Expr early = terms.no();
    for (std::size_t r = 0; r < signals.size(); ++r) {
      const SignalEvent& reset = signals[r];
      const bool sets = reset.kind == Kind::Store ||
                        (reset.kind == Kind::Atomic && reset.written[0] && isOwn(reset));
      if (!sets || reset.array != a || (pairs_.isShared(a) && isOpening(arrays_[a], reset)))
        continue;
      if (!limit) return true;
      Expr last = terms.no();
      for (std::size_t q = 0; q < r; ++q) {
        const SignalEvent& count = signals[q];
        if (!isCount(count) || count.array != a) continue;
        const unsigned width = limit->type()->width();
        const Expr end = terms.add(terms.zeroExtend(count.result[0], width),
                                   terms.number(knowledge_.facts[a].step, limit->type()));
        last = terms.lor(last,
                         terms.land(count.running[0], terms.equal(count.offset[0], reset.offset[0]),
                                    terms.equal(end, limit)));
      }
      const Expr zero = reset.written[0] ? terms.equal(reset.written[0],
                                                       terms.number(0, reset.written[0]->type()))
                                         : terms.no();
      early = terms.lor(early, terms.land(reset.assumption, reset.running[0],
                                          terms.lnot(terms.land(last, zero))));
    }
    return !pairs_.any().isImpossible("a counter that is set anew", early);
  }

  SignalOrder order() const { return orderOf(pairs_.any()); }

  SignalOrder orderOf(const SignalPairs& pairs) const {
    return SignalOrder({pairs.terms(), pairs.subject().kernel, pairs.subject().launch, pairs.pair(),
                        pairs.signals(), pairs.execution().events(), knowledge_.facts, arrays_});
  }

  //--- Flags and locks

  void findFlag(std::size_t a) {
    SignalFacts& facts = knowledge_.facts[a];
    facts.notFlag = reasonAgainstFlag(a);
    if (!facts.notFlag.empty()) return;
    facts.flag = pairs_.hold(a, [&](const SignalPairs& pairs) {
      Terms& terms = pairs.terms();
      return pairs.isImpossible(
          "one flag stored by two threads",
          pairs.anyPair(
              [&](const SignalEvent& e) {
                return e.kind == Kind::Atomic && e.array == a && e.written[0];
              },
              [&](const SignalEvent& first, const SignalEvent& second) {
                const Expr value = first.written[0];
                return terms.land(terms.land(first.succeeds[0], second.succeeds[1],
                                             terms.equal(first.offset[0], second.offset[1])),
                                  terms.equal(value, second.written[1]),
                                  terms.lnot(terms.equal(value, terms.number(0, value->type()))));
              }));
    });
    if (!facts.flag) facts.notFlag = "several threads may store the same value in one element";
    facts.values = valuesOf(arrays_[a]);
    facts.turns = facts.flag && !pairs_.isShared(a) &&
                  pairs_.any().isImpossible("a flag stored in turn", order().storesOutOfTurn(a));
  }

  // Of one thread later stores are in later events: loops have two bodies that stand for any two of
  // their iterations.
  void findRisingFlag(std::size_t a) {
    SignalFacts& facts = knowledge_.facts[a];
    if (facts.notFlag != storedInLoop || !storesAlike(a)) return;
    const auto isStore = [&](const SignalEvent& e) {
      return e.kind == Kind::Atomic && e.array == a && e.written[0];
    };
    const bool byOne = pairs_.hold(a, [&](const SignalPairs& pairs) {
      return pairs.isImpossible(
          "one rising flag stored by two threads",
          pairs.anyPair(isStore, [&](const SignalEvent& first, const SignalEvent& second) {
            return pairs.terms().equal(first.offset[0], second.offset[1]);
          }));
    });
    if (!byOne) return;
    const SignalPairs& pairs = pairs_.any();
    facts.risesSigned = pairs.isImpossible("a flag that rises", falls(isStore, true));
    facts.risesUnsigned = pairs.isImpossible("a flag that rises", falls(isStore, false));
  }

  // That a thread stores no more than it has stored before. Loops are taken not to go on until a
  // number of their iterations has wrapped around.
  Expr falls(const std::function<bool(const SignalEvent&)>& isStore, bool isSigned) const {
    Terms& terms = pairs_.any().terms();
    const auto& signals = pairs_.any().signals();
    Expr falls = terms.no();
    for (std::size_t i = 0; i < signals.size(); ++i)
      for (std::size_t j = i + 1; j < signals.size(); ++j) {
        const SignalEvent &first = signals[i], &second = signals[j];
        if (!isOwn(first) || !isOwn(second) || !isStore(first) || !isStore(second)) continue;
        const Expr a = first.written[0], b = second.written[0];
        const unsigned width = a->type()->width();
        const bool areCounts =
            countsIterations(terms, a, width) && countsIterations(terms, b, width);
        const Expr fits = areCounts ? pairs_.any().execution().arithmetic().fitTogether(terms, a, b)
                                    : terms.yes();
        falls = terms.lor(
            falls, terms.land(terms.land(second.assumption, first.running[0], second.running[0]),
                              terms.land(fits, terms.equal(first.offset[0], second.offset[0])),
                              terms.lessEqual(b, a, isSigned)));
      }
    return falls;
  }

  // All that changes the array are stores of one order and scope.
  bool storesAlike(std::size_t a) const {
    const AtomicInfo* first = nullptr;
    for (const SignalSite& site : arrays_[a].sites) {
      if (site.meaning.kind == AtomicMeaning::Kind::Load) continue;
      const AtomicInfo& atomic = *site.statement->as<Call>()->atomic;
      if (site.meaning.kind != AtomicMeaning::Kind::Store &&
          site.meaning.kind != AtomicMeaning::Kind::Exchange)
        return false;
      if (first && (atomic.order != first->order || atomic.scope != first->scope)) return false;
      first = &atomic;
    }
    return first != nullptr;
  }

  static std::optional<std::vector<BigInt>> valuesOf(const SignalArray& array) {
    std::vector<BigInt> values;
    for (const SignalSite& site : array.sites) {
      if (!site.meaning.leavesValue()) continue;
      if (!site.meaning.written->isLiteral()) return std::nullopt;
      values.push_back(site.meaning.written->value());
    }
    return values;
  }

  // What shared memory holds at first is arbitrary.
  bool isShared(std::size_t a) const {
    return pairs_.any().subject().kernel.arrays()[a].array->space == AddressSpace::GroupShared;
  }

  bool storesOnlyOpen(std::size_t a) const {
    const SignalArray& array = arrays_[a];
    return array.stores.empty() ||
           (isShared(a) &&
            std::all_of(array.stores.begin(), array.stores.end(), [&](const Statement* store) {
              return std::find(array.openings.begin(), array.openings.end(), store) !=
                     array.openings.end();
            }));
  }

  std::string reasonAgainstFlag(std::size_t a) const {
    const SignalArray& array = arrays_[a];
    bool written = false;
    if (array.unknown || !storesOnlyOpen(a)) return "it is also changed by plain writes";
    if (pairs_.isShared(a) && !isOpened(pairs_, array, a))
      return "it is in shared memory, which holds anything at first";
    if (array.hasKnownStart) return "a precondition speaks of it, so that it may not be 0 at first";
    for (const SignalSite& site : array.sites) {
      if (site.meaning.kind == AtomicMeaning::Kind::Load) continue;
      if (!site.meaning.leavesValue())
        return "it is also changed by an atomic operation whose value is not followed";
      if (site.inLoop && !isReset(site)) return storedInLoop;
      written = true;
    }
    return written ? "" : "nobody stores it";
  }

  void findLock(std::size_t a) {
    SignalFacts& facts = knowledge_.facts[a];
    const SignalArray& array = arrays_[a];
    auto has = [&](auto which) {
      return std::any_of(array.sites.begin(), array.sites.end(),
                         [&](const SignalSite& site) { return (array.*which)(site.meaning); });
    };
    if (!has(&SignalArray::takes) || !has(&SignalArray::frees)) {
      facts.notLock = "it is not taken and freed by atomic operations";
      return;
    }
    auto isHeldByWhoFrees = [&](bool inAnyOrder = false) {
      return pairs_.any().isImpossible("who frees a lock has taken it",
                                       order().freesUntaken(a, inAnyOrder));
    };
    facts.lock = isHeldByWhoFrees();
    if (!facts.lock && holdsOnlyWhatIsStored(a)) {
      facts.values = valuesOf(array);  // `== 1` tells a lock that is taken, too
      facts.lock = isHeldByWhoFrees();
      if (!facts.lock) facts.values.reset();
    }
    if (!facts.lock)
      facts.notLock = isHeldByWhoFrees(true)
                          ? "it is taken without acquire order or freed without release order, and "
                            "no fence stands in their place"
                          : "a thread may free it that has not taken it";
  }

  // From 0 on, which global memory is taken to hold.
  bool holdsOnlyWhatIsStored(std::size_t a) const {
    const SignalArray& array = arrays_[a];
    if (array.hasKnownStart || array.freeValue != BigInt(0) || !storesOnlyOpen(a)) return false;
    return !pairs_.isShared(a) || isOpened(pairs_, array, a);
  }

  void findBaton(std::size_t a) {
    if (!isLoadedAndStored(a)) return;
    const SignalPairs* within = pairs_.isShared(a) ? pairs_.of(Mode::Intra) : nullptr;
    const SignalPairs& shown = within ? *within : pairs_.any();
    constexpr double patience = 4;  // seconds: mostly it takes much less, or is not so
    if (!shown.isSoonImpossible("who passes a word on has been given it",
                                orderOf(shown).storesUngiven(a), patience))
      return;
    knowledge_.facts[a].baton = pairs_.hold(a, [&](const SignalPairs& pairs) {
      return pairs.isSoonImpossible("one word given to two threads", givenTwice(pairs, a),
                                    patience);
    });
  }

  bool isLoadedAndStored(std::size_t a) const {
    const SignalArray& array = arrays_[a];
    const bool storesOpen = array.stores.empty() || (array.storesComeFirst && pairs_.isShared(a));
    const auto is = [](AtomicMeaning::Kind kind) {
      return [kind](const SignalSite& site) { return site.meaning.kind == kind; };
    };
    const auto loads = std::ranges::count_if(array.sites, is(AtomicMeaning::Kind::Load));
    const auto stores = std::ranges::count_if(array.sites, is(AtomicMeaning::Kind::Store));
    return !array.unknown && storesOpen && loads > 0 && stores > 0 &&
           static_cast<std::size_t>(loads + stores) == array.sites.size();
  }

  // Two threads store in an element after they have read the same value there.
  Expr givenTwice(const SignalPairs& pairs, std::size_t a) const {
    Terms& terms = pairs.terms();
    const SignalOrder order = orderOf(pairs);
    const auto given = [&](const SignalEvent& store, unsigned side) {
      return order.givenBefore(static_cast<std::size_t>(&store - pairs.signals().data()), side);
    };
    return pairs.anyPair(
        [&](const SignalEvent& event) { return isWrite(event) && event.array == a; },
        [&](const SignalEvent& first, const SignalEvent& second) {
          const auto mine = given(first, 0), yours = given(second, 1);
          return terms.land(terms.equal(first.offset[0], second.offset[1]),
                            terms.land(mine.is, yours.is), terms.equal(mine.value, yours.value));
        });
  }

  AllSignalPairs pairs_;
  std::vector<SignalArray> arrays_;
  SignalKnowledge knowledge_;
};

}  // namespace

SignalKnowledge findSignalFacts(const std::map<Mode, Problem*>& problems, const Deadline& deadline,
                                Statistics& statistics, Budget* budget) {
  return FactFinder(problems, deadline, statistics, budget).find();
}

}  // namespace barricade
