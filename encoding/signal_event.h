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
  PerThread expected{};  // of a compare-and-swap
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

inline bool isRead(const SignalEvent& event) {
  return event.kind == SignalEvent::Kind::Atomic && event.meaning.reads();
}

inline bool isWrite(const SignalEvent& event) {
  return event.kind == SignalEvent::Kind::Atomic && event.meaning.writes();
}

inline bool isCount(const SignalEvent& event) {
  return event.kind == SignalEvent::Kind::Atomic &&
         event.meaning.kind == AtomicMeaning::Kind::Count;
}

// One statement in two copies of the kernel.
inline bool isSameStatement(const Statement& a, const Statement& b) {
  return a.text.line == b.text.line && a.text.column == b.text.column && a.location == b.location;
}

// Where a counter is counted up: by one thread of a block, or by all.
struct CountingSite {
  const Statement* statement = nullptr;
  bool oncePerBlock = false;
  // Who counts at a later site has seen that all have counted up to here. So their results are
  // smaller.
  bool endsPhase = false;
  // Nobody counts before it is his turn: no two have read the same before they count. So each gets
  // what he has read.
  bool inTurn = false;
};

// What is known of all threads' use of one array (signal_facts.h in verifier/).
struct SignalFacts {
  // Counter: all operations that change it add the same positive number, and the element is 0 at
  // first, so that results are distinct, and below `step` times the number of operations on one
  // element. These are one at each site for each block, or each of its threads, that differs only
  // in `blockDimensions` from another one that uses the element.
  bool counter = false;
  BigInt step = 1;
  std::array<bool, 3> blockDimensions{};
  std::vector<CountingSite> sites;  // in the order of the text
  // Flag: no two threads store the same value other than 0 in one element.
  bool flag = false;
  // A flag in turns: who stores a value has read, and acquired, the one before, and releases that;
  // none stores it twice.
  // So who reads a value comes after all who have stored lesser ones.
  bool turns = false;
  // A rising flag: one thread stores in an element, each time a greater number than before, with a
  // sign or without, always in the same way. So who reads a number comes after all that has been
  // stored there up to it.
  bool risesSigned = false, risesUnsigned = false;
  bool rises() const { return risesSigned || risesUnsigned; }
  // What an element can hold, where all that is ever stored is a literal; null: anything.
  std::optional<std::vector<BigInt>> values;
  // Lock: who frees an element has taken it.
  bool lock = false;
  // Baton: who stores has read the element before, with nothing of its own between, has acquired
  // what it read, and releases; and no two threads store after they have read the same value. So
  // each store comes after a read of the one before, and nobody else stores between these two.
  bool baton = false;
  std::string notCounter, notFlag, notLock;  // why not
};

}  // namespace barricade
