// Loops whose number of iterations is not known, but shown to be small: in the launch that is given
// a search ends after a few steps. They are run iteration by iteration, to their end, so that what
// they leave behind is exact (the unwinding assertions of CBMC, Clarke et al., TACAS 2004).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "encoding/problem.h"
#include "verifier/portfolio.h"

namespace barricade {

// With those of `precision.bounded` to their end that are shown to come to it. Null: there are
// none.
std::shared_ptr<Execution> executeToEnd(Problem& problem, ExecutionOptions::Form form,
                                        Precision precision, std::span<const Candidate> candidates,
                                        const std::vector<SignalFacts>& facts,
                                        Portfolio& portfolio);

}  // namespace barricade
