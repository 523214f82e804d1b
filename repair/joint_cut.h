// Where the arms of a branch are cut for one barrier between their first halves and their second
// halves:
//
//     if (t < 32) { s[t] = a; x = s[t + 32]; }        if (t < 32) s[t] = a; else s[t] = a;
//     else        { s[t] = a; x = s[t - 32]; }        sync;
//                                                     if (t < 32) x = s[t + 32]; else x = s[t -
//                                                     32];
//
// A barrier between the arms would part these accesses, too, and let the first arm read what the
// second has not written yet.
#pragma once

#include <vector>

#include "instrument/site.h"
#include "ir/program.h"
#include "repair/branch_races.h"

namespace barricade {

// The best cut of a branch of the instrumented kernel in more than one arm, a place in each of
// these arms, at which there is a barrier then: one of `sites` or a new one. The branch is split at
// the first. Empty, and no change, where a cut of one arm does as well.
std::vector<Site> addJointCut(Program& program, Procedure& kernel, const std::vector<Site>& sites,
                              const std::vector<BranchRace>& races);

}  // namespace barricade
