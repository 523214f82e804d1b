#include "verifier/passed_turns.h"

#include <algorithm>
#include <map>

#include "analysis/launch.h"
#include "analysis/turns.h"
#include "verifier/problems.h"
#include "verifier/signal_facts.h"

namespace barricade {

std::unique_ptr<Procedure> findPassedTurns(Program& program, const Procedure& kernel,
                                           const VerifyOptions& options) {
  constexpr double seconds = 2;  // of the processor
  if (!options.checks.races || program.mathInt) return nullptr;
  PassedTurns passed = withPassedTurns(program, kernel);
  if (!passed.kernel) return nullptr;
  Problems problems(program, *passed.kernel, options, true);
  const Subject& subject = problems.subject(Conflicts::All);
  if (subject.launch.contradictory) return nullptr;
  std::map<Mode, Problem*> ofModes;
  for (Mode mode : modesFor(subject.launch, options))
    if (mode != Mode::Single) ofModes[mode] = &problems.problem(mode, Conflicts::All);
  if (ofModes.empty()) return nullptr;
  Statistics statistics;
  const SignalKnowledge knowledge =
      findSignalFacts(ofModes, Deadline(options.timeout, seconds), statistics, nullptr);
  const auto& arrays = subject.kernel.arrays();
  const bool areProven = std::ranges::all_of(passed.arrays, [&](const Variable* array) {
    const auto known = std::ranges::find_if(
        arrays, [&](const KernelArray& one) { return one.array->variable == array; });
    const auto a = static_cast<std::size_t>(known - arrays.begin());
    return known != arrays.end() && knowledge.facts[a].flag && knowledge.facts[a].turns;
  });
  return areProven ? std::move(passed.kernel) : nullptr;
}

}  // namespace barricade
