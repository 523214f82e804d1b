// All points of a kernel where a barrier might stand, before any of them is compared with another.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "instrument/control_regions.h"
#include "instrument/loop_shape.h"
#include "instrument/racing_accesses.h"
#include "instrument/site.h"

namespace barricade {

// In order of preference among interchangeable points: the position says more to a person.
enum class SiteKind {
  Existing,
  BesideExisting,
  Before,
  LoopStart,
  BeforeLoop,
  LoopEnd,
  AfterLoop,
  BeforeBranch,
  BranchStart,
  Merge
};

SitePlace placeOf(SiteKind kind);

struct CandidateSite {
  SiteKind kind = SiteKind::Before;
  Point point;
  SourceChain location;
  std::string reason;
  Arm arm = Arm::None;
  std::optional<AccessKind> access;
  // Existing, BesideExisting: the existing barrier's scope and fences.
  BarrierScope scope = BarrierScope::Block;
  bool localFence = true;
  bool globalFence = true;
  bool holdsInvariant = false;  // Existing: a barrier invariant is stated for it
  bool insideStatement = false;
};

struct Analysis {
  const Program& program;
  const Procedure& kernel;
  const ControlFlow& flow;
  const RacingAccesses& accesses;
  const ControlRegions& regions;
  std::vector<LoopShape> shapes;  // by loop
  bool warpBarriers = false;      // barriers of warps are looked at
};

// In the order of the text (reverse postorder of the blocks).
std::vector<CandidateSite> findCandidates(const Analysis& analysis);

}  // namespace barricade
