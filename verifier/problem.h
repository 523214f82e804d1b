// One kernel in one mode: what all encodings of it share, and the solver's view of them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "solver/session.h"
#include "verifier/execution.h"
#include "verifier/subject.h"

namespace barricade {

// How precisely a mode is encoded; each level costs more than the one before.
struct Precision {
  bool candidates = false;  // candidate invariants are inferred and used
  unsigned explicitBodies = 0;
  bool unrolled = false;  // loops of few iterations, whose number is known, have no jumps
  bool operator==(const Precision&) const = default;
};

class Problem {
 public:
  Problem(Subject& subject, Mode mode);

  Mode mode() const { return mode_; }
  const ThreadPair& pair() const { return pair_; }
  Subject& subject() { return subject_; }
  std::vector<Candidate>& candidates() { return candidates_; }

  std::unique_ptr<Execution> execute(ExecutionOptions::Form form, const Precision& precision,
                                     const std::map<std::string, Expr>& barrierVariables);
  // Neither integers nor quantifiers.
  bool isBitVectors() const;
  // A session that knows the constraints on the pair.
  std::unique_ptr<SolverSession> newSession(SessionOptions options);

  const Uniformity& uniformity() const { return uniformity_; }

 private:
  Subject& subject_;
  Mode mode_;
  ThreadPair pair_;
  Uniformity uniformity_;
  std::vector<Candidate> candidates_;
  bool quantifiers_;  // in the constraints on the pair
};

}  // namespace barricade
