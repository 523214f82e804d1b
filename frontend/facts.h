// What Barricade understands of the declarations, beside their attributes: arrays, launch
// constants, the variables of the race instrumentation, candidates (ir/program.h, VariableRole).
#pragma once

#include "frontend/unit.h"

namespace barricade {

// Once all variables are declared.
void setVariableRoles(Unit& unit);

// The array of an axiom `{:array_info "$$name"} ...`; `place` is where to report.
void readArrayInfo(Unit& unit, const Attributes& attributes, const TextToken& place);

// Once all axioms are read: map variables without an array_info axiom, as in a program written by
// hand, become arrays by their own attributes and type.
void completeArrays(Unit& unit);

}  // namespace barricade
