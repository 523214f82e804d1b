// Reads of shared memory inside branch conditions and call arguments, which hand-written IR may
// have, become assignments to temporaries in front, so that every read is a statement that is
// logged and checked.
#pragma once

#include "ir/program.h"

namespace barricade {

void hoistReads(Program& program, Procedure& procedure);

}  // namespace barricade
