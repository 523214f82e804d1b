// Barrier sites: the points of a kernel where a barrier may stand, found once, before the repair.
//
//   Instrumentation found = instrument(program, kernel, options);
//   ... choose a set of found.sites[i].id ...
//   applyPlacement(kernel, chosen);
//
// A site is a point before an access of an array that can race, before a loop, at the start or the
// end of its body, before a branch, at the start of an arm or after the merge; barriers that stand
// in the kernel are sites themselves. An instrumented site is an ordinary barrier call whose
// `site` names the site's Boolean; the call is executed only if that Boolean is true. No
// branch is inserted, so that loops and regions are those of the kernel (a loop without a preheader
// or with several latches gets the one block that a site needs).
//
// Two points are interchangeable when they are executed equally often (control equivalent in the
// same loop) and no access of an array that can race lies between; of interchangeable points the
// cheapest is a site, among equals the one a person would choose. A point that separates no pair
// of conflicting accesses is none, unless what one thread does by atomic operations may be for the
// others.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "instrument/site.h"
#include "ir/program.h"

namespace barricade {

struct SiteOptions {
  bool gridBarriers = false;    // a grid-level site beside each block-level one
  bool gridAtTopLevel = false;  // but only where all threads pass once
  bool warpBarriers = false;    // likewise a warp-level one
  bool besideAtomics = false;   // also where one only parts atomic operations from other accesses
  bool inspectExisting = true;  // existing barriers become sites; else they are fixed
  double loopWeight = 10;
  double branchWeight = 1;
  double gridWeight = 12;
  double warpWeight = 0.25;  // a factor
  // How often the statement at a position runs, in place of loopWeight^depth *
  // branchWeight^conditionals. May be empty.
  std::function<std::optional<double>(const SourcePosition&)> measuredWeight;
};

struct Instrumentation {
  std::vector<Site> sites;
  const Site* find(const SiteId& id) const;
};

// Calls are inlined already (ir/inline.h) and the control flow is reducible. Declares the barrier
// procedures that the program lacks.
Instrumentation instrument(Program& program, Procedure& kernel, const SiteOptions& options);

// Makes an instrumented kernel a plain one: the calls of enabled variables become unguarded
// barriers, the others vanish.
void applyPlacement(Procedure& kernel, const Placement& enabled);

// For printing: each guarded call becomes a branch on a declared constant of its variable's name,
// so that the text means the same to every reader of the IR.
void makeGuardsExplicit(Program& program, Procedure& kernel);

struct StrippedBarrier {
  BarrierScope scope = BarrierScope::Block;
  SourceChain location;
  bool operator==(const StrippedBarrier&) const = default;
};

// Drops all barriers (and the barrier invariants that would go with them); returns what the source
// had, each place once.
std::vector<StrippedBarrier> stripBarriers(const Program& program, Procedure& kernel);

}  // namespace barricade
