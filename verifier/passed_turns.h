// Turns that are passed on by what is read once more (analysis/turns.h), as far as they are proven
// to be such.
#pragma once

#include <memory>

#include "analysis/options.h"
#include "ir/program.h"

namespace barricade {

// The kernel with the turns themselves in place of what is read; null: there are none, or whether
// it is the same is not known.
std::unique_ptr<Procedure> findPassedTurns(Program& program, const Procedure& kernel,
                                           const VerifyOptions& options);

}  // namespace barricade
