// Counters of what a thread has done at primitives that work in phases (docs/ir.md,
// "Synchronisation"): groups of copies that it has committed, arrivals that it has made, phases
// that it has waited for. They are local variables of the kernel that assignments before the calls
// set, so that loops carry them like any other variable, in closed form where they can. What they
// say of two threads is the encoding's matter (encoding/phase_encoder.h).
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

// What has phases: the two halves of a barrier, a named barrier, a barrier object, or a ring of
// `stages` objects that take turns. A thread's arrivals are numbered from 0, over all objects of a
// ring. Number n is for phase n / stages of object n % stages, counted from `number`.
struct Channel {
  enum class Kind { Halves, Named, Objects };
  Kind kind = Kind::Halves;
  Scope scope = Scope::Block;       // Halves
  const Variable* array = nullptr;  // Objects
  BigInt number = 0;                // Named: the id; Objects: the first one's offset
  bool single = false;              // Objects: calls name it by a literal offset
  unsigned stages = 1;              // Objects; 0: their number is unknown

  const Variable* arrived = nullptr;  // arrivals of the thread
  const Variable* waited = nullptr;   // arrivals with numbers below are known to be made by all
  const Variable* knew = nullptr;     // Named: what `waited` was before the last call
  // Objects: waits of the thread; whether the last call kept to the turn: the n-th wait (or
  // arrival) is for object n % stages, and the phases waited for are n / stages, or all one less (a
  // wait for "the phase before the first" passes at once).
  const Variable* waits = nullptr;
  const Variable* behind = nullptr;
  const Variable* inTurn = nullptr;
  // Objects that copies come to: the number of the arrival whose phase the thread has announced
  // bytes for, how many of them no copy has brought yet, and whether the last copy's were
  // announced.
  const Variable* announced = nullptr;
  const Variable* bytes = nullptr;
  const Variable* enough = nullptr;

  bool ordersLocal = true;  // all its calls order that memory
  bool ordersGlobal = true;

  bool mayBe(const Expr& offset) const;  // Objects: one of them
  std::string name() const;              // for messages
};

struct Counters {
  std::array<std::optional<CopyCounters>, 2> copies;  // plain ones, bulk ones
  std::vector<Channel> channels;

  bool haveCopies() const;
  // The one that the call is about; nothing: it is no call of this kind.
  std::optional<std::size_t> channelOf(const Procedure& procedure, const Call& call) const;
};

// Adds the counters that the primitives of `procedure` need, and what sets them. Does nothing when
// that has been done.
void addCounters(Program& program, Procedure& procedure);

// Inserts a call before a statement, with what sets its counters; to a procedure that has been
// through that.
void insertCounted(Program& program, Procedure& procedure, Block& block, std::size_t index,
                   const Statement& call);

// Those of a procedure that has them.
Counters findCounters(const Procedure& procedure);

bool isCounter(const Variable& variable);
bool onlyGrows(const Variable& counter);

}  // namespace barricade
