// Whether a thread that does something for its block does it alone: no other thread of the block
// can come to that place, by the conditions on the way there.
#pragma once

#include <map>
#include <memory>

#include "analysis/definitions.h"
#include "analysis/elected_regions.h"
#include "solver/smt/session.h"

namespace barricade {

class ElectedAlone {
 public:
  ElectedAlone(const Kernel& kernel, Terms& terms, const LaunchFacts& launch,
               ElectedRegions& elected);

  // Whether no other thread than the elected one comes to the block of the region.
  bool isAloneAt(unsigned block, const ElectedRegion& region);
  // Whether all who come to the region come to its block, once, and the elected thread surely does.
  bool isOnAllPaths(unsigned block, const ElectedRegion& region) const;

 private:
  std::unique_ptr<SolverSession> session() const;
  Expr conditionsTo(unsigned block, const ElectedRegion& region);
  Expr ofOther(Expr e);

  const Kernel& kernel_;
  Terms& terms_;
  const LaunchFacts& launch_;
  ElectedRegions& elected_;
  const SingleDefinitions definitions_;
  const ThreadPair pair_;  // another thread, and the elected one
  std::map<std::pair<unsigned, Performer>, bool> known_;
};

}  // namespace barricade
