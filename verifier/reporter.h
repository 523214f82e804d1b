// From errors that can happen to findings: one for each statement, kind and array, with the
// counterexample that a person reads and the run that confirms it. Races that runs have shown lead
// the way, and those of first iterations, where questions about all take long.
#pragma once

#include <string>
#include <vector>

#include "verifier/attempt.h"
#include "verifier/reported_error.h"
#include "verifier/verification_state.h"

namespace barricade {

class Reporter {
 public:
  explicit Reporter(VerificationState& state) : state_(state) {}

  // Whether the reader asks for no more findings.
  bool isFull() const;
  bool isReported(const ErrorCondition& error, Mode mode) const;
  void dropReported(Attempt& attempt) const;

  // Adds findings, one for each statement, kind and array, in order of the program, until no error
  // is left (Unsatisfiable) or the limit is reached. With `confirmedOnly` it stops at the first
  // finding that does not happen in a run (Satisfiable): a more exact encoding has to tell.
  Answer report(Attempt& attempt, const std::string& name, bool confirmedOnly);

  // Races that a few runs have come upon, once: with the threads and places known, a question about
  // them is easy.
  void showSeen();

  // Nothing is abstracted in the first iterations of loops: races there are found soon, also where
  // what a loop leaves behind is hard to tell. Adds those that runs show.
  enum class Launches { Small, All };
  void showFirstIterations(Mode mode, Launches launches);

 private:
  // Those that runs have come upon since which were to confirm others.
  void showComeUpon();
  void show(const SeenRace& race, ConfirmEffort effort);
  // Whether a model shows the race. The values of the run, of which the counterexample is then,
  // make the question easy.
  bool asksAbout(const SeenRace& race, Attempt& attempt);
  // The run is proof enough, where questions about it are hard.
  void addRun(const SeenRace& race, const Attempt& attempt, ConfirmEffort effort);
  // Races of a mode where equal values do not race, with nothing inferred.
  Attempt attemptAtRaces(Mode mode, const Precision& precision, Budget* budget = nullptr) const;
  // Of one array after the other: the indices of some may be hard, and what is found of some no
  // race.
  void reportByArray(Attempt& attempt, std::vector<ErrorCondition> errors, const std::string& name);
  void confirm(Finding& finding, ConfirmEffort effort) const;
  // Unless there is such a one.
  void add(Finding finding);

  VerificationState& state_;
  std::vector<ReportedError> reported_;
  bool isProbed_ = false;
  std::size_t shown_ = 0;  // of the races that runs have come upon
};

}  // namespace barricade
