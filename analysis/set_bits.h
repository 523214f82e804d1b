// Numbers of set bits, by which warps share out places from a vote.
#pragma once

#include <set>

#include "ir/program.h"

namespace barricade {

// Whether it is the number of bits set in its argument.
bool isPopulationCount(Expr e);

// What is less by such a number, or by what is computed from one in variables: places of those that
// have not voted, as a rule.
struct PopulationCountSubtractions {
  bool any = false;
  std::set<BigInt> from;  // literals, as the lanes of a tile
};
PopulationCountSubtractions populationCountSubtractions(const Procedure& procedure);

}  // namespace barricade
