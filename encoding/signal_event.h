// What the pair of threads does that may order accesses by other means than barriers of both:
// atomic operations, fences, and the barriers by which a block hands on what one of its threads has
// done. A list of these is what ordering.h looks at.
#pragma once

#include <string>
#include <vector>

#include "analysis/elected.h"
#include "analysis/signals.h"
#include "encoding/event.h"

namespace barricade {

struct SignalEvent {
  enum class Kind {
    Atomic,
    Store,  // a plain write of an array with atomic operations
    Fence,
    Barrier,  // of a block
    Skip,     // skipped iterations of a loop
  };
  Kind kind = Kind::Atomic;
  const Statement* statement = nullptr;
  Performer performer = Performer::Own;
  Expr assumption = nullptr;  // what is assumed up to here
  PerThread running{};        // Skip: who was in the loop, and at least one iteration was skipped
  // Thread 1's access that is followed has happened: before this event, and with it.
  Expr loggedBefore = nullptr;
  Expr logged = nullptr;
  // The pair's events before this one, and with those that it makes itself.
  std::size_t eventsBefore = 0;
  std::size_t events = 0;

  // Atomic, Store
  std::size_t array = 0;
  AtomicMeaning meaning{};
  PerThread offset{};
  PerThread result{};
  PerThread written{};   // may be null
  PerThread succeeds{};  // `written` is stored
  PerThread bound{};     // of a count that wraps around; null: of none
  // Atomic, Fence
  bool narrow = false;  // its scope leaves the other thread out
  MemoryOrder order = MemoryOrder::Relaxed;
  // Fence, Barrier: which memory it orders
  PerThread local{};
  PerThread global{};
  bool ofAll = false;  // Fence: all threads of the block come to it, or none
  unsigned loop = 0;   // Skip
};

// What is known of all threads' use of one array (signal_facts.h in verifier/).
struct SignalFacts {
  // Counter: all operations that change it add the same positive number, and the element is 0 at
  // first, so that results are distinct, and below `step` times the number of operations on one
  // element. These are, for each block that differs only in `blockDimensions` from another one that
  // uses the element, `blockSites` for the block and `threadSites` for each of its threads.
  bool counter = false;
  BigInt step = 1;
  std::array<bool, 3> blockDimensions{};
  unsigned blockSites = 0;
  unsigned threadSites = 0;
  // Flag: no two threads store the same value other than 0 in one element, none stores it twice.
  bool flag = false;
  // What an element can hold, where all that is ever stored is a literal; null: anything.
  std::optional<std::vector<BigInt>> values;
  // Lock: who frees an element has taken it.
  bool lock = false;
  std::string notCounter, notFlag, notLock;  // why not
};

}  // namespace barricade
