// A way in which a kernel goes wrong, read off a counterexample: for which sizes and parameters,
// and how much of it holds for all of these.
#pragma once

#include <map>
#include <unordered_map>

#include "encoding/problem.h"
#include "finding/result.h"
#include "precondition/known_facts.h"
#include "precondition/vocabulary.h"
#include "solver/index/isl.h"

namespace barricade {

// Of sizes and parameters, these with the sign that the source gives them.
using LaunchNumbers = std::map<const Variable*, BigInt>;

struct Wrong {
  Finding finding;
  LaunchNumbers numbers;
  isl::Set region;  // of all that go wrong in the same way; null: it is not known how to say it
  Expr outside = nullptr;  // of that
  Mode mode = Mode::Intra;
  const Statement* logged = nullptr;   // of a race
  const Statement* checked = nullptr;  // of a race
  bool isFree = true;  // nothing but ids, counters and contents at the start has been chosen
};

// The terms for sizes and parameters.
std::unordered_map<Expr, const Variable*> keptTerms(const Vocabulary& vocabulary, Problem& problem,
                                                    const Execution& execution);

// All but `finding` and `outside`. The vocabulary and what is known grow by what the problem says.
Wrong wrongOf(Problem& problem, const Execution& execution, const ErrorCondition& error,
              SolverSession& model, isl_ctx* context, Vocabulary& vocabulary, KnownFacts& known);

}  // namespace barricade
