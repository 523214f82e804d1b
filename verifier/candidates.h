// Candidate loop invariants over values, to be sorted out by houdini.h. What has a closed form
// needs none; the families here are the ones that real kernels were found to need beyond those.
#pragma once

#include <vector>

#include "encoding/problem.h"

namespace barricade {

std::vector<Candidate> makeCandidates(Problem& problem);

}  // namespace barricade
