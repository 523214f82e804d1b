#include "verifier/problems.h"

#include "analysis/elected.h"
#include "analysis/inert_loops.h"

namespace barricade {

Subject& Problems::subject(Conflicts conflicts, Mode mode, Loops loops) {
  Procedure* shorter = loops == Loops::NotInert ? kernelWithoutInert(conflicts, mode) : nullptr;
  return subjectOf(shorter ? *shorter : kernel_, conflicts,
                   mode == Mode::Inter && electsThreads() ? Elected::Threads : Elected::None);
}

Subject& Problems::subjectOf(Procedure& whole, Conflicts conflicts, Elected elected) {
  auto& subject = subjects_[{conflicts, elected, &whole}];
  if (!subject)
    subject = std::make_unique<Subject>(
        program_, elected == Elected::None ? whole : withElected(whole, elected), options_,
        conflicts == Conflicts::NotBenign, hasSignals_);
  return *subject;
}

Problem& Problems::problem(Mode mode, Conflicts conflicts, Loops loops, bool ofRaces) {
  const bool electsLanes = mode == Mode::Intra && ofRaces && hasSignals_;
  Subject& subject = electsLanes ? subjectOf(kernel_, conflicts, Elected::Lanes)
                                 : this->subject(conflicts, mode, loops);
  auto& problem = problems_[{mode, &subject}];
  if (!problem) problem = std::make_unique<Problem>(subject, mode);
  return *problem;
}

bool Problems::electsThreads() {
  return options_.checks.races && (hasSignals_ || handsOnResults(subject(Conflicts::All).kernel));
}

Procedure& Problems::withElected(Procedure& whole, Elected elected) {
  Subject& own = subjectOf(whole, Conflicts::All, Elected::None);
  const auto [known, added] = elected_.try_emplace(std::pair(&whole, elected));
  std::unique_ptr<Procedure>& copy = known->second;
  if (added)
    copy = elected == Elected::Threads
               ? withElectedThreads(program_, own.kernel, own.terms, own.launch)
               : withElectedLanes(program_, own.kernel, own.terms, own.launch);
  return copy ? *copy : whole;
}

// Null: it has no inert loops. Between blocks there are more of them than within.
Procedure* Problems::kernelWithoutInert(Conflicts conflicts, Mode mode) {
  // What a block does in its shared memory may tell others something.
  if (hasSignals_ && mode == Mode::Inter) mode = Mode::Intra;
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
