#include "advice/advice.h"

#include "advice/collector.h"
#include "interpreter/launch.h"

namespace barricade {

namespace {

constexpr std::uint64_t usualGroupSize = 256;
constexpr std::uint64_t fallbackGroupSize = 8;  // small enough for what kernels state of sizes

// The launch with the guesses that the kernel's conditions allow; the boldest first.
LaunchConfiguration withGuesses(const Program& program, const Procedure& kernel,
                                LaunchConfiguration launch, std::uint64_t seed) {
  for (std::uint64_t groupSize : {usualGroupSize, fallbackGroupSize}) {
    launch.otherGroupSize = groupSize;
    launch.otherParameters = 0;
    const Launch sizes = completeLaunch(program, kernel, launch, seed);
    launch.otherParameters = sizes.groupSize[0] * sizes.numGroups[0];
    if (completeLaunch(program, kernel, launch, seed).violated.empty()) return launch;
    launch.otherParameters = 0;
    if (sizes.violated.empty()) return launch;
  }
  return launch;
}

void describeLaunch(AdviceResult& result, const Procedure& kernel, const Launch& launch) {
  result.groupSize = launch.groupSize;
  result.numGroups = launch.numGroups;
  result.warpSize = launch.warpSize;
  for (const Variable* v : kernel.parameters) {
    const auto value = launch.values.find(v);
    if (v->type->isMap() || value == launch.values.end()) continue;
    const std::size_t start = v->name.starts_with("$") ? 1 : 0;
    result.values.emplace_back(v->name.substr(start), value->second.str());
  }
}

}  // namespace

AdviceResult advise(const Program& program, const Procedure& kernel,
                    const LaunchConfiguration& given, const AdviceOptions& options) {
  AdviceResult result;
  result.kernel = kernel.sourceName;
  RunOptions runOptions = options.run;
  const LaunchConfiguration launch = withGuesses(program, kernel, given, runOptions.seed);
  describeLaunch(result, kernel, completeLaunch(program, kernel, launch, runOptions.seed));

  AdviceCollector collector(options.layout);
  runOptions.observer = &collector;
  runOptions.detectRaces = false;
  RunResult ran = run(program, kernel, launch, runOptions);
  result.status = ran.status;
  result.message = std::move(ran.message);
  result.threads = ran.threads;
  result.notes = std::move(ran.notes);
  collector.finish(result);
  return result;
}

}  // namespace barricade
