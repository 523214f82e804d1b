// Numbers of set bits, by which warps share out places from a vote.
#pragma once

#include "ir/program.h"

namespace barricade {

// Whether it is the number of bits set in its argument.
bool isPopulationCount(Expr e);

// Whether something is less by such a number, or by what is computed from one in variables: places
// of those that have not voted, as a rule.
bool subtractsPopulationCount(const Procedure& procedure);

}  // namespace barricade
