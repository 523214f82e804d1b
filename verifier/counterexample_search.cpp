// Which model of an error makes the finding: one without overflow if there is one, with small
// values as far as that goes.
#include "encoding/digits.h"
#include "encoding/mixed_radix.h"
#include "verifier/counterexample.h"

namespace barricade {
namespace {

// For one finding: about a tenth of a second.
constexpr auto workForSmallValues = static_cast<std::uint64_t>(workPerSecond / 5);

// For the question whether an error goes without overflow: where it is the last, much hangs on it.
constexpr std::uint64_t workForOverflow(bool isLast) {
  return static_cast<std::uint64_t>((isLast ? 6 : 1) * workPerSecond);
}

// That parameters, symbolic sizes and iterations which `condition` depends on are small.
enum class Parameters { NotNegative, Any };
std::vector<Expr> smallValues(Problem& problem, const Execution& execution,
                              const ErrorCondition& error, Expr condition, Parameters parameters) {
  Terms& terms = problem.subject().terms;
  const auto leaves = leavesOf(condition);
  std::vector<Expr> small;
  auto want = [&](Expr e, const BigInt& bound) {
    if (e->type()->isBitVector() && e->type()->width() < 8) return;
    if (e->type()->isBool() || e->isLiteral()) return;
    const Expr limit = terms.number(bound, e->type());
    small.push_back(terms.less(e, limit, false));
  };
  auto wantParameter = [&](Expr e) {
    if (parameters == Parameters::NotNegative || !e->type()->isBitVector() ||
        e->type()->width() <= 8)
      return want(e, 128);
    want(terms.add(e, terms.number(128, e->type())), 256);
  };
  const Kernel& kernel = problem.subject().kernel;
  for (std::size_t v = 0; v < kernel.variableCount(); ++v)
    if (kernel.variable(v)->kind == Variable::Kind::Parameter &&
        leaves.contains(execution.parameter(v)->variable()))
      wantParameter(execution.parameter(v));
  for (unsigned d = 0; d < 3; ++d)
    for (Expr size : {problem.subject().launch.groupSize[d], problem.subject().launch.numGroups[d]})
      if (!size->isLiteral()) want(size, 65);
  for (Expr groups : problem.subject().launch.numGroups)
    if (!groups->isLiteral()) want(groups, 3);  // neighbours
  for (const LoopPosition& position : error.loops) want(position.iteration, 16);
  return small;
}

// A model of `condition` in which values are small, as far as that goes within a small budget:
// readers and replays prefer them. Null: there is no better model than the one at hand.
SolverSession* modelOfSmallValues(Problem& problem, const Execution& execution,
                                  const ErrorCondition& error, Expr condition,
                                  Portfolio& portfolio) {
  const std::vector<Expr> small =
      smallValues(problem, execution, error, condition, Parameters::NotNegative);
  std::vector<Expr> assumptions{condition};
  assumptions.insert(assumptions.end(), small.begin(), small.end());
  std::uint64_t work = workForSmallValues;
  auto ask = [&](const std::vector<Expr>& all) {
    return portfolio.tryCheaply("small values", all, work).model;
  };
  if (small.empty()) return nullptr;
  if (SolverSession* model = ask(assumptions)) return model;
  // One by one, keeping what can be had.
  std::vector<Expr> kept{condition};
  for (Expr e : small) {
    kept.push_back(e);
    if (!ask(kept)) kept.pop_back();
  }
  return kept.size() > 1 ? ask(kept) : nullptr;
}

// What one of the accesses of a race computes: where it goes, and whether it is made.
struct AccessTerms {
  Expr index, condition;
};

AccessTerms checked(const Execution& execution, const ErrorCondition& error) {
  const Event& event = execution.events()[error.event];
  return {event.offset[1], event.running[1]};
}

AccessTerms logged(const Event& event) {
  return {event.offset[0], event.running[0]};
}

class CounterexampleSearch {
 public:
  CounterexampleSearch(Problem& problem, const Execution& execution,
                       std::span<const ErrorCondition* const> errors, std::size_t alike,
                       SolverSession& model, Portfolio& portfolio,
                       const CounterexampleSettings& settings)
      : problem_(problem),
        execution_(execution),
        terms_(problem.subject().terms),
        alike_(errors.first(alike)),
        others_(errors.subspan(alike)),
        portfolio_(portfolio),
        error_(errors.front()),
        condition_(error_->condition),
        model_(&model),
        settings_(settings) {}

  Counterexample run() {
    Finding finding = describe();
    std::optional<Overflow> overflow = settings_.hasValuesOfRun ? std::nullopt : overflowInModel();
    if (overflow) {
      const bool needsOverflow = settings_.needsOverflow;
      Answer answer = needsOverflow ? Answer::Unsatisfiable : avoidOverflow(alike_);
      if (answer == Answer::Unsatisfiable && !needsOverflow && !others_.empty() &&
          avoidOverflow(others_) == Answer::Satisfiable)
        answer = Answer::Satisfiable;
      switch (answer) {
        case Answer::Satisfiable:
          finding = describe();
          overflow = overflowInModel();
          break;
        case Answer::Unsatisfiable: overflow->needed = true; break;
        case Answer::Unknown: break;
      }
    }
    model_ = modelOfSmallValues(problem_, execution_, *error_, condition_, portfolio_);
    if (model_) {
      const bool overflows = overflowInModel().has_value();
      if (overflow || settings_.hasValuesOfRun || !overflows) finding = describe();
      if (overflow && !overflow->needed && !overflows) overflow.reset();
    }
    finding.overflow = overflow;
    return {error_, std::move(finding)};
  }

 private:
  Finding describe() { return describeModel(problem_, execution_, *error_, *model_); }

  // What of the kernel's arithmetic overflows on the way to `value` under the model.
  std::optional<Overflow> overflowIn(Expr value, const char* name) {
    using Overflowing = KernelArithmetic::Overflowing;
    if (!value) return std::nullopt;
    const Overflowing found = execution_.arithmetic().overflowing(
        terms_, value, [&](Expr condition) { return model_->holds(condition); });
    if (found == Overflowing::Nothing) return std::nullopt;
    return Overflow{found == Overflowing::Counter ? "a loop counter" : name, false};
  }

  std::optional<Overflow> overflowInModel() {
    constexpr const char* inCondition = "a value in a condition";
    if (error_->kind != FindingKind::Race) return overflowIn(error_->own, inCondition);
    const AccessTerms accesses[] = {
        logged(execution_.events()[loggedEvent(execution_, *error_, *model_)]),
        checked(execution_, *error_)};
    for (const AccessTerms& access : accesses)
      if (auto overflow = overflowIn(access.index, "the index")) return overflow;
    for (const AccessTerms& access : accesses)
      if (auto overflow = overflowIn(access.condition, inCondition)) return overflow;
    const Expr a = accesses[0].index, b = accesses[1].index;
    if (a && b && !model_->holds(execution_.arithmetic().fitTogether(terms_, a, b)))
      return Overflow{"the index", false};
    return std::nullopt;
  }

  // Asks for a model of one of the errors in which nothing overflows.
  Answer avoidOverflow(std::span<const ErrorCondition* const> errors) {
    std::vector<Expr> conditions;
    for (const ErrorCondition* error : errors)
      conditions.push_back(withoutOverflow(problem_, execution_, *error));
    const Expr any = terms_.anyOf(conditions);
    // Products of small numbers are cheap.
    std::vector<Expr> small = smallValues(problem_, execution_, *error_, any, Parameters::Any);
    small.push_back(any);
    std::uint64_t workForSmall = workForSmallValues;
    Reply reply = portfolio_.tryCheaply("small values without overflow", small, workForSmall);
    if (reply.answer != Answer::Satisfiable) reply = {};
    if (!reply.model && problem_.subject().options.overflowIsCondition) {
      if (portfolio_.isExcludedInRows("no overflow", {any}, Portfolio::Effort::Full))
        return Answer::Unsatisfiable;
      std::uint64_t work = workForOverflow(settings_.isLast);
      reply = portfolio_.tryCheaply("no overflow", {any}, work);
    }
    constexpr double patience = 1;
    if (reply.answer == Answer::Unknown)
      reply = portfolio_.tryModel("no overflow", {any}, patience);
    if (!reply.model) return reply.answer;
    for (std::size_t i = 0; i < errors.size(); ++i)
      if (reply.model->holds(conditions[i])) {
        error_ = errors[i];
        condition_ = conditions[i];
        model_ = reply.model;
        return Answer::Satisfiable;
      }
    return Answer::Unknown;
  }

  Problem& problem_;
  const Execution& execution_;
  Terms& terms_;
  std::span<const ErrorCondition*const> alike_, others_;
  Portfolio& portfolio_;
  const ErrorCondition* error_;  // the one that the model is of
  Expr condition_;               // of it, with what is required of models beyond
  SolverSession* model_;         // of the last answer
  const CounterexampleSettings settings_;
};

// What always holds of the two indices.
Expr impliedOf(Problem& problem, const Execution& execution, const AccessTerms& access,
               const AccessTerms& other) {
  Terms& terms = problem.subject().terms;
  if (!other.index || !access.index) return terms.yes();
  return terms.land(
      mixedRadix(terms, execution.arithmetic(), other.index, access.index, Exactness::Any),
      digitsAgree(terms, execution.arithmetic(), other.index, access.index,
                  {access.condition, other.condition}));
}

// What an error may be in conflict with.
template <typename Visit>
void forEachLogged(const Execution& execution, const ErrorCondition& error, const Visit& visit) {
  for (std::size_t i = error.since; i <= error.event; ++i) {
    const Event& event = execution.events()[i];
    if (event.kind == Event::Kind::Log && event.array == error.array) visit(logged(event));
  }
}

}  // namespace

Expr ofSmallLaunch(Problem& problem, const Execution& execution, const ErrorCondition& error) {
  Terms& terms = problem.subject().terms;
  Expr all = terms.yes();
  for (Expr small :
       smallValues(problem, execution, error, error.condition, Parameters::NotNegative))
    all = terms.land(all, small);
  return all;
}

Expr withoutOverflow(Problem& problem, const Execution& execution, const ErrorCondition& error) {
  return casesWithoutOverflow(problem, execution, {error}).errors.front();
}

ErrorCases casesWithoutOverflow(Problem& problem, const Execution& execution,
                                const std::vector<ErrorCondition>& errors) {
  Terms& terms = problem.subject().terms;
  auto fits = [&](Expr value) {
    return value ? execution.arithmetic().fits(terms, value) : terms.yes();
  };
  ErrorCases all;
  for (const ErrorCondition& error : errors) {
    if (error.kind != FindingKind::Race) {
      all.errors.push_back(terms.land(error.condition, fits(error.own)));
      all.cases.push_back(all.errors.back());
      continue;
    }
    const AccessTerms access = checked(execution, error);
    const Expr condition = terms.land(error.condition, fits(access.condition));
    Expr someLogged = terms.no(), allImplied = terms.yes();
    forEachLogged(execution, error, [&](const AccessTerms& other) {
      Expr meets = terms.land(other.condition, fits(other.condition));
      if (other.index && access.index)
        meets =
            terms.land(meets, execution.arithmetic().fitTogether(terms, other.index, access.index));
      const Expr implied = impliedOf(problem, execution, access, other);
      someLogged = terms.lor(someLogged, meets);
      allImplied = terms.land(allImplied, implied);
      all.cases.push_back(terms.land(condition, meets, implied));
    });
    all.errors.push_back(terms.land(condition, someLogged, allImplied));
  }
  return all;
}

ErrorCases casesOf(Problem& problem, const Execution& execution,
                   const std::vector<ErrorCondition>& races) {
  Terms& terms = problem.subject().terms;
  ErrorCases all;
  for (const ErrorCondition& race : races) {
    const AccessTerms access = checked(execution, race);
    Expr whole = race.condition, otherwise = race.condition;
    forEachLogged(execution, race, [&](const AccessTerms& other) {
      const Expr implied = impliedOf(problem, execution, access, other);
      whole = terms.land(whole, implied);
      all.cases.push_back(terms.land(race.condition, other.condition, implied));
      otherwise = terms.land(otherwise, terms.lnot(other.condition));
    });
    all.errors.push_back(whole);
    all.cases.push_back(otherwise);
  }
  return all;
}

Counterexample findCounterexample(Problem& problem, const Execution& execution,
                                  std::span<const ErrorCondition* const> errors, std::size_t alike,
                                  SolverSession& model, Portfolio& portfolio,
                                  const CounterexampleSettings& settings) {
  return CounterexampleSearch(problem, execution, errors, alike, model, portfolio, settings).run();
}

}  // namespace barricade
