#include "verifier/locks_by_ticket.h"

#include <algorithm>

#include "analysis/signals.h"
#include "analysis/ticket_locks.h"
#include "verifier/verify.h"

namespace barricade {

LocksByTicket findLocksByTicket(Program& program, Procedure& procedure,
                                const VerifyOptions& options) {
  LocksByTicket found;
  if (!options.checks.races || program.mathInt || !hasSignals(procedure)) return found;
  const Kernel kernel(program, procedure, {});
  std::vector<TicketLock> locks = findTicketLocks(kernel);
  std::erase_if(locks, [&](const TicketLock& lock) {
    return !isProvenAlone(program, *withTicketObligations(program, kernel, lock), options);
  });
  if (locks.empty()) return found;
  found.kernel = withLocksOfTickets(program, kernel, locks);
  for (const TicketLock& lock : locks)
    for (const Variable* array : {lock.next, lock.serving}) {
      if (std::ranges::find(found.zeroed, array) != found.zeroed.end()) continue;
      found.zeroed.push_back(array);
      found.notes.push_back("assumes that " + array->array->sourceName +
                            " is 0 when the kernel starts");
    }
  return found;
}

}  // namespace barricade
