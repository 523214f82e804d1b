// Whether a condition is worth having: some launch fulfils it, and runs in it what went wrong
// without it.
#pragma once

#include <optional>
#include <vector>

#include "precondition/wrong.h"
#include "verifier/portfolio.h"

namespace barricade {

class Fulfilment {
 public:
  // The condition is one of the kernel's preconditions. `deadline` is that of each question.
  Fulfilment(Program& program, Procedure& kernel, const VerifyOptions& options,
             const Vocabulary& vocabulary, const Deadline& deadline)
      : program_(program),
        kernel_(kernel),
        options_(options),
        vocabulary_(vocabulary),
        deadline_(deadline) {}

  // A launch that fulfils the condition, where some run the accesses of each race: by two threads
  // of a group where it is one within a group, or can be in a launch that does not fulfil it; else
  // by two of different groups, or by any threads: one group may be what is demanded.
  std::optional<LaunchValues> find(const std::vector<Wrong>& wrong);

  // Whether a launch that fulfils it runs the accesses of a race so.
  bool runs(const Wrong& race) { return isRun(race); }

  // Whether two threads of a group run the accesses of a race in a launch that fulfils it.
  bool isRunInGroup(const Wrong& race) { return isRun(race, Mode::Intra, true); }

 private:
  bool isRun(const Wrong& wrong);
  bool isRun(const Wrong& wrong, Mode mode, bool together);
  bool isFulfilled();
  Expr isRunBy(unsigned thread, Terms& terms, const Execution& execution, const Event& event) const;
  bool isPossible(Problem& problem, const Execution& execution, Expr question);
  Expr isSmall(Problem& problem, const Execution& execution) const;
  LaunchValues valuesIn(Problem& problem, const Execution& execution, SolverSession& model);

  Program& program_;
  Procedure& kernel_;
  const VerifyOptions& options_;
  const Vocabulary& vocabulary_;
  const Deadline& deadline_;
  LaunchValues launch_;  // empty: none yet
};

// By name.
LaunchValues sorted(LaunchValues values);

}  // namespace barricade
