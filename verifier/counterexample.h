// A model of an error condition turned into something a person can read: both threads, both
// accesses with their source lines, the element in source terms, iterations and values.
#pragma once

#include "verifier/decision.h"
#include "verifier/execution.h"
#include "verifier/result.h"

namespace barricade {

// `decider`'s session holds a model of `error`; it is asked again for one with small values.
Finding makeFinding(Problem& problem, const Execution& execution, const ErrorCondition& error,
                    Decider& decider);

// The logged access of a race under the model: the last one of a conflicting kind that touched the
// element before the check. Events' index.
std::size_t loggedEvent(const Execution& execution, const ErrorCondition& error,
                        SolverSession& model);

// "tile[2][5]", "body[7] (byte 4)".
std::string elementName(const Array& array, const BigInt& offset);

}  // namespace barricade
