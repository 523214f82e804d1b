// Inlining of calls into one procedure: every call of a procedure with a body is replaced by a
// copy of it, so that the later stages see one control-flow graph. The copies' locations get the
// call site appended to their chain. Calls of recursive procedures and of procedures without a
// body stay, to be handled by contract, as do others on request.
#pragma once

#include <functional>
#include <vector>

#include "ir/program.h"

namespace barricade {

// Replaces applications of functions with a body by the body, in all expressions of `procedure`.
// Functions that are defined by themselves stay, as functions of which nothing is known.
void expandFunctions(Program& program, Procedure& procedure);

// Turns `{:procedure_wide_invariant}` specifications into invariants at each loop head.
void spreadProcedureWideInvariants(Procedure& procedure);

// Inlines into `root`, in place; spreads procedure-wide invariants of all procedures first.
// `requires` of an inlined callee become assertions at the call
// (`{:do_not_predicate}` ones too, with the actual arguments), `ensures` assertions after it, with
// a variable for each `old(e)` that is set before the call.
// Calls of (mutually) recursive procedures stay, and of those that `keep` is true of. Returns the
// procedures with a body whose calls have stayed, in the order of the first calls.
std::vector<Procedure*> inlineCalls(Program& program, Procedure& root,
                                    const std::function<bool(const Procedure&)>& keep = nullptr);

}  // namespace barricade
