#include "verifier/signal_facts.h"

#include <algorithm>
#include <memory>

#include "encoding/ordering.h"

namespace barricade {
namespace {

using Kind = SignalEvent::Kind;

bool isOwn(const SignalEvent& event) {
  return event.performer == Performer::Own;
}

bool isCount(const SignalEvent& event) {
  return event.kind == Kind::Atomic && event.meaning.kind == AtomicMeaning::Kind::Count;
}

// A method for each question about each kind of signal (counter, flag, lock); they share the events
// of the modes that are asked about.
class FactFinder {
 public:
  FactFinder(const std::map<Mode, Problem*>& problems, const Deadline& deadline,
             Statistics& statistics, Budget* budget) {
    for (const auto& [mode, problem] : problems)
      modes_[mode] = {problem, problem->execute(ExecutionOptions::Form::Races, {}, {}, {}),
                      std::make_unique<Portfolio>(*problem, deadline, statistics, budget)};
  }

  SignalKnowledge find() {
    const Kernel& kernel = any().problem->subject().kernel;
    arrays_ = findSignals(kernel);
    knowledge_.facts.resize(arrays_.size());
    for (std::size_t a = 0; a < arrays_.size(); ++a) {
      if (arrays_[a].sites.empty()) continue;
      const Array& array = *kernel.arrays()[a].array;
      SignalFacts& facts = knowledge_.facts[a];
      findCounter(a);
      if (facts.counter) findPhases(a);
      if (!facts.counter) findFlag(a);
      if (!facts.counter && !facts.flag) findLock(a);
      if (!arrays_[a].hasKnownStart && !isShared(a) && arrays_[a].freeValue.value_or(0) == 0)
        knowledge_.zeroed.push_back(array.variable);
      if ((facts.counter || facts.flag) && !isShared(a))
        knowledge_.notes.push_back("assumes that " + array.sourceName +
                                   " is 0 when the kernel starts");
    }
    return std::move(knowledge_);
  }

 private:
  struct OfMode {
    Problem* problem = nullptr;
    std::unique_ptr<Execution> execution;
    std::unique_ptr<Portfolio> portfolio;
  };

  // Between blocks where there are several: that shows what every thread does, too.
  const OfMode& any() const {
    auto it = modes_.find(Mode::Inter);
    return it == modes_.end() ? modes_.begin()->second : it->second;
  }

  static Terms& termsOf(const OfMode& mode) { return mode.problem->subject().terms; }

  // Whether no pair of the mode satisfies the condition.
  static bool isImpossible(const OfMode& mode, const char* name, Expr condition) {
    return condition->isFalse() || mode.portfolio->decide(name, condition) == Answer::Unsatisfiable;
  }

  // What is assumed up to the later one.
  static Expr assumptionOf(const SignalEvent& first, const SignalEvent& second) {
    return &first < &second ? second.assumption : first.assumption;
  }

  // Of the own events of both threads for which `wanted` holds, the disjunction of `condition`.
  template <typename Wanted, typename Condition>
  static Expr anyPair(const OfMode& mode, const Wanted& wanted, const Condition& condition) {
    Terms& terms = termsOf(mode);
    Expr any = terms.no();
    for (const SignalEvent& first : mode.execution->signals()) {
      if (!isOwn(first) || !wanted(first)) continue;
      for (const SignalEvent& second : mode.execution->signals())
        if (isOwn(second) && wanted(second))
          any = terms.lor(any, terms.land(assumptionOf(first, second),
                                          terms.land(first.running[0], second.running[1]),
                                          condition(first, second)));
    }
    return any;
  }

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
      facts.blockDimensions[d] = !isShared(a) && !isElementOfDimension(a, d);
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
    if (isShared(a) && !isOpened(a)) return "it is in shared memory, which holds anything at first";
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
    return !holdsInModes(a, [&](const OfMode& mode) {
      Terms& terms = termsOf(mode);
      return isImpossible(
          mode, "one bound of a counter",
          anyPair(
              mode, [&](const SignalEvent& e) { return isCount(e) && e.array == a && e.bound[0]; },
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
    auto mode = modes_.find(Mode::Intra);
    if (mode == modes_.end()) return true;
    return isImpossible(mode->second, "counting once in a block",
                        anyPair(
                            mode->second,
                            [&](const SignalEvent& e) {
                              return e.statement && isSameStatement(*e.statement, *site.statement);
                            },
                            [&](const auto&, const auto&) { return termsOf(mode->second).yes(); }));
  }

  // Whether blocks that count in one element have the same index in that dimension.
  bool isElementOfDimension(std::size_t a, unsigned d) const {
    auto mode = modes_.find(Mode::Inter);
    if (mode == modes_.end()) return true;
    const auto& ids = mode->second.problem->pair().groupId;
    Terms& terms = termsOf(mode->second);
    return isImpossible(
        mode->second, "one element for blocks of one index",
        anyPair(
            mode->second, [&](const SignalEvent& e) { return isCount(e) && e.array == a; },
            [&](const SignalEvent& first, const SignalEvent& second) {
              return terms.land(terms.equal(first.offset[0], second.offset[1]),
                                terms.lnot(terms.equal(ids[0][d], ids[1][d])));
            }));
  }

  // Whether a thread may set the counter to anything before the last operation has counted: that is
  // the one with the greatest result. (Before the first such thread, results are as they should
  // be.)
  bool isResetEarly(std::size_t a) const {
    const OfMode& mode = any();
    const Subject& subject = mode.problem->subject();
    Terms& terms = termsOf(mode);
    const auto& signals = mode.execution->signals();
    const SignalOrder order({terms, subject.kernel, subject.launch, mode.problem->pair(), signals,
                             mode.execution->events(), knowledge_.facts, arrays_});
    const Expr limit = order.limitOf(knowledge_.facts[a]);
    Expr early = terms.no();
    for (std::size_t r = 0; r < signals.size(); ++r) {
      const SignalEvent& reset = signals[r];
      const bool sets = reset.kind == Kind::Store ||
                        (reset.kind == Kind::Atomic && reset.written[0] && isOwn(reset));
      if (!sets || reset.array != a || isOpening(a, reset)) continue;
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
    return !isImpossible(mode, "a counter that is set anew", early);
  }

  bool isOpening(std::size_t a, const SignalEvent& store) const {
    return isShared(a) && store.statement && isOneOf(arrays_[a].openings, *store.statement);
  }

  static bool isOneOf(const std::vector<const Statement*>& statements, const Statement& wanted) {
    return std::any_of(statements.begin(), statements.end(), [&](const Statement* statement) {
      return isSameStatement(*statement, wanted);
    });
  }

  // Where a later operation needs to have seen all earlier ones, and where threads take turns.
  void findPhases(std::size_t a) {
    SignalFacts& facts = knowledge_.facts[a];
    if (areAlike(facts.sites)) return;
    for (std::size_t i = 0; i + 1 < facts.sites.size(); ++i)
      facts.sites[i].endsPhase = endsPhase(a, i);
    const bool mayRestart = std::any_of(arrays_[a].sites.begin(), arrays_[a].sites.end(),
                                        [](const SignalSite& s) { return s.meaning.bound; });
    facts.inTurn =
        !mayRestart && holdsInModes(a, [&](const OfMode& mode) { return areInTurn(mode, a); });
  }

  // Whether some of the sites cannot be told apart: copies of one call.
  static bool areAlike(const std::vector<CountingSite>& sites) {
    for (std::size_t i = 0; i < sites.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (isSameStatement(*sites[i].statement, *sites[j].statement)) return true;
    return false;
  }

  SignalOrder orderIn(const OfMode& mode) const {
    const Subject& subject = mode.problem->subject();
    return SignalOrder({termsOf(mode), subject.kernel, subject.launch, mode.problem->pair(),
                        mode.execution->signals(), mode.execution->events(), knowledge_.facts,
                        arrays_});
  }

  // The position of its site; the number of sites for what is none.
  std::size_t siteOf(const SignalEvent& count) const {
    const auto& sites = knowledge_.facts[count.array].sites;
    const auto site = std::find_if(sites.begin(), sites.end(), [&](const CountingSite& known) {
      return isSameStatement(*known.statement, *count.statement);
    });
    return static_cast<std::size_t>(site - sites.begin());
  }

  bool endsPhase(std::size_t a, std::size_t site) const {
    const OfMode& mode = any();
    Terms& terms = termsOf(mode);
    const SignalOrder order = orderIn(mode);
    const Expr limit = order.limitOf(knowledge_.facts[a], site + 1);
    if (!limit) return false;
    Expr early = terms.no();
    const auto& signals = mode.execution->signals();
    for (std::size_t c = 0; c < signals.size(); ++c) {
      const SignalEvent& count = signals[c];
      if (!isCount(count) || count.array != a || !isOwn(count) || siteOf(count) <= site) continue;
      const SignalOrder::Seen seen = order.seenBefore(c, 0);
      const Expr enough =
          terms.lessEqual(limit, terms.zeroExtend(seen.value, limit->type()->width()), false);
      early = terms.lor(early, terms.land(count.assumption, count.running[0],
                                          terms.lnot(terms.land(seen.any, enough))));
    }
    return isImpossible(mode, "who counts again has seen all", early);
  }

  // No two operations on an element come after reads of one value.
  bool areInTurn(const OfMode& mode, std::size_t a) const {
    Terms& terms = termsOf(mode);
    const SignalOrder order = orderIn(mode);
    const auto& signals = mode.execution->signals();
    Expr together = terms.no();
    for (std::size_t i = 0; i < signals.size(); ++i)
      for (std::size_t j = 0; j < signals.size(); ++j) {
        const SignalEvent& first = signals[i];
        const SignalEvent& second = signals[j];
        auto counts = [&](const SignalEvent& e) { return isCount(e) && e.array == a && isOwn(e); };
        if (!counts(first) || !counts(second)) continue;
        for (unsigned t : {0U, 1U}) {
          if (t == 0 && i >= j) continue;  // of one thread
          const SignalOrder::Seen x = order.seenBefore(i, 0);
          const SignalOrder::Seen y = order.seenBefore(j, t);
          const Expr same =
              terms.lor(terms.lnot(terms.land(x.any, y.any)), terms.equal(x.value, y.value));
          together = terms.lor(
              together,
              terms.land(assumptionOf(first, second),
                         terms.land(first.running[0], second.running[t]),
                         terms.land(same, terms.equal(first.offset[0], second.offset[t]))));
        }
      }
    return isImpossible(mode, "counting in turn", together);
  }

  //--- Flags and locks

  void findFlag(std::size_t a) {
    SignalFacts& facts = knowledge_.facts[a];
    facts.notFlag = reasonAgainstFlag(a);
    if (!facts.notFlag.empty()) return;
    facts.flag = holdsInModes(a, [&](const OfMode& mode) {
      Terms& terms = termsOf(mode);
      return isImpossible(mode, "one flag stored by two threads",
                          anyPair(
                              mode,
                              [&](const SignalEvent& e) {
                                return e.kind == Kind::Atomic && e.array == a && e.written[0];
                              },
                              [&](const SignalEvent& first, const SignalEvent& second) {
                                const Expr value = first.written[0];
                                return terms.land(
                                    terms.land(first.succeeds[0], second.succeeds[1],
                                               terms.equal(first.offset[0], second.offset[1])),
                                    terms.equal(value, second.written[1]),
                                    terms.lnot(terms.equal(value, terms.number(0, value->type()))));
                              }));
    });
    if (!facts.flag) facts.notFlag = "several threads may store the same value in one element";
    facts.values = valuesOf(arrays_[a]);
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
    return any().problem->subject().kernel.arrays()[a].array->space == AddressSpace::GroupShared;
  }

  // Whether all that use an element find that some thread of the block has set it to 0 before: the
  // first thread of the block, or the one whose id is the element's index.
  bool isOpened(std::size_t a) const {
    const auto& signals = any().execution->signals();
    const bool opens = std::any_of(signals.begin(), signals.end(), [&](const SignalEvent& event) {
      return isOwn(event) && event.array == a && isOpening(a, event);
    });
    return opens && (isOpenedBy(a, false) || isOpenedBy(a, true));
  }

  bool isOpenedBy(std::size_t a, bool threadOfElement) const {
    const auto intra = modes_.find(Mode::Intra);
    const bool pairs = intra != modes_.end();  // else the block has one thread
    const OfMode& mode = pairs ? intra->second : any();
    Terms& terms = termsOf(mode);
    const Type id = mode.problem->pair().localId[0][0]->type();
    if (!id->isBitVector()) return false;
    Expr unopened = terms.no();
    for (const SignalEvent& use : mode.execution->signals()) {
      if (use.kind != Kind::Atomic || !isOwn(use) || use.array != a || isOpening(a, use)) continue;
      const Type index = use.offset[0]->type();
      if (!index->isBitVector() || index->width() < id->width()) return false;
      Expr found = terms.no();
      for (unsigned side = 0; side < (pairs ? 2U : 1U); ++side) {
        Expr opened = terms.no();
        for (const SignalEvent& store : mode.execution->signals())
          if (isOwn(store) && store.array == a && isOpening(a, store))
            opened = terms.lor(opened, terms.land(store.running[side],
                                                  terms.equal(store.offset[side], use.offset[0])));
        const Expr opener = isOpener(mode, side, threadOfElement ? use.offset[0] : nullptr);
        found = terms.lor(found, terms.land(opener, terms.lnot(opened)));
      }
      if (threadOfElement) found = terms.lor(found, terms.lnot(isThread(mode, use.offset[0])));
      unopened = terms.lor(unopened, terms.land(use.assumption, use.running[0], found));
    }
    return isImpossible(mode, "shared memory that is set to 0", unopened);
  }

  // The first thread of its block; where there is an element, the one of that number.
  static Expr isOpener(const OfMode& mode, unsigned side, Expr element) {
    Terms& terms = termsOf(mode);
    const auto& ids = mode.problem->pair().localId[side];
    Expr is = terms.yes();
    for (unsigned d = 0; d < 3; ++d) {
      const unsigned width = ids[d]->type()->width();
      const Expr wanted =
          element && d == 0 ? terms.extract(element, width, 0) : terms.number(0, ids[d]->type());
      is = terms.land(is, terms.equal(ids[d], wanted));
    }
    return is;
  }

  // Whether the block has a thread of that number.
  static Expr isThread(const OfMode& mode, Expr element) {
    Terms& terms = termsOf(mode);
    const Expr size = mode.problem->subject().launch.groupSize[0];
    return terms.less(element, terms.zeroExtend(size, element->type()->width()), false);
  }

  // Of the pairs that share the array.
  template <typename Condition>
  bool holdsInModes(std::size_t a, const Condition& condition) const {
    return std::all_of(modes_.begin(), modes_.end(), [&](const auto& of) {
      return (isShared(a) && of.first == Mode::Inter) || condition(of.second);
    });
  }

  bool storesOnlyOpen(std::size_t a) const {
    const SignalArray& array = arrays_[a];
    return array.stores.empty() ||
           (isShared(a) &&
            std::all_of(array.stores.begin(), array.stores.end(),
                        [&](const Statement* store) { return isOneOf(array.openings, *store); }));
  }

  std::string reasonAgainstFlag(std::size_t a) const {
    const SignalArray& array = arrays_[a];
    bool written = false;
    if (array.unknown || !storesOnlyOpen(a)) return "it is also changed by plain writes";
    if (isShared(a) && !isOpened(a)) return "it is in shared memory, which holds anything at first";
    if (array.hasKnownStart) return "a precondition speaks of it, so that it may not be 0 at first";
    for (const SignalSite& site : array.sites) {
      if (site.meaning.kind == AtomicMeaning::Kind::Load) continue;
      if (!site.meaning.leavesValue())
        return "it is also changed by an atomic operation whose value is not followed";
      if (site.inLoop && !isReset(site)) return "it is stored in a loop";
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
    const OfMode& mode = any();
    const Subject& subject = mode.problem->subject();
    const SignalOrder order({termsOf(mode), subject.kernel, subject.launch, mode.problem->pair(),
                             mode.execution->signals(), mode.execution->events(), knowledge_.facts,
                             arrays_});
    facts.lock = isImpossible(mode, "who frees a lock has taken it", order.freesUntaken(a));
    if (!facts.lock) facts.notLock = "a thread may free it that has not taken it";
  }

  std::map<Mode, OfMode> modes_;
  std::vector<SignalArray> arrays_;
  SignalKnowledge knowledge_;
};

}  // namespace

SignalKnowledge findSignalFacts(const std::map<Mode, Problem*>& problems, const Deadline& deadline,
                                Statistics& statistics, Budget* budget) {
  return FactFinder(problems, deadline, statistics, budget).find();
}

}  // namespace barricade
