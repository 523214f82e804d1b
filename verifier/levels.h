// The degrees of precision at which a form of a kernel is asked, cheap ones first: the next is
// tried as long as an error remains.
#pragma once

#include <deque>

#include "analysis/options.h"
#include "encoding/problem.h"
#include "verifier/problems.h"

namespace barricade {

struct Level {
  Conflicts conflicts = Conflicts::All;
  Precision precision;
  Loops loops = Loops::NotInert;
};

std::deque<Level> refinementLevels(ExecutionOptions::Form form, const VerifyOptions& options,
                                   const Subject& subject);

}  // namespace barricade
