// Races between statements of which some threads run only one: all pairs at once, from which the
// place of a barrier that parts them can be read off (repair/joint_cut.h).
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "repair/encoding.h"

namespace barricade {

// In the instrumented kernel.
struct AccessPlace {
  unsigned block = 0;
  std::size_t statement = 0;
  auto operator<=>(const AccessPlace&) const = default;
};

struct BranchRace {
  AccessPlace first, second;
  bool firstWrites = false, secondWrites = false;
  std::size_t array = 0;
  bool inArms = false;  // no thread runs both
  bool betweenBlocks = false;
};

// Those of the placement that are found at once; `questions` to the solver are counted.
std::vector<BranchRace> racesInBranches(Encoding& encoding, const Placement& placement,
                                        const Deadline& deadline, unsigned& questions);

}  // namespace barricade
