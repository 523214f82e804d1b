// Houdini (Flanagan, Leino 2001) over candidate loop invariants: each is assumed at its loop's
// jumps under a selector, all are to be shown at loop entries and behind bodies. A model that
// violates some refutes them all at once; what is left when no model is found is inductive
// together.
#pragma once

#include "verifier/decision.h"

namespace barricade {

// Marks the refuted candidates of `problem` as not alive. A candidate that the solver cannot settle
// is dropped, which is no verdict about the kernel.
void inferInvariants(Problem& problem, const std::map<std::string, Expr>& barrierVariables,
                     const std::vector<Expr>& assumptions, const Deadline& deadline,
                     Statistics& statistics);

}  // namespace barricade
