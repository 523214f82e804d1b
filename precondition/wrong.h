// A way in which a kernel goes wrong, read off a counterexample: for which sizes and parameters,
// and how much of it holds for all of these.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>

#include "encoding/problem.h"
#include "finding/result.h"
#include "precondition/known_facts.h"
#include "precondition/vocabulary.h"
#include "solver/index/isl.h"

namespace barricade {

// Of sizes and parameters, these with the sign that the source gives them.
using LaunchNumbers = std::map<const Variable*, BigInt>;

// A statement of the text, whatever a kernel has been transformed into for one question or another.
struct StatementKey {
  LocationId location = noLocation;
  TextPosition text;

  explicit StatementKey(const Statement& statement)
      : location(statement.location), text(statement.text) {}
  bool operator==(const StatementKey& other) const {
    return location == other.location && text.line == other.text.line &&
           text.column == other.text.column;
  }
};

struct Wrong {
  Finding finding;
  LaunchNumbers numbers;  // without parameters that it does not depend on
  isl::Set region;  // of all that go wrong in the same way; null: it is not known how to say it
  Expr outside = nullptr;  // of that
  Mode mode = Mode::Intra;
  std::optional<StatementKey> logged;   // of a race
  std::optional<StatementKey> checked;  // of a race
  std::optional<bool> runsInGroup;      // two threads of a group run these in some launch
  bool multipliesParameter = false;     // by another number that is open: its region is a piece
  bool halvesCounter = false;           // or doubles one, in some loop
  bool isFree = true;  // nothing but ids, counters and contents at the start has been chosen
};

// The terms for sizes and parameters.
std::unordered_map<Expr, const Variable*> keptTerms(const Vocabulary& vocabulary, Problem& problem,
                                                    const Execution& execution);

// All but `finding` and `outside`. The vocabulary and what is known grow by what the problem says.
Wrong wrongOf(Problem& problem, const Execution& execution, const ErrorCondition& error,
              SolverSession& model, isl_ctx* context, Vocabulary& vocabulary, KnownFacts& known);

}  // namespace barricade
