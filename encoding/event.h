// What happens to the pair of threads, in program order, and what can go wrong: what an
// execution (execution.h) leaves to the decision, to counterexamples and to clauses of a repair.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "finding/result.h"
#include "solver/smt/terms.h"

namespace barricade {

using PerThread = std::array<Expr, 2>;

struct LoopPosition {
  unsigned loop = 0;
  Expr iteration = nullptr;  // counted from 0
};

// What happens to the pair, in program order; counterexamples and clauses are scans over these.
struct Event {
  enum class Kind { Log, Check, Barrier, Skip };
  Kind kind = Kind::Log;
  const Statement* statement = nullptr;  // access, barrier
  std::size_t array = 0;                 // Log, Check
  AccessKind access = AccessKind::Read;  // Log, Check
  bool async = false;                    // Log, Check: by an asynchronous copy
  bool narrow = false;                   // Log, Check: an atomic without the other thread
  bool own = false;                      // Check: thread 1's, of its own asynchronous copies
  bool threadCopy = false;               // async: one that its thread alone waits for
  bool neverBenign = false;              // Log, Check of a write: also where an equal one meets it
  PerThread running{};                   // not paused; Skip: still in the loop after it
  PerThread offset{};                    // Log, Check: elements
  PerThread value{};                     // Log, Check: written or read, may be null
  Expr changes = nullptr;                // Log of a write: it changes the element; null: it may
  Expr enabled = nullptr;                // Barrier: its variable, or true
  bool grid = false;                     // Barrier
  Expr together = nullptr;  // Barrier of a warp or tile, accesses of a warp: both take part in one
  PerThread expects{};      // likewise: thread t's call asks for the other thread
  PerThread localFence{};   // Barrier: booleans
  PerThread globalFence{};
  PerThread excused{};              // Barrier, Skip: it has ended, and barriers go without it
  unsigned loop = 0;                // Skip
  PerThread entering{};             // Skip: in the loop before it, not paused
  Expr taken = nullptr;             // Skip: at least one iteration was skipped
  std::vector<LoopPosition> loops;  // around it, outermost first
};

// By what the logged access is, the condition that it is the one in conflict.
struct Conflict {
  AccessKind kind = AccessKind::Read;
  bool async = false;  // a copy that is still going on
  Expr condition = nullptr;
};

struct ErrorCondition {
  FindingKind kind = FindingKind::Race;
  Expr condition = nullptr;  // with the assumptions before it
  Expr own = nullptr;        // without them
  const Statement* statement = nullptr;
  LocationId location = noLocation;
  std::size_t event = 0;              // Race: of the check; else the number of events before
  std::size_t array = 0;              // Race, Bounds, ConstantWrite
  std::vector<Conflict> conflicts{};  // Race
  std::size_t since = 0;              // Race: no earlier event is in conflict
  std::vector<LoopPosition> loops{};
  PerThread running{};       // Divergence: who is at the barrier
  Expr ifEnabled = nullptr;  // Divergence: `condition` for an enabled barrier
  Expr element = nullptr;    // Bounds: the first one accessed
  std::string message{};     // assertions: the condition's text
};

}  // namespace barricade
