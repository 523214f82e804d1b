// Accesses whose address must be a multiple of something, as assertions that come with the program:
//   {:alignment n}               of the place within the array, which begins at a multiple of n;
//   {:alignment n} {:declared s} the array `s` is declared so that it need not begin at one.
#pragma once

#include <string>

#include "analysis/checks.h"
#include "ir/program.h"

namespace barricade {

// Leaves out of `procedure` the assertions that are not asked for. Where the depth is Shown, there
// remain those of the place within the array that neither parameters nor data reach.
void keepAlignmentChecks(Procedure& procedure, CheckDepth depth);

// What such an assertion says is wrong where it fails.
std::string misalignmentOf(const Statement& assertion);

}  // namespace barricade
