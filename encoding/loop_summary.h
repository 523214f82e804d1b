// What one iteration of a loop does to one thread, whatever the barriers do: which variables have
// a closed form over the iteration counter, and which conditions held in every complete iteration.
// These are the exact invariants, found without guessing; all others are candidates (houdini.h).
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "encoding/drawn_values.h"
#include "encoding/iteration.h"
#include "encoding/match_counts.h"
#include "encoding/rings.h"

namespace barricade {

// Iteration counters are so wide, in bits, that no loop of a terminating kernel wraps them around.
constexpr unsigned iterationCounterWidth = 64;

// A variable's value after n complete iterations as a function of its initial value.
struct ClosedForm {
  enum class Kind { Affine, ShiftLeft, ShiftRight, ArithmeticShiftRight, SignedHalving, Periodic };
  Kind kind = Kind::Affine;
  Expr step = nullptr;      // Affine: over placeholders of variables that the loop leaves alone
  unsigned amount = 0;      // the shifts: bits an iteration
  std::vector<Expr> cycle;  // Periodic: the values after 0, 1, ... iterations, over placeholders of
                            // values at the loop's entry; then these again,
  std::size_t beforeCycle = 0;  // but for so many of the first
};

// An inner loop that runs ahead of the outer one, as far as its bounds let it (run_ahead.h). The
// bounds are terms over placeholders at the outer loop's head.
struct RunAhead {
  unsigned inner = 0;
  std::size_t variable = 0;  // what it steps by one, in the outer loop
  bool isSigned = false;
  std::vector<Expr> still;                                 // bounds that stay
  std::optional<std::pair<std::size_t, BigInt>> moving{};  // one that is so far above a variable
                                                           // that the outer loop steps by one
  // Variables of the outer loop that the inner one alone changes, as its own ones of that number.
  std::map<std::size_t, std::size_t> carried{};
  // What the outer iteration takes for its values after the inner loop.
  std::map<const Variable*, std::size_t> exits{};
};

// A variable of which no more is known than that an iteration makes of it what depends on itself
// and on what the loop leaves alone: threads that begin alike go on alike.
struct IteratedValue {
  const Function* function = nullptr;  // of the values at the loop's entry and of the iterations
  std::vector<Expr> dependsOn;         // placeholders, and constants of the launch
};

struct LoopSummary {
  std::map<std::size_t, ClosedForm> closed;  // by variable
  // By variable without a closed form, where lanes meet that a mask names, as those do that a match
  // has found: `for (rest = peers; rest != 0; rest &= rest - 1) __shfl_sync(peers, ..)`.
  std::map<std::size_t, IteratedValue> iterated;
  std::vector<Expr> iteratedFacts;    // facts (below) over those as well
  std::map<std::size_t, Ring> rings;  // by variable without a closed form
  std::optional<RunAhead> ahead;      // of an inner loop
  std::optional<MatchCounts> matches;
  // What each iteration stores in private arrays, by array, in its order: all that changes them.
  // Index and condition are known of each iteration; null: a value that is not.
  std::map<std::size_t, std::vector<ArrayStore>> fills;
  std::vector<Expr> facts;    // held in every complete iteration, over placeholders at its head
  bool factsSuffice = false;  // an iteration in which they hold is complete
  // Comparisons in the loop of a variable at the head with a term that the loop leaves alone, or of
  // a sum of it with a literal: they suggest bounds.
  struct Comparison {
    std::size_t variable;
    Expr bound;
    bool isSigned;
  };
  std::vector<Comparison> comparisons;
  // What the variable becomes in one iteration, over placeholders.
  std::map<std::size_t, Expr> next;
  std::map<std::size_t, DrawnValue> drawn;  // by variable
};

// A comparison of bit vectors as a fact states it: a < b, or a <= b as the negation of b < a.
struct Inequality {
  Expr lesser = nullptr;
  Expr greater = nullptr;
  bool strict = true;
  bool isSigned = false;
};
std::optional<Inequality> inequalityOf(Expr fact);

// A condition that holds where `next` is anything else than the value at the head.
Expr changesWhen(Terms& terms, Expr next, Expr head);

// By loop.
std::vector<LoopSummary> summarizeLoops(const Kernel& kernel, Terms& terms,
                                        const LaunchFacts& launch,
                                        const ReadOnlyFunctions& readOnly,
                                        const Placeholders& placeholders);

// The form of a variable that starts, like those it depends on, with a literal, when their values
// soon repeat: rings of buffers, r = (r + 1) % 3, counters that saturate. `initial` are the values
// at the loop's entry.
std::optional<ClosedForm> literalOrbit(Terms& terms, const LoopSummary& summary,
                                       const Placeholders& placeholders,
                                       const std::vector<Expr>& initial, std::size_t variable);

}  // namespace barricade
