// A time limit that holds whatever a solver is doing: the question is asked in a child process that
// is killed when its time is up.
#pragma once

#include <functional>

#include "solver/engine.h"

namespace barricade {

// The answer of `ask`, or Unknown when there is none within `seconds`, when the child ends in
// another way (for lack of memory, say), or when there can be no child. What `ask` changes is lost
// with the child: a model, above all.
Answer answerWithin(double seconds, const std::function<Answer()>& ask);

}  // namespace barricade
