#include "verifier/overflow_condition.h"

#include <algorithm>
#include <array>
#include <set>

#include "analysis/counters.h"
#include "encoding/mixed_radix.h"
#include "encoding/number_range.h"
#include "verifier/counterexample.h"

namespace barricade {
namespace {

// What places of elements in rows imply, for all accesses that may race.
Expr rowsApart(Terms& terms, const Execution& execution,
               const std::vector<ErrorCondition>& errors) {
  Expr all = terms.yes();
  std::set<std::pair<Expr, Expr>> seen;
  for (const ErrorCondition& error : errors) {
    const Expr checked = execution.events()[error.event].offset[1];
    for (std::size_t i = error.since; checked && i <= error.event; ++i) {
      const Event& event = execution.events()[i];
      const Expr logged = event.offset[0];
      if (event.kind == Event::Kind::Log && event.array == error.array && logged &&
          seen.emplace(logged, checked).second)
        all = terms.land(
            all, mixedRadix(terms, execution.arithmetic(), logged, checked, Exactness::Small));
    }
  }
  return all;
}

struct SignedParameter {
  std::string name;
  Expr value;
};

// Those that the conditions depend on, by their position: most are sizes. Of some preconditions
// demand already that they are not negative.
std::map<std::size_t, SignedParameter> signedParameters(Problem& problem,
                                                        const Execution& execution,
                                                        const std::vector<Expr>& conditions) {
  const Kernel& kernel = problem.subject().kernel;
  const Terms& terms = problem.subject().terms;
  std::unordered_set<const Variable*> leaves;
  for (Expr condition : conditions) leaves.merge(leavesOf(condition));
  std::map<std::size_t, SignedParameter> found;
  for (std::size_t v = 0; v < kernel.variableCount(); ++v) {
    const Variable* variable = kernel.variable(v);
    const Expr value = execution.parameter(v);
    if (variable->kind == Variable::Kind::Parameter && value->op() == Op::Variable &&
        leaves.contains(value->variable()) && rangeOf(terms, value, true).low < 0 &&
        hasArgument(kernel.procedure().attributes, "signed", variable->name))
      found.emplace(v, SignedParameter{sourceNameOf(*variable), value});
  }
  return found;
}

// Conditions with only those bits of parameters that preconditions leave open (ParameterLimits), so
// that products of these have few bits as well.
class Narrowing {
 public:
  Narrowing(Problem& problem, const Execution& execution)
      : terms_(problem.subject().terms), inLimits_(terms_.yes()) {
    const Kernel& kernel = problem.subject().kernel;
    for (const auto& [parameter, most] : problem.subject().limits) {
      const Expr value = execution.parameter(kernel.indexOf(parameter));
      const unsigned width = value->type()->width();
      const unsigned open = most == 0 ? 1 : boost::multiprecision::msb(most) + 1;
      if (open >= width) continue;
      narrow_.emplace(value, terms_.zeroExtend(terms_.extract(value, open, 0), width));
      inLimits_ = terms_.land(inLimits_,
                              terms_.lessEqual(value, terms_.number(most, value->type()), false));
    }
  }

  Expr operator()(Expr condition) {
    return narrow_.empty() ? condition
                           : terms_.land(terms_.substitute(condition, narrow_, memo_), inLimits_);
  }

 private:
  Terms& terms_;
  Expr inLimits_;
  std::unordered_map<Expr, Expr> narrow_, memo_;
};

// No launch is a better one, so that a condition says little.
bool isGiven(Problem& problem, Expr condition) {
  return !hasOpenSize(problem.subject().launch) &&
         std::ranges::none_of(leavesOf(condition), [](const Variable* v) {
           return v->kind == Variable::Kind::Parameter;
         });
}

// Of races that are hard, where more is known of their indices than has been asked with.
bool areApart(Portfolio& portfolio, const std::string& name, Problem& problem,
              const Execution& execution, const std::vector<ErrorCondition>& races) {
  constexpr auto workForCase = static_cast<std::uint64_t>(3 * workPerSecond);
  if (races.front().kind != FindingKind::Race ||
      !problem.subject().kernel.counters().channels.empty())
    return false;
  const ErrorCases known = casesOf(problem, execution, races);
  if (std::ranges::equal(known.errors, races, {}, {}, &ErrorCondition::condition)) return false;
  return std::ranges::all_of(known.cases, [&](Expr one) {
    std::uint64_t work = workForCase;
    return portfolio.tryCheaply(name + " in rows", {one}, work).answer == Answer::Unsatisfiable;
  });
}

// What is hard to say of all errors together may not be of each, with what has been learned: bits
// get a moment for one, until some are left open. Of phases it mostly is hard.
Answer decideOneByOne(Portfolio& portfolio, const std::string& name, Problem& problem,
                      const Execution& execution, const std::vector<ErrorCondition>& errors,
                      Expr any) {
  constexpr std::size_t mostOpen = 2;
  constexpr auto workForAll = static_cast<std::uint64_t>(workPerSecond / 4);
  const bool isOne = errors.size() == 1 && errors.front().kind != FindingKind::Race;
  if (portfolio.isLimited() || isOne || !problem.isBitVectors()) return portfolio.decide(name, any);
  auto ask = [&](Expr condition, std::uint64_t work) {
    return portfolio.tryCheaply(name, {condition}, work).answer;
  };
  if (errors.size() == 1 || problem.subject().kernel.counters().channels.empty())
    if (const Answer answer = ask(any, workForAll); answer != Answer::Unknown) return answer;
  std::vector<ErrorCondition> open;
  for (const ErrorCondition& error : errors) {
    const bool goesOn = open.size() < mostOpen && errors.size() > 1;
    const Answer answer = goesOn ? ask(error.condition, workForAll / 2) : Answer::Unknown;
    if (answer == Answer::Satisfiable) return answer;
    if (answer == Answer::Unknown) open.push_back(error);
  }
  if (open.empty()) return Answer::Unsatisfiable;
  std::vector<Expr> conditions;
  for (const ErrorCondition& error : open) conditions.push_back(error.condition);
  const Expr anyOpen = problem.subject().terms.anyOf(conditions);
  constexpr double soon = 1;  // seconds
  if (const Answer answer = portfolio.decideSoon(name, anyOpen, soon); answer != Answer::Unknown)
    return answer;
  return areApart(portfolio, name, problem, execution, open) ? Answer::Unsatisfiable
                                                             : portfolio.decide(name, anyOpen);
}

}  // namespace

bool isUnconditional(const Finding& finding) {
  return finding.confirmation.isConfirmed() &&
         std::ranges::none_of(finding.values, &NamedValue::relevant);
}

Answer OverflowCondition::decide(Portfolio& portfolio, const std::string& name, Problem& problem,
                                 const Execution& execution,
                                 const std::vector<ErrorCondition>& errors, Expr any,
                                 Fitting& fitting,
                                 const std::function<Answer()>& askOtherwise) const {
  constexpr double soon = 4, late = 16, brief = 0.4;  // seconds
  constexpr auto workForRows = static_cast<std::uint64_t>(workPerSecond / 10);
  if (any->isFalse()) return Answer::Unsatisfiable;
  std::uint64_t work = workForRows;
  if (errors.front().kind != FindingKind::Race || portfolio.isLimited() || !hasProducts({any}))
    return fitting ? portfolio.tryCheaply(name, {any}, work).answer
                   : decideOneByOne(portfolio, name, problem, execution, errors, any);
  Terms& terms = problem.subject().terms;
  Narrowing narrowed(problem, execution);
  const Expr apart = rowsApart(terms, execution, errors);
  std::vector<Expr> inRows;
  for (const ErrorCondition& error : errors)
    inRows.push_back(narrowed(terms.land(error.condition, apart)));
  const Expr anyInRows = narrowed(terms.land(any, apart));
  any = narrowed(any);
  using enum Portfolio::Effort;
  const ErrorCases asTheyAre{inRows, inRows};
  if (portfolio.areExcludedInRows(name, asTheyAre, Brief)) return Answer::Unsatisfiable;
  // A condition is known already; another answer would be a better one.
  if (fitting) return Answer::Unknown;
  if (const Answer answer = askOtherwise(); answer != Answer::Unknown) return answer;
  ErrorCases withoutAny;  // the errors, where nothing overflows
  if (options_.overflowIsCondition) {
    withoutAny = casesWithoutOverflow(problem, execution, errors).mapped([&](Expr e) {
      return narrowed(e);
    });
    fitting.known = portfolio.areExcludedInRows(name + " without overflow", withoutAny);
  }
  Fitting notNegative;
  if (fitting) {
    Expr fit = apart;
    for (Expr fact : execution.countersFit()) fit = terms.land(fit, fact);
    const ErrorCases whereFit = casesOf(problem, execution, errors).mapped([&](Expr e) {
      return narrowed(terms.land(e, fit));
    });
    const bool areCounters = !execution.countersFit().empty();
    if (portfolio.areExcludedInRows(name + (areCounters ? " where counters fit" : ""), whereFit))
      return Answer::Unsatisfiable;
  } else {
    if (portfolio.areExcludedInRows(name, asTheyAre)) return Answer::Unsatisfiable;
    if (const Answer answer = askOtherwise(); answer != Answer::Unknown) return answer;
    if (options_.overflowIsCondition)
      notNegative = fittingNotNegative(portfolio, name, problem, execution, errors, withoutAny);
  }
  // `apart` always holds, so that each answer is one. Errors without overflow have it in them.
  if (!fitting && !notNegative && !options_.ignoreOverflow && !apart->isTrue())
    if (const Answer answer = portfolio.tryCheaply(name + " in rows", {anyInRows}, work).answer;
        answer != Answer::Unknown)
      return answer;
  if (!options_.overflowIsCondition) return portfolio.decide(name, any);
  // With sizes that are given it may well be that nothing can overflow.
  auto workForProof = static_cast<std::uint64_t>(2 * workPerSecond);
  if (fitting && !hasOpenSize(problem.subject().launch) &&
      portfolio.tryCheaply(name, {any}, workForProof).answer == Answer::Unsatisfiable)
    return Answer::Unsatisfiable;
  const Answer answer = fitting || notNegative
                            ? portfolio.decideSoon(name, anyInRows, brief)
                            : portfolio.decideSoon(name, any, isGiven(problem, any) ? late : soon);
  // What goes wrong with sizes below 0 is no better to know than that nothing else does.
  const bool isSettled = answer == Answer::Satisfiable && !notNegative;
  if (answer == Answer::Unsatisfiable || isSettled) return answer;
  if (notNegative)
    fitting = notNegative;
  else if (!fitting)
    fitting.known = fits(portfolio, name + " without overflow", terms.anyOf(withoutAny.errors));
  return fitting ? Answer::Unknown : portfolio.decide(name, any);
}

bool OverflowCondition::isNeeded(Portfolio& portfolio, const std::string& name, Problem& problem,
                                 const Execution& execution,
                                 const std::vector<ErrorCondition>& errors) const {
  if (!options_.overflowIsCondition || errors.empty()) return false;
  auto work = static_cast<std::uint64_t>(workPerSecond / 2);
  const ErrorCases conditions = casesWithoutOverflow(problem, execution, errors);
  const Expr any = problem.subject().terms.anyOf(conditions.errors);
  const std::string question = name + " without overflow";
  // Of what the checks are about, overflow among it, no more than products is looked at.
  return hasProducts({any}) || errors.front().kind != FindingKind::Race
             ? portfolio.areExcludedInRows(question, conditions)
             : portfolio.tryCheaply(question, {any}, work).answer == Answer::Unsatisfiable;
}

bool OverflowCondition::fits(Portfolio& portfolio, const std::string& name, Expr any) {
  constexpr double patience = 5;  // seconds
  auto work = static_cast<std::uint64_t>(patience * workPerSecond);
  Answer answer = portfolio.tryCheaply(name, {any}, work).answer;
  if (answer == Answer::Unknown) answer = portfolio.decideSoon(name, any, patience);
  return answer == Answer::Unsatisfiable;
}

// Where that is seen at once, or of two parameters at most, of as few as suffice.
Fitting OverflowCondition::fittingNotNegative(Portfolio& portfolio, const std::string& name,
                                              Problem& problem, const Execution& execution,
                                              const std::vector<ErrorCondition>& errors,
                                              const ErrorCases& conditions) {
  Fitting fitting;
  Terms& terms = problem.subject().terms;
  std::map<std::size_t, SignedParameter> parameters =
      signedParameters(problem, execution, conditions.errors);
  auto areNotNegative = [&](const std::map<std::size_t, SignedParameter>& some) {
    Expr all = terms.yes();
    for (const auto& [position, parameter] : some) {
      const Expr zero = terms.number(0, parameter.value->type());
      all = terms.land(all, terms.lessEqual(zero, parameter.value, true));
    }
    return all;
  };
  auto suffice = [&](const std::map<std::size_t, SignedParameter>& some, Portfolio::Effort effort) {
    const Expr notNegative = areNotNegative(some);
    return portfolio.areExcludedInRows(
        name + " of sizes that are not negative",
        conditions.mapped([&](Expr e) { return terms.land(e, notNegative); }), effort);
  };
  // One bit narrower, so that signs fall away; with nothing that was said of products with signs.
  auto sufficeWithoutSigns = [&] {
    portfolio.forgetRows();
    std::unordered_map<Expr, Expr> narrow, memo;
    for (const auto& [position, parameter] : parameters) {
      const unsigned width = parameter.value->type()->width();
      narrow.emplace(parameter.value,
                     terms.zeroExtend(terms.extract(parameter.value, width - 1, 0), width));
    }
    const Expr notNegative = areNotNegative(parameters);
    return portfolio.areExcludedInRows(
        name + " of sizes without signs", conditions.mapped([&](Expr e) {
          return terms.land(terms.substitute(e, narrow, memo), notNegative);
        }));
  };
  // Else the condition would be none. Small launches come first: bits find these soon.
  auto isRun = [&](const ErrorCondition& error) {
    constexpr std::uint64_t small = 8;
    constexpr auto work = static_cast<std::uint64_t>(workPerSecond / 10);
    const Expr runs = terms.land(execution.preconditions(), areNotNegative(parameters),
                                 execution.events()[error.event].running[1]);
    Expr areSmall = terms.yes();
    for (const auto& [position, parameter] : parameters) {
      const Expr most = terms.number(small, parameter.value->type());
      areSmall = terms.land(areSmall, terms.lessEqual(parameter.value, most, true));
    }
    return std::ranges::any_of(std::array{areSmall, terms.yes()}, [&](Expr some) {
      std::uint64_t left = work;
      const Expr question = terms.land(runs, some);
      return portfolio.tryCheaply("condition", {question}, left).answer == Answer::Satisfiable;
    });
  };
  if (parameters.empty()) return fitting;
  constexpr std::size_t few = 2;
  using enum Portfolio::Effort;
  const Portfolio::Effort effort = parameters.size() <= few ? Full : Brief;
  const bool isSoon = suffice(parameters, effort);
  if (!isSoon && !sufficeWithoutSigns()) return fitting;
  if (!std::ranges::all_of(errors, isRun)) return fitting;
  for (auto it = parameters.begin(); isSoon && it != parameters.end();) {
    auto fewer = parameters;
    fewer.erase(it->first);
    it = suffice(fewer, effort) ? parameters.erase(it) : std::next(it);
  }
  fitting.known = true;
  for (const auto& [position, parameter] : parameters)
    fitting.notNegative.emplace(position, parameter.name);
  return fitting;
}

void OverflowCondition::assume(const Fitting& fitting) {
  assumed_ = true;
  notNegative_.insert(fitting.notNegative.begin(), fitting.notNegative.end());
}

// Where rows are assumed to be in order, a run that has chosen them says nothing of all.
bool OverflowCondition::keeps(Finding& finding) {
  const bool isOfOrder = finding.kind == FindingKind::Race ||
                         finding.kind == FindingKind::Divergence ||
                         finding.kind == FindingKind::Synchronization;
  if (!options_.overflowIsCondition || !isOfOrder || !finding.overflow ||
      !finding.overflow->needed || (isUnconditional(finding) && !options_.assumesRows))
    return false;
  const auto isSame = [&](const Finding& known) {
    return known.kind == finding.kind && known.array == finding.array &&
           std::ranges::equal(known.places, finding.places, {}, &FindingPlace::location,
                              &FindingPlace::location);
  };
  if (std::ranges::none_of(kept_, isSame)) kept_.push_back(std::move(finding));
  return true;
}

void OverflowCondition::settle(VerificationResult& result) {
  if (!result.findings.empty()) {
    if (!kept_.empty())
      result.notes.emplace_back("what needs arithmetic to wrap around is left out");
  } else if (!result.undecided.empty()) {
    for (Finding& finding : kept_) {
      if (options_.found) options_.found(finding);
      result.findings.push_back(std::move(finding));
    }
  } else if (assumed_ || !kept_.empty()) {
    Condition& condition = result.condition.emplace();
    for (const auto& [position, parameter] : notNegative_) {
      condition.clauses.push_back({parameter + " >= 0", {}});
      condition.text += (condition.text.empty() ? "" : " && ") + condition.clauses.back().text;
    }
    if (notNegative_.empty()) condition.text = std::string("1");  // GCC 12 warns of the literal
    condition.assumesNoOverflow = true;
    if (!kept_.empty()) condition.clauses.push_back({"nothing overflows", std::move(kept_)});
  }
}

}  // namespace barricade
