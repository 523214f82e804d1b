// How many barriers a thread passes at most when each loop is run once: of two repairs of one cost
// the one with fewer is easier to follow.
#pragma once

#include "ir/program.h"

namespace barricade {

// Of a kernel without sites.
unsigned barriersOnHottestPath(const Procedure& kernel);

}  // namespace barricade
