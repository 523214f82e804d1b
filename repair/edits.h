// From a placement to what changes in the kernel, barrier by barrier.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "instrument/instrument.h"
#include "repair/obligations.h"
#include "repair/placement.h"
#include "repair/result.h"

namespace barricade {

// Ends the reason of an edit that brings in a barrier of the grid.
constexpr std::string_view needsCooperativeLaunch = "the kernel has to be launched cooperatively";
constexpr std::string_view needsWorkGroupAny = "'work_group_any' needs OpenCL 2.0 or later";

// An edit of the barrier at a site.
RepairEdit editAt(const Site& site, RepairEdit::Action action);

// Adds the removal of barriers that were dropped before anything else.
void describeStripped(const std::vector<StrippedBarrier>& stripped, RepairResult& result);

// Adds what `placement` changes, and the barriers that it keeps. `supports` has a clause that needs
// the barrier, for those that have one; `illegal` are the sites that can hold none, `obligations`
// say what the others needed not to.
void describeEdits(const std::vector<Site>& sites, const Placement& placement,
                   const PlacementProblem::Supports& supports, const std::set<SiteId>& illegal,
                   const Obligations& obligations, RepairResult& result);

}  // namespace barricade
