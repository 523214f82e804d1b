// One kernel in one mode: what all encodings of it share, and the solver's view of them.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "encoding/execution.h"
#include "encoding/subject.h"
#include "solver/smt/session.h"

namespace barricade {

// How precisely a mode is encoded; each level costs more than the one before.
struct Precision {
  bool candidates = false;  // candidate invariants are inferred and used
  unsigned explicitBodies = 0;
  bool unrolled = false;         // loops of few iterations, whose number is known, have no skips
  std::set<unsigned> bounded{};  // likewise these: right where they are shown to end after a few
  bool keepsOwn = false;         // what a thread has stored is known behind a barrier
  bool isBeginning = false;      // to find errors: the first iterations of loops alone
  bool isBrief = false;          // of that: two of each, small loops are not run to their end
  bool operator==(const Precision&) const = default;
};

class Problem {
 public:
  Problem(Subject& subject, Mode mode);

  Mode mode() const { return mode_; }
  const ThreadPair& pair() const { return pair_; }
  Subject& subject() { return subject_; }

  // `candidates` are invariants that are assumed; without a proof only under their selectors.
  std::unique_ptr<Execution> execute(ExecutionOptions::Form form, const Precision& precision,
                                     const std::map<SiteId, Expr>& siteVariables,
                                     std::span<const Candidate> candidates,
                                     std::vector<SignalFacts> signalFacts = {});
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
  bool quantifiers_;  // in the constraints on the pair
};

}  // namespace barricade
