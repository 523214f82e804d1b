#include "verifier/bounded_loops.h"

#include <set>
#include <utility>

namespace barricade {

std::shared_ptr<Execution> executeToEnd(Problem& problem, ExecutionOptions::Form form,
                                        Precision precision, std::span<const Candidate> candidates,
                                        const std::vector<SignalFacts>& facts,
                                        Portfolio& portfolio) {
  // Whether these are all.
  auto keepEnding = [&](const Execution& execution) {
    constexpr auto soon = static_cast<std::uint64_t>(workPerSecond / 4);
    std::set<unsigned> ending;
    for (const auto& [loop, goesOn] : execution.goesOn()) {
      std::uint64_t work = soon;
      if (portfolio.tryCheaply("iterations", {goesOn}, work).answer == Answer::Unsatisfiable)
        ending.insert(loop);
    }
    return std::exchange(precision.bounded, ending) == ending;
  };
  // Which they may be is told soonest where no races are asked for.
  keepEnding(*problem.execute(ExecutionOptions::Form::Checks, precision, {}, candidates));
  while (!precision.bounded.empty() && !portfolio.deadline().passed()) {
    std::shared_ptr<Execution> execution = problem.execute(form, precision, {}, candidates, facts);
    if (keepEnding(*execution)) return execution;
  }
  return nullptr;
}

}  // namespace barricade
