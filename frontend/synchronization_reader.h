// Which primitive of synchronisation a procedure is (docs/ir.md, "Synchronisation"): its
// attributes against the table of ir/synchronization.h, its parameters against the row's shape.
#pragma once

#include <optional>

#include "frontend/unit.h"

namespace barricade {

// Nothing when no attribute of the procedure asks for one, or when what they say is an error,
// which is reported at `name`.
std::optional<Synchronization> readSynchronization(Unit& unit, const Procedure& procedure,
                                                   const TextToken& name);

// Whether what a call of a primitive gives for an array is one; reported at `name`.
bool checkArrays(Unit& unit, const Call& call, const TextToken& name);

// {:exited_threads}, of a kernel.
void readExitedThreads(Unit& unit, Procedure& procedure, const TextToken& name);

// {:order} and {:scope} of an atomic operation's call.
void readOrderAndScope(Unit& unit, const Attributes& attributes, const TextToken& place,
                       AtomicInfo& atomic);

}  // namespace barricade
