#include "verifier/bounded_loops.h"

#include <set>
#include <utility>

#include "verifier/attempt.h"

namespace barricade {
namespace {

// Those of the bounded loops that end with the iterations that are encoded.
std::set<unsigned> endingIn(const Execution& execution, Portfolio& portfolio) {
  constexpr auto soon = static_cast<std::uint64_t>(workPerSecond / 4);
  std::set<unsigned> ending;
  for (const auto& [loop, goesOn] : execution.goesOn()) {
    std::uint64_t work = soon;
    if (portfolio.tryCheaply("iterations", {goesOn}, work).answer == Answer::Unsatisfiable)
      ending.insert(loop);
  }
  return ending;
}

}  // namespace

Precision withBoundedLoops(Precision precision, const Subject& subject) {
  if (!hasOpenSize(subject.launch))
    for (const Loop& loop : subject.kernel.flow().loops()) precision.bounded.insert(loop.index);
  return precision;
}

bool haveFewIterations(Problem& problem, const std::map<SiteId, Expr>& siteVariables,
                       std::span<const Candidate> candidates, Portfolio& portfolio) {
  constexpr unsigned few = 32;
  const Precision precision =
      withBoundedLoops({.candidates = !candidates.empty(), .unrolled = true}, problem.subject());
  const auto execution =
      problem.execute(ExecutionOptions::Form::Checks, precision, siteVariables, candidates);
  return !endingIn(*execution, portfolio).empty() ||
         (execution->hasUnrolled() && execution->unrolledBodies() <= few);
}

std::unique_ptr<Execution> executeToEnd(Problem& problem, ExecutionOptions::Form form,
                                        Precision precision,
                                        const std::map<SiteId, Expr>& siteVariables,
                                        std::span<const Candidate> candidates,
                                        const std::vector<SignalFacts>& facts,
                                        Portfolio& portfolio) {
  // Which loops they may be is told soonest where no races are asked for.
  precision.bounded = endingIn(
      *problem.execute(ExecutionOptions::Form::Checks, precision, siteVariables, candidates),
      portfolio);
  while (!precision.bounded.empty() && !portfolio.deadline().passed()) {
    auto execution = problem.execute(form, precision, siteVariables, candidates, facts);
    std::set<unsigned> ending = endingIn(*execution, portfolio);
    if (ending == precision.bounded)
      return isLarge(anyOf(execution->errors(), problem.subject().terms)) ? nullptr
                                                                          : std::move(execution);
    precision.bounded = std::move(ending);
  }
  return nullptr;
}

}  // namespace barricade
