#include "verifier/problems.h"

#include "analysis/elected.h"
#include "analysis/inert_loops.h"

namespace barricade {

Subject& Problems::subject(Conflicts conflicts, Mode mode, Loops loops) {
  Procedure* shorter = loops == Loops::NotInert ? kernelWithoutInert(conflicts, mode) : nullptr;
  return subjectOf(shorter ? *shorter : kernel_, conflicts, mode == Mode::Inter && electsThreads());
}

Subject& Problems::subjectOf(Procedure& whole, Conflicts conflicts, bool elects) {
  auto& subject = subjects_[{conflicts, elects, &whole}];
  if (!subject)
    subject = std::make_unique<Subject>(program_, elects ? withElected(whole) : whole, options_,
                                        conflicts == Conflicts::NotBenign, hasSignals_);
  return *subject;
}

Problem& Problems::problem(Mode mode, Conflicts conflicts, Loops loops) {
  Subject& subject = this->subject(conflicts, mode, loops);
  auto& problem = problems_[{mode, &subject}];
  if (!problem) problem = std::make_unique<Problem>(subject, mode);
  return *problem;
}

bool Problems::electsThreads() {
  return options_.checks.races && (hasSignals_ || handsOnResults(subject(Conflicts::All).kernel));
}

Procedure& Problems::withElected(Procedure& whole) {
  Subject& own = subjectOf(whole, Conflicts::All, false);
  std::unique_ptr<Procedure>& elected = elected_[&whole];
  if (!elected) elected = withElectedThreads(program_, own.kernel, own.terms, own.launch);
  return *elected;
}

// Null: it has no inert loops. Between blocks there are more of them than within.
Procedure* Problems::kernelWithoutInert(Conflicts conflicts, Mode mode) {
  if (hasSignals_) return nullptr;
  const auto [known, added] = withoutInert_.try_emplace(std::pair(conflicts, mode));
  if (!added) return known->second.shorter;
  Procedure* within = mode == Mode::Inter ? kernelWithoutInert(conflicts, Mode::Intra) : nullptr;
  const Kernel& whole =
      (within ? subject(conflicts, Mode::Intra, Loops::NotInert) : subject(conflicts)).kernel;
  ShorterKernel& made = withoutInert_.at({conflicts, mode});
  made.own = withoutInertLoops(whole, mode, options_.checks);
  made.shorter = made.own ? made.own.get() : within;
  return made.shorter;
}

}  // namespace barricade
