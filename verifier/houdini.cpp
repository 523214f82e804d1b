#include "verifier/houdini.h"

#include <algorithm>

#include "verifier/candidates.h"

namespace barricade {
namespace {

constexpr double roundSlice = 5.0;      // seconds for one query over all candidates
constexpr double candidateSlice = 0.5;  // when a round was undecided: for each alone

}  // namespace

std::vector<Candidate> inferInvariants(Problem& problem,
                                       const std::map<SiteId, Expr>& siteVariables,
                                       const std::vector<Expr>& assumptions,
                                       const Deadline& deadline, Statistics& statistics,
                                       Budget* budget) {
  Terms& terms = problem.subject().terms;
  std::vector<Candidate> candidates = makeCandidates(problem);
  statistics.counters["candidates tried"] += static_cast<double>(candidates.size());
  if (candidates.empty()) return candidates;
  const auto execution = problem.execute(ExecutionOptions::Form::Checks,
                                         Precision{.candidates = true}, siteVariables, candidates);
  Portfolio portfolio(problem, deadline, statistics, budget);

  std::vector<Expr> violation(candidates.size(), terms.no());
  for (const Obligation& obligation : execution->obligations())
    violation[obligation.candidate] =
        terms.lor(violation[obligation.candidate], obligation.violation);

  auto query = [&](const std::vector<Expr>& wanted, double seconds) {
    std::vector<Expr> literals = assumptions;
    for (const Candidate& candidate : candidates)
      if (candidate.alive) literals.push_back(candidate.selector);
    const Expr any = terms.anyOf(wanted);
    if (any->isFalse()) return Reply{Answer::Unsatisfiable};
    literals.push_back(any);
    return portfolio.tryModel("candidate invariants", literals, seconds);
  };
  auto dropViolated = [&](const Reply& reply) {
    bool dropped = false;
    for (std::size_t c = 0; c < candidates.size(); ++c)
      if (candidates[c].alive && !violation[c]->isFalse() && reply.model->holds(violation[c])) {
        candidates[c].alive = false;
        dropped = true;
      }
    return dropped;
  };

  for (bool settled = false; !settled;) {
    std::vector<Expr> wanted;
    for (std::size_t c = 0; c < candidates.size(); ++c)
      if (candidates[c].alive) wanted.push_back(violation[c]);
    const Reply reply = query(wanted, roundSlice);
    if (reply.answer == Answer::Unsatisfiable) {
      settled = true;
    } else if (!reply.model || !dropViolated(reply)) {
      // Undecided together: each alone, dropping what cannot be settled.
      bool dropped = false;
      for (std::size_t c = 0; c < candidates.size(); ++c) {
        if (!candidates[c].alive || violation[c]->isFalse()) continue;
        const Reply alone = query({violation[c]}, candidateSlice);
        if (alone.model) {
          dropped |= dropViolated(alone);
        } else if (alone.answer == Answer::Unknown) {
          candidates[c].alive = false;
          dropped = true;
        }
        if (deadline.passed()) return {};
      }
      settled = !dropped;
    }
  }
  std::erase_if(candidates, [](const Candidate& candidate) { return !candidate.alive; });
  for (Candidate& candidate : candidates) candidate.selector = terms.yes();
  statistics.counters["candidates kept"] += static_cast<double>(candidates.size());
  return candidates;
}

}  // namespace barricade
