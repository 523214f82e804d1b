// Counters of what a thread has done at primitives that work in phases (docs/ir.md,
// "Synchronisation"): groups of copies that it has committed, arrivals that it has made, phases
// that it has waited for. They are local variables of the kernel that assignments before the calls
// set, so that loops carry them like any other variable, in closed form where they can. What they
// say of two threads is the encoding's matter.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "ir/program.h"

namespace barricade {

// Of one series of groups of asynchronous copies. Groups are numbered from 0; a copy belongs to the
// group whose number is `committed` when it starts.
struct CopyCounters {
  const Variable* committed = nullptr;
  // Set by a wait: all groups below have ended, or have at least read their sources.
  const Variable* ended = nullptr;
  const Variable* haveRead = nullptr;
};

// What has phases: the two halves of a barrier.
struct Channel {
  Scope scope = Scope::Block;
  const Variable* arrived = nullptr;  // arrivals of the thread
  const Variable* waited = nullptr;   // phases that it knows to be complete
  bool ordersLocal = true;            // all its calls order that memory
  bool ordersGlobal = true;
};

struct Counters {
  std::array<std::optional<CopyCounters>, 2> copies;  // plain ones, bulk ones
  std::vector<Channel> channels;

  bool haveCopies() const { return copies[0] || copies[1]; }
  // The one that the call speaks of.
  std::size_t channelOf(const Call& call) const;
};

// Adds the counters that the primitives of `procedure` need, and what sets them. Does nothing when
// that has been done.
void addCounters(Program& program, Procedure& procedure);

// Those of a procedure that has them.
Counters findCounters(const Procedure& procedure);

bool isCounter(const Variable& variable);
bool onlyGrows(const Variable& counter);

}  // namespace barricade
