#include "verifier/houdini.h"

#include <algorithm>

#include "verifier/candidates.h"

namespace barricade {
namespace {

constexpr double roundSlice = 5.0;      // seconds for one query over all candidates
constexpr double candidateSlice = 0.5;  // when a round was undecided: for each alone

}  // namespace

void inferInvariants(Problem& problem, const std::map<std::string, Expr>& barrierVariables,
                     const std::vector<Expr>& assumptions, const Deadline& deadline,
                     Statistics& statistics) {
  Terms& terms = problem.subject().terms;
  problem.candidates() = makeCandidates(problem);
  std::vector<Candidate>& candidates = problem.candidates();
  statistics.counters["candidates tried"] += static_cast<double>(candidates.size());
  if (candidates.empty()) return;
  const auto execution = problem.execute(ExecutionOptions::Form::Checks,
                                         Precision{.candidates = true}, barrierVariables);
  Decider decider(problem, deadline, statistics);

  std::vector<Expr> violation(candidates.size(), terms.no());
  for (const Obligation& obligation : execution->obligations())
    violation[obligation.candidate] =
        terms.lor(violation[obligation.candidate], obligation.violation);

  auto query = [&](const std::vector<Expr>& wanted, double seconds) {
    std::vector<Expr> literals = assumptions;
    for (const Candidate& candidate : candidates)
      if (candidate.alive) literals.push_back(candidate.selector);
    Expr any = terms.no();
    for (Expr e : wanted) any = terms.lor(any, e);
    if (any->isFalse()) return Answer::Unsatisfiable;
    literals.push_back(any);
    return decider.tryModel("candidate invariants", literals, seconds);
  };
  auto dropViolated = [&] {
    bool dropped = false;
    for (std::size_t c = 0; c < candidates.size(); ++c)
      if (candidates[c].alive && !violation[c]->isFalse() && decider.model().holds(violation[c])) {
        candidates[c].alive = false;
        dropped = true;
      }
    return dropped;
  };

  for (bool settled = false; !settled;) {
    std::vector<Expr> wanted;
    for (std::size_t c = 0; c < candidates.size(); ++c)
      if (candidates[c].alive) wanted.push_back(violation[c]);
    const Answer answer = query(wanted, roundSlice);
    if (answer == Answer::Unsatisfiable) {
      settled = true;
    } else if (answer != Answer::Satisfiable || !dropViolated()) {
      // Undecided together: each alone, dropping what cannot be settled.
      bool dropped = false;
      for (std::size_t c = 0; c < candidates.size(); ++c) {
        if (!candidates[c].alive || violation[c]->isFalse()) continue;
        const Answer alone = query({violation[c]}, candidateSlice);
        if (alone == Answer::Satisfiable) {
          dropped |= dropViolated();
        } else if (alone == Answer::Unknown) {
          candidates[c].alive = false;
          dropped = true;
        }
        if (deadline.passed()) {
          for (Candidate& candidate : candidates) candidate.alive = false;
          return;
        }
      }
      settled = !dropped;
    }
  }
  std::erase_if(candidates, [](const Candidate& candidate) { return !candidate.alive; });
  for (Candidate& candidate : candidates) candidate.selector = terms.yes();
  statistics.counters["candidates kept"] += static_cast<double>(candidates.size());
}

}  // namespace barricade
