// What parameters, elements of arrays or calls have a say in: a cheap answer, from the text, where
// a whole kernel is not at hand (analysis/launch_only.h).
#pragma once

#include <unordered_set>

#include "ir/program.h"

namespace barricade {

// The variables that hold what parameters, elements of arrays or calls give, by way of assignments.
std::unordered_set<const Variable*> findOpenVariables(const Procedure& procedure);

// Whether such a value is part of an expression.
bool isOpen(Expr e, const std::unordered_set<const Variable*>& open);

}  // namespace barricade
