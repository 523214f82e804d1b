#include "verifier/levels.h"

#include "verifier/bounded_loops.h"

namespace barricade {

std::deque<Level> refinementLevels(ExecutionOptions::Form form, const VerifyOptions& options,
                                   const Subject& subject) {
  const Kernel& kernel = subject.kernel;
  const Conflicts atLast = options.benignTolerance ? Conflicts::NotBenign : Conflicts::All;
  if (options.loopUnwind > 0) return {Level{atLast, {}}};
  std::deque<Level> levels{{}};
  const bool loops = !kernel.flow().loops().empty();
  const bool infer = loops && options.infer;
  if (infer) levels.push_back({Conflicts::All, {true, 0}});
  if (form == ExecutionOptions::Form::Races) {
    if (options.benignTolerance) levels.push_back({Conflicts::NotBenign, {infer, 0}});
    if (kernel.hasConditionalBarrier() && options.explicitBodies > 0)
      levels.push_back({atLast, {infer, options.explicitBodies}});
  }
  if (loops) {
    Level exact = levels.back();
    exact.precision.unrolled = true;
    exact.loops = Loops::All;
    levels.push_back(exact);
    exact.precision = withBoundedLoops(exact.precision, subject);
    if (!exact.precision.bounded.empty()) levels.push_back(exact);
  }
  return levels;
}

}  // namespace barricade
