// Locks by ticket that are taken in loops (analysis/ticket_locks.h), as far as they are proven to
// be such.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analysis/options.h"
#include "ir/program.h"

namespace barricade {

struct LocksByTicket {
  std::unique_ptr<Procedure> kernel;    // with plain locks in their place; null: none
  std::vector<const Variable*> zeroed;  // arrays that are taken to hold 0 at first
  std::vector<std::string> notes;       // what they assume
};

LocksByTicket findLocksByTicket(Program& program, Procedure& kernel, const VerifyOptions& options);

}  // namespace barricade
