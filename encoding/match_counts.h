// How many elements a thread finds in a loop that looks at one after the other:
//
//     for (j = 0; j < n; ++j)
//       if (a[j] < v || (a[j] == v && j < t)) ++rank;
//
// Where all that one thread counts another one counts as well, that one has no fewer; and it has
// more where it counts one that the first does not. So places by rank are distinct.
#pragma once

#include <map>
#include <optional>

#include "encoding/iteration.h"

namespace barricade {

struct LoopSummary;

// Of a loop that is left at its head, where its index comes to a bound, and writes nothing that it
// reads. Terms are over placeholders at its head; what arrays hold then are functions of the index.
struct MatchCounts {
  std::size_t index = 0;               // a variable that each iteration steps by one
  Expr goesOn = nullptr;               // an inequality: it is below the bound
  ReadOnlyFunctions contents;          // all that the conditions below speak of
  std::map<std::size_t, Expr> counts;  // by variable: when an iteration adds one to it
};

// `summary` is what is known of the loop otherwise.
std::optional<MatchCounts> findMatchCounts(const Kernel& kernel, Terms& terms,
                                           const LaunchFacts& launch,
                                           const ReadOnlyFunctions& readOnly,
                                           const Placeholders& placeholders,
                                           const std::vector<LoopSummary>& summaries,
                                           const Loop& loop);

}  // namespace barricade
