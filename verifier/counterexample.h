// A model of an error condition turned into something a person can read: both threads, both
// accesses with their source lines, the element in source terms, iterations and values.
#pragma once

#include <span>

#include "encoding/execution.h"
#include "finding/result.h"
#include "verifier/portfolio.h"

namespace barricade {

// What `model`, one of `error`, says.
Finding describeModel(Problem& problem, const Execution& execution, const ErrorCondition& error,
                      SolverSession& model);

struct Counterexample {
  const ErrorCondition* error = nullptr;
  Finding finding;
};

// `model` is one of the first of `errors`. `portfolio`, which gave it, is asked again for a model
// in which nothing overflows, of the first `alike` errors, which would all be reported as the same
// finding, or else of any, unless it is known whether one goes without; and for one with small
// values.
struct CounterexampleSettings {
  bool needsOverflow = false;   // it is known that none of the errors goes without
  bool hasValuesOfRun = false;  // a run has shown it with the sizes and parameters of all models
  bool isLast = false;          // no encoding that is more exact may still tell
};
Counterexample findCounterexample(Problem& problem, const Execution& execution,
                                  std::span<const ErrorCondition* const> errors, std::size_t alike,
                                  SolverSession& model, Portfolio& portfolio,
                                  const CounterexampleSettings& settings);

// `error` without an overflow in what takes part in it. Which access it is that has been logged is
// left to the model.
Expr withoutOverflow(Problem& problem, const Execution& execution, const ErrorCondition& error);

// The same of races, with their cases by what has been logged; and races as they are. Both with
// what always holds of the two indices, as numbers with rows and digits (mixed_radix.h, digits.h).
ErrorCases casesWithoutOverflow(Problem& problem, const Execution& execution,
                                const std::vector<ErrorCondition>& races);
ErrorCases casesOf(Problem& problem, const Execution& execution,
                   const std::vector<ErrorCondition>& races);

// That sizes and parameters on which `error` depends are small, and no iteration late: where that
// suffices, it is found soon, whatever products they are in.
Expr ofSmallLaunch(Problem& problem, const Execution& execution, const ErrorCondition& error);

// The logged access of a race under the model: the last one of a conflicting kind that touched the
// element before the check. Events' index.
std::size_t loggedEvent(const Execution& execution, const ErrorCondition& error,
                        SolverSession& model);

// Whether a race of the two accesses loses what one of them does: both belong to
// read-modify-writes.
bool isLostUpdate(Subject& subject, const Event& logged, const Event& checked);

// Of a parameter.
std::string sourceNameOf(const Variable& variable);

// Parameters of kernels are signed in the source unless it says otherwise; those of more than 64
// bits are structures.
std::string valueInWords(const BigInt& value, const Procedure& kernel, const Variable& parameter);

// "tile[2][5]", "body[7] (byte 4)".
std::string elementName(const Array& array, const BigInt& offset);

}  // namespace barricade
