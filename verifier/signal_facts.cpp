#include "verifier/signal_facts.h"

#include <algorithm>
#include <memory>

#include "encoding/ordering.h"
#include "ir/uses.h"

namespace barricade {
namespace {

using Kind = SignalEvent::Kind;

bool isOwn(const SignalEvent& event) {
  return event.performer == Performer::Own;
}

bool isCount(const SignalEvent& event) {
  return event.kind == Kind::Atomic && event.meaning.kind == AtomicMeaning::Kind::Count;
}

// One statement in two copies of the kernel.
bool isSame(const Statement& a, const Statement& b) {
  return a.text.line == b.text.line && a.text.column == b.text.column && a.location == b.location;
}

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
      if (!facts.counter) findFlag(a);
      if (!facts.counter && !facts.flag) findLock(a);
      if (!arrays_[a].hasKnownStart && !isShared(a) && arrays_[a].freeValue.value_or(0) == 0)
        knowledge_.zeroed.push_back(array.variable);
      if (facts.counter || facts.flag)
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
      ++(isOncePerBlock(site) ? facts.blockSites : facts.threadSites);
    }
    for (unsigned d = 0; d < 3; ++d) facts.blockDimensions[d] = !isElementOfDimension(a, d);
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
    if (isShared(a)) return "it is in shared memory, which holds anything at first";
    if (array.hasKnownStart) return "a precondition speaks of it, so that it may not be 0 at first";
    for (const SignalSite& site : array.sites) {
      if (site.meaning.kind == AtomicMeaning::Kind::Load || isReset(site)) continue;
      if (site.meaning.kind != AtomicMeaning::Kind::Count)
        return "it is also changed by an atomic operation that does not count";
      if (site.inLoop) return "it is counted in a loop";
      if (mayWrapAround(site)) return "it may wrap around";
      if (!first) first = &site;
      if (site.meaning.step != first->meaning.step || site.meaning.bound != first->meaning.bound)
        return "it is counted in different steps";
    }
    return first ? "" : "it does not count";
  }

  // Its width is taken to suffice if it has 24 bits above the step's, as a launch is taken not to
  // count so often (docs/semantics.md). A bound has to be one for all threads.
  static bool mayWrapAround(const SignalSite& site) {
    constexpr unsigned enough = 24;
    constexpr unsigned most = 64;
    const Type element = site.statement->as<Call>()->args[0]->type()->range();
    if (!element->isBitVector() || element->width() > most ||
        element->width() < enough + msb(site.meaning.step))
      return true;
    bool differs = false;
    if (site.meaning.bound)
      forEachVariable(site.meaning.bound, [&](const Variable* v) {
        differs = differs || v->isThreadId() ||
                  (v->kind != Variable::Kind::Constant && v->kind != Variable::Kind::Parameter);
      });
    return differs;
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
                              return e.statement && isSame(*e.statement, *site.statement);
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
      if (!sets || reset.array != a) continue;
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

  //--- Flags and locks

  void findFlag(std::size_t a) {
    SignalFacts& facts = knowledge_.facts[a];
    facts.notFlag = reasonAgainstFlag(a);
    facts.flag = facts.notFlag.empty();
    for (const auto& [kind, mode] : modes_) {
      if (!facts.flag) continue;
      Terms& terms = termsOf(mode);
      facts.flag = isImpossible(
          mode, "one flag stored by two threads",
          anyPair(
              mode,
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
      if (!facts.flag) facts.notFlag = "several threads may store the same value in one element";
    }
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

  std::string reasonAgainstFlag(std::size_t a) const {
    const SignalArray& array = arrays_[a];
    bool written = false;
    if (array.unknown || !array.stores.empty()) return "it is also changed by plain writes";
    if (isShared(a)) return "it is in shared memory, which holds anything at first";
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
