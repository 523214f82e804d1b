// What a race that a run has shown says of the threads, sizes and parameters of a problem.
#pragma once

#include "analysis/options.h"
#include "encoding/problem.h"
#include "finding/result.h"

namespace barricade {

// Those of the errors that are of its array and places, with its threads.
std::vector<ErrorCondition> errorsOf(const SeenRace& race, Problem& problem,
                                     const std::vector<ErrorCondition>& errors);

// The sizes and parameters on which `condition` depends are those of the run.
Expr hasValuesOf(const SeenRace& race, Problem& problem, const Execution& execution,
                 Expr condition);

// What is known of it without a model, where `condition` stands for the questions about it.
Finding findingOf(const SeenRace& race, Problem& problem, const Execution& execution,
                  Expr condition);

}  // namespace barricade
