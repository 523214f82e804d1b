// Houdini (Flanagan, Leino 2001) over candidate loop invariants: each is assumed at its loop's
// skips under a selector, all are to be shown at loop entries and after bodies. A model that
// violates some refutes them all at once; what is left when no model is found is inductive
// together.
#pragma once

#include <set>
#include <string>

#include "verifier/portfolio.h"

namespace barricade {

// Guessed candidates that have been dropped, by loop and text.
using DroppedCandidates = std::set<std::string>;

// The candidates that hold. One that the solver cannot settle is dropped, which is no verdict about
// the kernel. What is in `dropped` is not tried, and what is dropped goes there: guesses are about
// values that decide where threads go, which another subject of the same kernel and mode makes no
// more exact.
std::vector<Candidate> inferInvariants(Problem& problem,
                                       const std::map<SiteId, Expr>& siteVariables,
                                       const std::vector<Expr>& assumptions,
                                       const Deadline& deadline, Statistics& statistics,
                                       Budget* budget = nullptr,
                                       DroppedCandidates* dropped = nullptr);

}  // namespace barricade
