#include "verifier/overflow_condition.h"

#include "verifier/counterexample.h"

namespace barricade {

Answer OverflowCondition::decide(Portfolio& portfolio, const std::string& name, Problem& problem,
                                 const Execution& execution,
                                 const std::vector<ErrorCondition>& errors, Expr any,
                                 bool& fitting) const {
  constexpr double soon = 2.5;  // seconds
  if (any->isFalse()) return Answer::Unsatisfiable;
  if (!options_.overflowIsCondition || errors.front().kind != FindingKind::Race ||
      portfolio.isLimited() || !hasProducts({any}))
    return portfolio.decide(name, any);
  const Answer answer = portfolio.decideSoon(name, any, soon);
  if (answer != Answer::Unknown) return answer;
  fitting = fitting || fits(portfolio, name + " without overflow", problem, execution, errors);
  return fitting ? Answer::Unknown : portfolio.decide(name, any);
}

bool OverflowCondition::fits(Portfolio& portfolio, const std::string& name, Problem& problem,
                             const Execution& execution,
                             const std::vector<ErrorCondition>& errors) const {
  Terms& terms = problem.subject().terms;
  Expr any = terms.no();
  for (const ErrorCondition& error : errors)
    any = terms.lor(any, withoutOverflow(problem, execution, error));
  std::uint64_t work = workForOverflow;
  Answer answer = portfolio.tryCheaply(name, {any}, work).answer;
  constexpr double patience = 5;  // seconds
  if (answer == Answer::Unknown) answer = portfolio.decideSoon(name, any, patience);
  return answer == Answer::Unsatisfiable;
}

bool OverflowCondition::keeps(Finding& finding) {
  if (!options_.overflowIsCondition || finding.kind != FindingKind::Race || !finding.overflow ||
      !finding.overflow->needed || finding.confirmation.isConfirmed())
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
    condition.text = "1";
    condition.assumesNoOverflow = true;
    if (!kept_.empty()) condition.clauses.push_back({"nothing overflows", std::move(kept_)});
  }
}

}  // namespace barricade
