// A model of an error condition turned into something a person can read: both threads, both
// accesses with their source lines, the element in source terms, iterations and values.
#pragma once

#include "encoding/execution.h"
#include "finding/result.h"
#include "verifier/portfolio.h"

namespace barricade {

// What `model`, one of `error`, says.
Finding describeModel(Problem& problem, const Execution& execution, const ErrorCondition& error,
                      SolverSession& model);

// `model` is one of the first of `errors`, which would all be reported as the same finding;
// `portfolio`, which gave it, is asked again for a model of any of them in which nothing overflows,
// and for one with small values.
Finding makeFinding(Problem& problem, const Execution& execution,
                    const std::vector<const ErrorCondition*>& errors, SolverSession& model,
                    Portfolio& portfolio);

// The logged access of a race under the model: the last one of a conflicting kind that touched the
// element before the check. Events' index.
std::size_t loggedEvent(const Execution& execution, const ErrorCondition& error,
                        SolverSession& model);

// "tile[2][5]", "body[7] (byte 4)".
std::string elementName(const Array& array, const BigInt& offset);

}  // namespace barricade
