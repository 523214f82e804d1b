#include "verifier/problems.h"

#include "analysis/elected.h"
#include "analysis/inert_loops.h"

namespace barricade {

Subject& Problems::subject(Conflicts conflicts, Mode mode, Loops loops) {
  const bool elects = mode == Mode::Inter && electsThreads();
  Procedure* shorter = nullptr;
  if (!elects && loops == Loops::NotInert) shorter = kernelWithoutInert(conflicts);
  auto& subject = subjects_[{conflicts, elects, shorter}];
  if (!subject) {
    Procedure& kernel = elects ? kernelWithElected() : shorter ? *shorter : kernel_;
    subject = std::make_unique<Subject>(program_, kernel, options_,
                                        conflicts == Conflicts::NotBenign, hasSignals_);
  }
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

Procedure& Problems::kernelWithElected() {
  Subject& own = subject(Conflicts::All);
  if (!elected_) elected_ = withElectedThreads(program_, own.kernel, own.terms, own.launch);
  return *elected_;
}

// Null: it has no inert loops.
Procedure* Problems::kernelWithoutInert(Conflicts conflicts) {
  if (hasSignals_) return nullptr;
  const auto [known, added] = withoutInert_.try_emplace(conflicts);
  if (added) known->second = withoutInertLoops(subject(conflicts).kernel, options_.checks);
  return known->second.get();
}

}  // namespace barricade
