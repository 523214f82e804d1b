// Loops whose number of iterations is not known, but shown to be small: in the launch that is given
// a search ends after a few steps. They are run iteration by iteration, to their end, so that what
// they leave behind is exact (the unwinding assertions of CBMC, Clarke et al., TACAS 2004).
#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "encoding/problem.h"
#include "verifier/portfolio.h"

namespace barricade {

// The precision with all loops as candidates, where the sizes are given, which bound them.
Precision withBoundedLoops(Precision precision, const Subject& subject);

// Whether there are such, whatever the site variables are, or the loops of which the number is
// known have few iterations together: then to run them one by one costs little.
bool haveFewIterations(Problem& problem, const std::map<SiteId, Expr>& siteVariables,
                       std::span<const Candidate> candidates, Portfolio& portfolio);

// With those of `precision.bounded` to their end that are shown to come to it, whatever the site
// variables are. Null: there are none, or it is too large to ask about.
std::unique_ptr<Execution> executeToEnd(Problem& problem, ExecutionOptions::Form form,
                                        Precision precision,
                                        const std::map<SiteId, Expr>& siteVariables,
                                        std::span<const Candidate> candidates,
                                        const std::vector<SignalFacts>& facts,
                                        Portfolio& portfolio);

}  // namespace barricade
