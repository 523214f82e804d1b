#include "verifier/overflow_condition.h"

#include <algorithm>
#include <set>

#include "encoding/mixed_radix.h"
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

// That each of them happens where nothing overflows.
std::vector<Expr> withoutOverflow(Problem& problem, const Execution& execution,
                                  const std::vector<ErrorCondition>& errors) {
  std::vector<Expr> conditions;
  for (const ErrorCondition& error : errors)
    conditions.push_back(withoutOverflow(problem, execution, error));
  return conditions;
}

// What is hard to say of all errors together may not be of each, with what has been learned: bits
// get a moment for one, until some are left open.
Answer decideOneByOne(Portfolio& portfolio, const std::string& name, Problem& problem,
                      const std::vector<ErrorCondition>& errors, Expr any) {
  constexpr std::size_t mostOpen = 2;
  constexpr auto workForAll = static_cast<std::uint64_t>(workPerSecond / 4);
  if (portfolio.isLimited() || errors.size() == 1 || !problem.isBitVectors())
    return portfolio.decide(name, any);
  auto ask = [&](Expr condition, std::uint64_t work) {
    return portfolio.tryCheaply(name, {condition}, work).answer;
  };
  if (const Answer answer = ask(any, workForAll); answer != Answer::Unknown) return answer;
  std::vector<Expr> open;
  for (const ErrorCondition& error : errors) {
    const bool goesOn = open.size() < mostOpen;
    const Answer answer = goesOn ? ask(error.condition, workForAll / 2) : Answer::Unknown;
    if (answer == Answer::Satisfiable) return answer;
    if (answer == Answer::Unknown) open.push_back(error.condition);
  }
  return portfolio.decide(name, problem.subject().terms.anyOf(open));
}

}  // namespace

bool isUnconditional(const Finding& finding) {
  return finding.confirmation.isConfirmed() &&
         std::ranges::none_of(finding.values, &NamedValue::relevant);
}

Answer OverflowCondition::decide(Portfolio& portfolio, const std::string& name, Problem& problem,
                                 const Execution& execution,
                                 const std::vector<ErrorCondition>& errors, Expr any,
                                 bool& fitting) const {
  constexpr double soon = 2.5, brief = 0.4;  // seconds
  constexpr auto workForRows = static_cast<std::uint64_t>(workPerSecond / 10);
  if (any->isFalse()) return Answer::Unsatisfiable;
  if (errors.front().kind != FindingKind::Race || portfolio.isLimited() || !hasProducts({any}))
    return decideOneByOne(portfolio, name, problem, errors, any);
  Terms& terms = problem.subject().terms;
  const Expr apart = rowsApart(terms, execution, errors);
  std::vector<Expr> inRows;
  for (const ErrorCondition& error : errors) inRows.push_back(terms.land(error.condition, apart));
  const Expr anyInRows = terms.land(any, apart);
  // A condition is known already; another answer would be a better one.
  const auto effort = fitting ? Portfolio::Effort::Brief : Portfolio::Effort::Full;
  if (portfolio.areExcludedInRows(name, inRows, effort)) return Answer::Unsatisfiable;
  if (fitting) return Answer::Unknown;
  if (options_.overflowIsCondition)
    fitting = portfolio.areExcludedInRows(name + " without overflow",
                                          withoutOverflow(problem, execution, errors));
  std::uint64_t work = workForRows;
  if (!fitting && !apart->isTrue() &&
      portfolio.tryCheaply(name + " in rows", {anyInRows}, work).answer == Answer::Unsatisfiable)
    return Answer::Unsatisfiable;
  if (!options_.overflowIsCondition) return portfolio.decide(name, any);
  const Answer answer = fitting ? portfolio.decideSoon(name, anyInRows, brief)
                                : portfolio.decideSoon(name, any, soon);
  if (answer != Answer::Unknown) return answer;
  fitting = fitting || fits(portfolio, name + " without overflow", problem, execution, errors);
  return fitting ? Answer::Unknown : portfolio.decide(name, any);
}

bool OverflowCondition::fits(Portfolio& portfolio, const std::string& name, Problem& problem,
                             const Execution& execution,
                             const std::vector<ErrorCondition>& errors) const {
  const Expr any = problem.subject().terms.anyOf(withoutOverflow(problem, execution, errors));
  std::uint64_t work = workForOverflow;
  Answer answer = portfolio.tryCheaply(name, {any}, work).answer;
  constexpr double patience = 5;  // seconds
  if (answer == Answer::Unknown) answer = portfolio.decideSoon(name, any, patience);
  return answer == Answer::Unsatisfiable;
}

bool OverflowCondition::keeps(Finding& finding) {
  if (!options_.overflowIsCondition || finding.kind != FindingKind::Race || !finding.overflow ||
      !finding.overflow->needed || isUnconditional(finding))
    return false;
  kept_.push_back(std::move(finding));
  return true;
}

void OverflowCondition::settle(VerificationResult& result) {
  if (!result.findings.empty()) {
    if (!kept_.empty())
      result.notes.emplace_back("races that need arithmetic to wrap around are left out");
  } else if (!result.undecided.empty()) {
    for (Finding& finding : kept_) {
      if (options_.found) options_.found(finding);
      result.findings.push_back(std::move(finding));
    }
  } else if (assumed_ || !kept_.empty()) {
    Condition& condition = result.condition.emplace();
    condition.text = std::string("1");  // GCC 12 warns of the literal alone
    condition.assumesNoOverflow = true;
    if (!kept_.empty()) condition.clauses.push_back({"nothing overflows", std::move(kept_)});
  }
}

}  // namespace barricade
