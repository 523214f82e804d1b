// How a kernel uses the arrays whose elements threads signal each other with: which atomic
// operations there are, and what else changes the elements. Threads can order each other by them
// where fences stand beside them or they have an order of their own (docs/ir.md, "Fences and atomic
// operations").
#pragma once

#include <string>
#include <vector>

#include "analysis/atomic_meaning.h"
#include "analysis/kernel.h"

namespace barricade {

struct SignalSite {
  const Statement* statement = nullptr;
  AtomicMeaning meaning;
  bool inLoop = false;
  // It releases all that its thread has done before, for that scope: by its order, or by a fence
  // right before it.
  std::optional<Scope> releases;
};

struct SignalArray {
  std::vector<SignalSite> sites;         // atomic operations
  std::vector<const Statement*> stores;  // plain writes of an element
  bool storesComeFirst = false;          // a barrier of all stands between them and the operations
  // Stores of 0, plain or atomic, before a barrier that all other uses come after.
  std::vector<const Statement*> openings;
  const Statement* unknown = nullptr;  // changes it so that its values are not followed
  bool hasKnownStart = false;          // a precondition speaks of it
  std::optional<BigInt> freeValue;     // what an open lock holds, if it may be one

  // Whether the operation tries to take a lock, or gives it back.
  bool takes(const AtomicMeaning& meaning) const;
  bool frees(const AtomicMeaning& meaning) const;
};

// By array; without what elected threads repeat (analysis/elected.h).
std::vector<SignalArray> findSignals(const Kernel& kernel);

// Whether it is an atomic operation or a fence: what others have done may be visible after it.
bool isSignal(const Call& call);

// Whether threads of the kernel can order each other by other means than barriers.
bool hasSignals(const Procedure& procedure);

// Why it is not known that threads order each other only where they come together, at whole
// barriers and exchanges; empty where it is.
std::string orderBeyondBarriers(const Procedure& procedure);

}  // namespace barricade
