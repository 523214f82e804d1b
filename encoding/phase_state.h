// What an execution remembers of primitives that work in phases (phase_order.h, phase_checks.h).
#pragma once

#include <optional>
#include <vector>

#include "encoding/event.h"

namespace barricade {

// By channel (analysis/counters.h): a thread's counters at some moment.
struct Stamp {
  std::vector<Expr> arrived, waited;
};

// A call that waits, with the counters of both threads there; `waited` of the channel tells how
// many arrivals of each participant the call waits for.
struct WaitRecord {
  const Statement* statement = nullptr;
  std::size_t channel = 0;
  PerThread running{};
  std::array<Stamp, 2> stamps;
  std::vector<LoopPosition> loops;
};

// A call that arrives, with the counters before it.
struct ArrivalRecord {
  const Statement* statement = nullptr;
  std::size_t channel = 0;
  PerThread running{};
  std::array<Stamp, 2> stamps;
  bool waits = false;           // it is a wait as well, or one comes next
  bool announces = false;       // only bytes, for the phase of the arrival that comes next
  std::size_t waitRecords = 0;  // those of before, in the order of the program
  std::vector<LoopPosition> loops;
};

}  // namespace barricade
