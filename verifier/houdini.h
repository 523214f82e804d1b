// Houdini (Flanagan, Leino 2001) over candidate loop invariants: each is assumed at its loop's
// skips under a selector, all are to be shown at loop entries and after bodies. A model that
// violates some refutes them all at once; what is left when no model is found is inductive
// together.
#pragma once

#include "verifier/portfolio.h"

namespace barricade {

// The candidates that hold. One that the solver cannot settle is dropped, which is no verdict about
// the kernel.
std::vector<Candidate> inferInvariants(Problem& problem,
                                       const std::map<SiteId, Expr>& siteVariables,
                                       const std::vector<Expr>& assumptions,
                                       const Deadline& deadline, Statistics& statistics,
                                       Budget* budget = nullptr);

}  // namespace barricade
