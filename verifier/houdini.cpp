#include "verifier/houdini.h"

#include <algorithm>

#include "verifier/candidates.h"

namespace barricade {
namespace {

// Seconds for a query over all candidates; when that was undecided, for each alone; and once for
// all together, before those that are undecided alone are dropped.
constexpr double roundSlice = 0.75;
constexpr double candidateSlice = 0.5;
constexpr double lastSlice = 5.0;

std::string nameOf(const Kernel& kernel, const Candidate& candidate) {
  const Loop& loop = kernel.flow().loops()[candidate.loop];
  return kernel.procedure().blocks[loop.header]->label + ": " + candidate.text;
}

}  // namespace

std::vector<Candidate> inferInvariants(Problem& problem,
                                       const std::map<SiteId, Expr>& siteVariables,
                                       const std::vector<Expr>& assumptions,
                                       const Deadline& deadline, Statistics& statistics,
                                       Budget* budget, DroppedCandidates* known) {
  Terms& terms = problem.subject().terms;
  const Kernel& kernel = problem.subject().kernel;
  std::vector<Candidate> candidates = makeCandidates(problem);
  if (known)
    std::erase_if(candidates, [&](const Candidate& candidate) {
      return !candidate.isUsers && known->contains(nameOf(kernel, candidate));
    });
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

  auto askAll = [&](double seconds) {
    std::vector<Expr> wanted;
    for (std::size_t c = 0; c < candidates.size(); ++c)
      if (candidates[c].alive) wanted.push_back(violation[c]);
    return query(wanted, seconds);
  };
  bool triedHard = false;
  for (bool settled = false; !settled;) {
    Reply reply = askAll(roundSlice);
    if (reply.answer == Answer::Unsatisfiable) break;
    if (reply.model && dropViolated(reply)) continue;
    // Undecided together: each alone, dropping what cannot be settled.
    bool dropped = false;
    for (std::size_t c = 0; c < candidates.size() && !settled; ++c) {
      if (!candidates[c].alive || violation[c]->isFalse()) continue;
      reply = query({violation[c]}, candidateSlice);
      if (reply.answer == Answer::Unknown && !triedHard) {
        triedHard = true;
        reply = askAll(lastSlice);
        settled = reply.answer == Answer::Unsatisfiable;
      }
      if (reply.model) dropped |= dropViolated(reply);
      if (reply.answer == Answer::Unknown) {
        candidates[c].alive = false;
        dropped = true;
      }
      if (deadline.passed()) return {};
    }
    settled = settled || !dropped;
  }
  for (const Candidate& candidate : candidates)
    if (known && !candidate.alive) known->insert(nameOf(kernel, candidate));
  std::erase_if(candidates, [](const Candidate& candidate) { return !candidate.alive; });
  for (Candidate& candidate : candidates) candidate.selector = terms.yes();
  statistics.counters["candidates kept"] += static_cast<double>(candidates.size());
  return candidates;
}

}  // namespace barricade
