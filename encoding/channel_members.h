// Who arrives at a named barrier or barrier object, and whether these are as many as it waits for.
//
// Every thread of a block is tried by itself: where its ids contradict the path condition of each
// arrival it never comes, else it may. When those who may come are exactly as many as a phase waits
// for, all of them are needed in each phase, as nobody counts twice in one (phase_checks.h). Else
// the channel is not followed: it orders nothing, and says so. With a lane that arrives for its
// warp (analysis/delegated_arrivals.h) all lanes of it take part. Which lane `elect.sync` chooses
// is not known: each is tried.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/kernel.h"
#include "encoding/event.h"

namespace barricade {

struct Subject;

// Where a single thread arrives, and what the phase waits for; null: the call says nothing of it.
struct ChannelCall {
  std::size_t channel = 0;
  Expr path = nullptr;
  Expr weight = nullptr;    // what an arrival counts for
  Expr expected = nullptr;  // arrivals of a phase
  bool waits = false;       // the arrival is a wait as well
  Expr begins = nullptr;    // the object that an `init` is of
  Expr elects = nullptr;    // whether the thread makes the arrival that its warp counts
};

// The threads with linear ids first, first + step, ... below end.
struct ThreadRange {
  unsigned first = 0, end = 0, step = 1;
};

// Who takes part in each phase of a channel.
struct ChannelMembers {
  std::string problem = "unknown";  // why it is not followed; empty: it is
  std::vector<ThreadRange> ranges{};
  Expr elected = nullptr;  // of each warp the lane of that number alone; null: all of them
  unsigned count = 0;
  // In each phase some arrive without waiting for it: those that do never wait.
  bool someOnlyArrive = false;
  // A phase waits for more arrivals than threads come to it, each of them once: who waits does not
  // get past.
  bool neverComplete = false;
};

std::vector<ChannelMembers> findChannelMembers(Subject& subject);

}  // namespace barricade
