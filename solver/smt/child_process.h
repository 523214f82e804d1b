// A time limit that holds whatever a solver is doing: the question is asked in a child process that
// is killed when its time is up.
#pragma once

#include <functional>

#include "solver/smt/engine.h"

namespace barricade {

// The answer of `ask`, or Unknown when there is none within `seconds` and `cpuSeconds` of the
// child's own (0: no limit), when the child ends in another way (for lack of memory, say), or when
// there can be no child. What `ask` changes is lost with the child: a model, above all.
Answer answerWithin(double seconds, double cpuSeconds, const std::function<Answer()>& ask);

}  // namespace barricade
