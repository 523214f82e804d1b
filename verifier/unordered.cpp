#include "verifier/unordered.h"

#include <algorithm>

#include "encoding/ordering.h"

namespace barricade {
namespace {

using Kind = SignalEvent::Kind;

class Explanation {
 public:
  Explanation(Problem& problem, const Execution& execution, const ErrorCondition& error,
              SolverSession& model)
      : problem_(problem),
        execution_(execution),
        error_(error),
        facts_(execution.signalFacts()),
        arrays_(findSignals(problem.subject().kernel)),
        model_(model) {}

  void explain(Finding& finding) {
    between_ = finding.interGroup ? "the threads are of different blocks"
                                  : "which does not include the other thread";
    const std::pair<Granted, void (Explanation::*)()> attempts[] = {
        {{.fenceScope = true}, &Explanation::blameFenceScope},
        {{.atomicScope = true}, &Explanation::blameAtomicScope},
        {{.fenceScope = true, .atomicScope = true}, &Explanation::blameFenceScope},
        {{.releasingFence = true}, &Explanation::blameReleasingFence},
        {{.acquiringFence = true}, &Explanation::blameAcquiringFence},
        {{.releasingFence = true, .acquiringFence = true}, &Explanation::blameBothFences},
        {{.releasingBarrier = true}, &Explanation::blameReleasingBarrier},
        {{.acquiringBarrier = true}, &Explanation::blameAcquiringBarrier},
        {{.releasingBarrier = true, .acquiringBarrier = true}, &Explanation::blameReleasingBarrier},
        {{.value = true}, &Explanation::blameValue},
        {{.fenceScope = true, .atomicScope = true, .value = true}, &Explanation::blameAtomicScope},
        {{.facts = true}, &Explanation::blameFacts},
        {{.releasingFence = true, .acquiringFence = true, .facts = true}, &Explanation::blameFacts},
    };
    for (const auto& [granted, blame] : attempts) {
      if (!isOrderedWith(granted)) continue;
      (this->*blame)();
      finding.unordered = reason_;
      finding.lacksBarrier = granted.releasingBarrier || granted.acquiringBarrier;
      if (blamed_) finding.unorderedPlace = program().sources.chain(blamed_->location);
      return;
    }
  }

 private:
  const Program& program() const { return problem_.subject().program; }

  bool isOrderedWith(const Granted& granted) {
    Subject& subject = problem_.subject();
    const SignalOrder order({subject.terms, subject.kernel, subject.launch, problem_.pair(),
                             execution_.signals(), execution_.events(), facts_, arrays_},
                            granted);
    return model_.holds(order.ordered(error_.event));
  }

  // The last event of the kind that one of the threads comes to.
  template <typename Wanted>
  const SignalEvent* lastOf(const Wanted& wanted) {
    const SignalEvent* last = nullptr;
    for (const SignalEvent& event : execution_.signals())
      if (event.statement && wanted(event) &&
          (model_.holds(event.running[0]) || model_.holds(event.running[1])))
        last = &event;
    return last;
  }

  static bool isLock(const SignalArray& array) {
    auto has = [&](auto which) {
      return std::any_of(array.sites.begin(), array.sites.end(),
                         [&](const SignalSite& site) { return (array.*which)(site.meaning); });
    };
    return has(&SignalArray::takes) && has(&SignalArray::frees);
  }

  // "the __threadfence_block".
  std::string nameOf(const SignalEvent* event, const std::string& otherwise) {
    blamed_ = event ? event->statement : nullptr;
    return event ? "the " + nameOfAtomic(*event->statement->as<Call>()) : otherwise;
  }

  std::string scopeOf(const SignalEvent* event) const {
    if (!event) return "too narrow a scope";
    const Call& call = *event->statement->as<Call>();
    return std::string(
               toString(call.atomic ? call.atomic->scope : call.callee->synchronization->scope)) +
           " scope";
  }

  const SignalEvent* lastAtomic() {
    return lastOf([](const SignalEvent& event) { return event.kind == Kind::Atomic; });
  }

  void blameScope(Kind kind, const std::string& otherwise) {
    const SignalEvent* event =
        lastOf([&](const SignalEvent& e) { return e.kind == kind && e.narrow; });
    reason_ = nameOf(event, otherwise) + " is of " + scopeOf(event) + ", " + between_;
  }
  void blameFenceScope() { blameScope(Kind::Fence, "the fence"); }
  void blameAtomicScope() { blameScope(Kind::Atomic, "the atomic operation"); }
  void blameReleasingFence() {
    reason_ = "no fence stands between the one access and " +
              nameOf(lastAtomic(), "the atomic operation") + " that tells the other thread of it";
  }
  void blameAcquiringFence() {
    reason_ = "no fence stands between " + nameOf(lastAtomic(), "the atomic operation") +
              " and the access after it";
  }
  void blameBothFences() {
    reason_ = "fences are missing on both sides of " + nameOf(lastAtomic(), "the atomic operation");
  }
  // The last one beside which a barrier would do; the last one at all where no single one would.
  const SignalEvent* besideBarrier(Granted granted, const auto& wanted) {
    const SignalEvent* one = lastOf([&](const SignalEvent& event) {
      granted.operation = event.statement->location;
      return wanted(event) && isOrderedWith(granted);
    });
    return one ? one : lastOf(wanted);
  }
  void blameReleasingBarrier() {
    const SignalEvent* telling =
        besideBarrier({.releasingBarrier = true}, [](const SignalEvent& event) {
          return event.kind == Kind::Atomic && event.meaning.writes();
        });
    reason_ = "no barrier stands between the access and " +
              nameOf(telling, "the atomic operation") + " by another thread of the same block";
  }
  void blameAcquiringBarrier() {
    const SignalEvent* told =
        besideBarrier({.acquiringBarrier = true}, [](const SignalEvent& event) {
          return event.kind == Kind::Atomic && event.meaning.reads();
        });
    reason_ = "no barrier stands between " + nameOf(told, "the atomic operation") +
              " by another thread of the same block and the access";
  }
  void blameValue() {
    reason_ = "what " + nameOf(lastAtomic(), "the atomic operation") +
              " returns does not show that the other thread has done its part";
  }
  void blameFacts() {
    const SignalEvent* event = lastAtomic();
    nameOf(event, "");
    if (!event) return;
    const SignalFacts& facts = facts_[event->array];
    const std::string name = problem_.subject().kernel.arrays()[event->array].array->sourceName;
    const bool isCount = event->meaning.kind == AtomicMeaning::Kind::Count;
    const bool locks = !isCount && isLock(arrays_[event->array]);
    const std::string& against = isCount ? facts.notCounter : locks ? facts.notLock : facts.notFlag;
    if (!against.empty())
      reason_ = name +
                (isCount ? " is no counter: "
                 : locks ? " is no lock: "
                         : " is no flag: ") +
                against;
    else if (locks)
      reason_ = "one of the threads does not hold the lock in " + name;
    else
      blameValue();
  }

  Problem& problem_;
  const Execution& execution_;
  const ErrorCondition& error_;
  const std::vector<SignalFacts>& facts_;
  const std::vector<SignalArray> arrays_;
  SolverSession& model_;
  std::string between_;
  std::string reason_;
  const Statement* blamed_ = nullptr;
};

}  // namespace

void explainOrder(Problem& problem, const Execution& execution, const ErrorCondition& error,
                  SolverSession& model, Finding& finding) {
  if (error.kind != FindingKind::Race || execution.signalFacts().empty()) return;
  Explanation(problem, execution, error, model).explain(finding);
}

}  // namespace barricade
