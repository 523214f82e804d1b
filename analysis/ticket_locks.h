// Locks by ticket that are taken again and again, in a loop:
//
//   t = atomicAdd(&next[i], 1);                    // the draw
//   while (atomicAdd(&serving[i], 0) != t) {}      // the wait
//   __threadfence();
//   ...                                            // the section
//   __threadfence();
//   atomicAdd(&serving[i], 1);                     // the pass; or a store of t + 1
//
// The kernel with a lock in its place, taken by compare-and-swap and freed by an exchange, orders
// no more accesses. What has to hold for that is written as assertions into a copy of the kernel,
// about one thread: it waits at the element that belongs to the one where it drew last, until that
// holds its ticket, and no longer, and passes there, by one. That whoever passes holds the lock,
// once for each time that he took it, is asked of the lock itself (SignalFacts). Why that suffices:
//
//   Each ticket of an element is drawn once. Whoever passes has waited for his ticket, so that an
//   element of `serving` only goes up, by one, by whom it names. He alone takes it from his ticket
//   to the next; so no two are in sections of an element at once. They come in the order of their
//   tickets, each by reading what the one before has left there, or what has become of it by passes
//   of those between: a release pattern of an earlier one that is followed by its pass heads the
//   chain, or stands before the store, that is read.
//   A thread that draws again while it holds the lock waits for itself, as it does at the lock.
//
// Both arrays are the same at first, say 0 (docs/semantics.md), are so many passes from wrapping
// around that no launch comes to it, and nothing else uses them.
#pragma once

#include <memory>
#include <vector>

#include "analysis/definitions.h"
#include "analysis/kernel.h"
#include "ir/program.h"

namespace barricade {

struct TicketLock {
  struct Turn {
    StatementPlace draw;
    unsigned loop = 0;                  // that waits
    std::vector<StatementPlace> polls;  // right before that loop, and in it; of one result
  };
  const Variable* next = nullptr;  // arrays; may be one, of structs
  const Variable* serving = nullptr;
  BigInt distance = 0;  // the element of `serving` less that of `next`
  std::vector<Turn> turns;
  std::vector<StatementPlace> passes;
};

// By their form; at least one turn of each is in a loop.
std::vector<TicketLock> findTicketLocks(const Kernel& kernel);

// The copy in which what has to hold is asserted; all other assertions hold.
std::unique_ptr<Procedure> withTicketObligations(Program& program, const Kernel& kernel,
                                                 const TicketLock& lock);

// The copy with locks in their place.
std::unique_ptr<Procedure> withLocksOfTickets(Program& program, const Kernel& kernel,
                                              const std::vector<TicketLock>& locks);

}  // namespace barricade
