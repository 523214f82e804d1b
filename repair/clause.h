// From a counterexample to a clause over barrier variables that every correct placement satisfies.
//
// A race of a logged and a checked access is prevented by a barrier on the path between them that
// both threads pass. The clause holds at least the sites that could make this very execution
// impossible, so a placement with none of them still has the race: clauses are never too strong.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "encoding/execution.h"
#include "encoding/problem.h"
#include "instrument/site.h"

namespace barricade {

// What about a race another edit than a barrier could take away, as places in the kernel.
struct OtherCauses {
  std::set<LocationId> lostUpdates;    // the writes of read-modify-writes that meet
  std::set<LocationId> narrowAtomics;  // atomic operations whose scope leaves a thread out
  std::set<LocationId> stores;         // plain writes that meet
  // Two accesses in different arms of a branch, in the order of the text.
  std::set<std::pair<LocationId, LocationId>> arms;
  std::set<LocationId> besideCopies;  // accesses that meet an asynchronous copy under way
  bool betweenBlocks = false;
  bool ofCopies = false;  // one of the accesses is an asynchronous copy under way

  void add(const OtherCauses& other);
  bool operator==(const OtherCauses&) const = default;
};

struct RepairClause {
  std::set<SiteId> enable;   // at least one of these is enabled,
  std::set<SiteId> disable;  // or at least one of these is not
  // Skipped iterations take one path through the loop. Whether all can, the model does not tell:
  // if not, one of the sites on their alternative paths may do as well.
  std::set<SiteId> alternatives;
  std::set<SiteId> forbidden;  // would separate the accesses, but diverge
  std::set<SiteId> inOneArm;   // likewise, were the branch that only one thread takes split there
  OtherCauses causes;
  std::set<LocationId> writes;  // the plain ones of the two accesses
  bool inOneWarp = false;       // the threads are, so that a barrier of the warp may do
  std::string witness;          // the race or divergence, one line
  bool operator==(const RepairClause& other) const {
    return enable == other.enable && disable == other.disable && causes == other.causes;
  }
};

// `enabled` is the placement under which `model` satisfies `error`; `illegal` are the sites that
// may never be enabled. The witness is left empty.
RepairClause clauseForRace(Problem& problem, const Execution& execution,
                           const ErrorCondition& error, SolverSession& model,
                           const Placement& enabled, const std::set<SiteId>& illegal);

}  // namespace barricade
