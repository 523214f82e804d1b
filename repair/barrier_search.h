// The cheapest placement of barriers in one kernel whose control flow stays what it is: implicit
// hitting sets over one encoding for all placements (docs/repair.md).
#pragma once

#include <set>
#include <string>
#include <vector>

#include "analysis/options.h"
#include "instrument/instrument.h"
#include "repair/branch_races.h"
#include "repair/clause.h"
#include "repair/options.h"
#include "repair/result.h"
#include "verifier/portfolio.h"

namespace barricade {

struct SearchInput {
  Program& program;
  Procedure& kernel;
  const VerifyOptions& verifyOptions;
  const RepairOptions& options;
  const SiteOptions& siteOptions;
  const Deadline& deadline;
  bool asksAboutWarps = false;  // whether barriers of warps might do better is found out
};

// Why barriers alone cannot do it, as what another edit would have to take away; empty unless the
// kernel is unrepairable.
struct Obstacles {
  OtherCauses causes;                // of the races that no site separates
  std::vector<Site> forbiddenSites;  // would separate accesses, but some threads never
                                     // come; the most promising first
  std::vector<Site> illegal;         // of the block and the grid, that some threads never reach
  std::string clashOfArms;           // why no order of the arms of a branch is a repair
  Placement asWritten;               // the sites that hold a barrier in the kernel as written
  std::set<LocationId> writes;       // plain ones, of the races that no site separates
  std::vector<std::string> races;    // that no legal site separates, one line each
  std::vector<Site> divergent;       // those of them that some threads never reach
  // Of each race that only barriers may end and no legal site separates: the illegal ones that
  // would.
  std::vector<std::set<SiteId>> separating;
  std::vector<Site> sites;             // of the block and the grid, illegal or not
  std::vector<BranchRace> inBranches;  // where splitting a branch may help
  bool gridMayHelp = false;  // once loops of few iterations are run one by one: not looked for
};

struct SearchOutcome {
  Obstacles obstacles;
  double objective = 0;       // of the placement, when there is one
  bool warpsMayHelp = false;  // another search, with barriers of warps, may come to a cheaper one
};

// Fills `result`, whose `before` says what was found for the kernel. The kernel becomes the
// repaired one; where there is none, it stays instrumented.
SearchOutcome searchBarriers(const SearchInput& input, RepairResult& result);

}  // namespace barricade
