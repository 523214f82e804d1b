// Who waits for his turn, and passes it on by what he reads once more: the ticket lock whose owner
// stores `serving = serving + 1`.
//
//   while (serving.load(acquire) != mine) {}      a turn: what the thread has read
//   ...                                           its section
//   serving.store(serving.load(relaxed) + 1, release);
//
// In a copy of the kernel the load before such a store gives what the variable holds into which the
// turn was read. That is what it gives in the kernel, too, where nothing else changes the element,
// and in the copy no two threads, and none twice, store the same value, and each stores a value
// after it has read, and acquired, the one before from the element, and releases it (SignalFacts:
// flag, turns). For let a store be the first, in the order in which the element changes, before
// which the load gives another value than the turn r. Until then the element has gone up one by
// one, and what the load gives was stored after r. So r + 1 was stored, by somebody whose turn was
// r, and the copy would store it twice.
#pragma once

#include <memory>
#include <vector>

#include "ir/program.h"

namespace barricade {

struct PassedTurns {
  std::unique_ptr<Procedure> kernel;  // the copy; null: there are no such loads
  std::vector<const Variable*> arrays;
};

// Calls are inlined already.
PassedTurns withPassedTurns(Program& program, const Procedure& kernel);

}  // namespace barricade
