// From a counterexample to a clause over barrier variables that every correct placement satisfies.
//
// A race of a logged and a checked access is prevented by a barrier on the path between them that
// both threads pass. The clause holds at least the sites that could make this very execution
// impossible, so a placement with none of them still has the race: clauses are never too strong.
#pragma once

#include <set>
#include <string>

#include "verifier/execution.h"
#include "verifier/problem.h"

namespace barricade {

struct RepairClause {
  std::set<std::string> enable;   // at least one of these is enabled,
  std::set<std::string> disable;  // or at least one of these is not
  // Skipped iterations take one way through the loop. Whether all can, the model does not tell: if
  // not, one of the sites on their other ways may do as well.
  std::set<std::string> detours;
  std::set<std::string> forbidden;  // would separate the accesses, but diverge
  std::string witness;              // the race or divergence, one line
  bool operator==(const RepairClause& other) const {
    return enable == other.enable && disable == other.disable;
  }
};

// `enabled` is the placement under which `model` satisfies `error`; `illegal` are the sites that
// may never be enabled. The witness is left empty.
RepairClause clauseForRace(Problem& problem, const Execution& execution,
                           const ErrorCondition& error, SolverSession& model,
                           const std::set<std::string>& enabled,
                           const std::set<std::string>& illegal);

}  // namespace barricade
