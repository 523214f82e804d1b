// One iteration of a loop by one generic thread, from arbitrary values at the loop's head: what a
// summary of the loop is made of (loop_summary.h). Only values are followed. Written arrays hold
// anything, and barriers, assumptions and assertions change nothing, so the result is exact
// whatever the barriers do.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "analysis/fixed_parameters.h"
#include "analysis/kernel.h"
#include "analysis/launch.h"
#include "solver/smt/terms.h"

namespace barricade {

// The functions that stand for arrays that nobody writes: global and constant ones.
using ReadOnlyFunctions = std::map<const Variable*, const Function*>;

// What one thread's placeholders stand for: symbols for the value of each variable at the head,
// literals for parameters that are fixed; null for variables that do not matter.
struct Placeholders {
  std::vector<Expr> variables;
};

Placeholders makePlaceholders(const Kernel& kernel, Terms& terms, const FixedParameters& fixed);

// A loop inside the iteration: what its variables are before and after it. Those after it are
// symbols; null for variables that it leaves alone.
struct InnerRun {
  unsigned loop = 0;
  Expr path = nullptr;  // the condition that it is come to
  std::vector<Expr> entry;
  std::vector<Expr> exit;
};

// A store to a private array whose contents matter; null for a value that does not.
struct ArrayStore {
  std::size_t array = 0;
  Expr condition = nullptr;
  Expr index = nullptr;
  Expr value = nullptr;
};

// An atomic operation. What it gives, and what it is done to and with, over placeholders.
struct Draw {
  const Statement* statement = nullptr;
  Expr result = nullptr;  // a fresh symbol
  Expr element = nullptr;
  Expr operand = nullptr;  // the last one; null: none
};

struct Iteration {
  Expr begins = nullptr;    // the condition that the loop is not left at its head
  Expr complete = nullptr;  // the condition that the iteration ends at the head again
  std::vector<Expr> after;  // the variables' values then; null for those that do not matter
  std::vector<InnerRun> inner;
  std::vector<ArrayStore> stores;   // in their order
  std::set<std::size_t> disturbed;  // private arrays that are changed otherwise
  std::vector<Draw> draws;          // but for those of inner loops
};

struct LoopSummary;

// `summaries` has those of the loops inside. All over placeholders. Values that do not come from
// these alone are fresh.
Iteration runIteration(const Kernel& kernel, Terms& terms, const LaunchFacts& launch,
                       const ReadOnlyFunctions& readOnly, const Placeholders& placeholders,
                       const std::vector<LoopSummary>& summaries, unsigned loop);

}  // namespace barricade
