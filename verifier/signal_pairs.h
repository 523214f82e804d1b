// The executions of all kinds of pairs of threads, and questions about their signal events
// (encoding/signal_event.h): what no pair does no two threads of the launch do.
#pragma once

#include <algorithm>
#include <map>
#include <memory>

#include "encoding/ordering.h"
#include "verifier/portfolio.h"

namespace barricade {

inline bool isOwn(const SignalEvent& event) {
  return event.performer == Performer::Own;
}

// Pairs of one mode.
class SignalPairs {
 public:
  SignalPairs(Problem& problem, const Deadline& deadline, Statistics& statistics, Budget* budget)
      : problem_(problem),
        execution_(problem.execute(ExecutionOptions::Form::Races, {}, {}, {})),
        portfolio_(std::make_unique<Portfolio>(problem, deadline, statistics, budget)) {}

  Mode mode() const { return problem_.mode(); }
  Terms& terms() const { return problem_.subject().terms; }
  const Subject& subject() const { return problem_.subject(); }
  const ThreadPair& pair() const { return problem_.pair(); }
  const std::vector<SignalEvent>& signals() const { return execution_->signals(); }
  const Execution& execution() const { return *execution_; }

  // Whether no pair satisfies the condition.
  bool isImpossible(const char* name, Expr condition) const {
    return condition->isFalse() || portfolio_->decide(name, condition) == Answer::Unsatisfiable;
  }

  // The same, as far as that is found out within about `seconds` of the processor.
  bool isSoonImpossible(const char* name, Expr condition, double seconds) const {
    return condition->isFalse() ||
           portfolio_->decideSoon(name, condition, seconds) == Answer::Unsatisfiable;
  }

  // What is assumed up to the later one.
  static Expr assumptionOf(const SignalEvent& first, const SignalEvent& second) {
    return &first < &second ? second.assumption : first.assumption;
  }

  // Of the own events of both threads for which `wanted` holds, the disjunction of `condition`.
  template <typename Wanted, typename Condition>
  Expr anyPair(const Wanted& wanted, const Condition& condition) const {
    Expr any = terms().no();
    for (const SignalEvent& first : signals()) {
      if (!isOwn(first) || !wanted(first)) continue;
      for (const SignalEvent& second : signals())
        if (isOwn(second) && wanted(second))
          any = terms().lor(any, terms().land(assumptionOf(first, second),
                                              terms().land(first.running[0], second.running[1]),
                                              condition(first, second)));
    }
    return any;
  }

 private:
  Problem& problem_;
  std::unique_ptr<Execution> execution_;
  std::unique_ptr<Portfolio> portfolio_;
};

// Of all modes that the launch has.
class AllSignalPairs {
 public:
  AllSignalPairs(const std::map<Mode, Problem*>& problems, const Deadline& deadline,
                 Statistics& statistics, Budget* budget) {
    for (const auto& [mode, problem] : problems)
      modes_.emplace(mode, SignalPairs(*problem, deadline, statistics, budget));
  }

  // Null where there are none.
  const SignalPairs* of(Mode mode) const {
    const auto it = modes_.find(mode);
    return it == modes_.end() ? nullptr : &it->second;
  }

  // Between blocks where there are several: that shows what every thread does, too.
  const SignalPairs& any() const {
    const SignalPairs* inter = of(Mode::Inter);
    return inter ? *inter : modes_.begin()->second;
  }

  bool isShared(std::size_t array) const {
    return any().subject().kernel.arrays()[array].array->space == AddressSpace::GroupShared;
  }

  // For all pairs that see one copy of the array.
  template <typename Condition>
  bool hold(std::size_t array, const Condition& condition) const {
    return std::all_of(modes_.begin(), modes_.end(), [&](const auto& of) {
      return (isShared(array) && of.first == Mode::Inter) || condition(of.second);
    });
  }

 private:
  std::map<Mode, SignalPairs> modes_;
};

}  // namespace barricade
