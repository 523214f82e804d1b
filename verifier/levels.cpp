#include "verifier/levels.h"

#include <algorithm>

#include "verifier/bounded_loops.h"

namespace barricade {
namespace {

bool hasBarrier(const Kernel& kernel) {
  return std::ranges::any_of(kernel.procedure().blocks, [](const auto& block) {
    return std::ranges::any_of(block->statements, [](const Statement& statement) {
      const Call* call = statement.as<Call>();
      return call && call->callee->isBarrier();
    });
  });
}

// Whether a thread may read behind a barrier what it has stored before. (Where others may come to
// the same element without a race, by other means than barriers, nothing is known.)
bool maySeeOwn(const VerifyOptions& options, const Subject& subject) {
  if (options.warpSync > 0 || subject.signalsReveal || !hasBarrier(subject.kernel)) return false;
  return std::ranges::any_of(subject.kernel.arrays(), [](const KernelArray& array) {
    return array.array->canRace() && array.influences && array.read && array.written;
  });
}

}  // namespace

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
  const Level withSkips = levels.back();
  if (loops) {
    Level exact = levels.back();
    exact.precision.unrolled = true;
    exact.loops = Loops::All;
    levels.push_back(exact);
    exact.precision = withBoundedLoops(exact.precision, subject);
    if (!exact.precision.bounded.empty()) levels.push_back(exact);
  }
  if (maySeeOwn(options, subject)) {
    levels.push_back(withSkips);
    levels.back().precision.keepsOwn = true;
  }
  return levels;
}

}  // namespace barricade
