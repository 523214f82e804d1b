// Where a kernel elects a thread of a block, or a lane of a warp, to do something for all of it
// (analysis/elected.h), and what is known of the elected one there.
#pragma once

#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "analysis/elected.h"
#include "analysis/uniformity.h"
#include "analysis/warp_convergence.h"

namespace barricade {

struct ElectedRegion {
  unsigned branch = 0;  // the block that decides
  unsigned first = 0;   // the successor that the elected thread goes to
  unsigned exit = 0;    // where it comes out
  std::vector<unsigned> blocks;
  Expr guard = nullptr;  // of the elected thread
  Performer performer = Performer::First;
  Variable* comesThrough = nullptr;
};

// Finds the regions, and tells expressions of the elected ones; most of its many methods are
// conditions on a region.
class ElectedRegions {
 public:
  // `warps`: lanes are elected for their warps, where these lanes come together; null: threads for
  // their blocks.
  ElectedRegions(const Kernel& kernel, Terms& terms, const LaunchFacts& launch,
                 const WarpConvergence* warps);

  std::vector<ElectedRegion> find();
  // Whether all for whom a thread is elected come to a block, or none; and hold one value.
  bool areTogether(unsigned block) const;
  bool haveOne(const Variable* local) const;
  // Whether the elected thread may stay in the region: it repeats operations there that others see,
  // or waits for others.
  bool mayStay(const ElectedRegion& region) const;
  // `e` for the thread that is elected; null where it depends on what is not known of it.
  Expr forThread(Expr e, Performer performer) { return forThread(e, performer, false); }
  Expr idOf(Performer performer, unsigned dimension, Type type);
  unsigned chosen() const { return chosen_; }  // chosenThread of a copy

 private:
  void findDefinitions();
  unsigned findChosen() const;
  bool isOfThread(Expr e) const;
  Expr forThread(Expr e, Performer performer, bool ofDefinition);
  Expr computeForThread(Expr e, Performer performer, bool ofDefinition);
  std::optional<unsigned> laneOf(Expr e, const std::vector<Expr>& args);
  BigInt warpSize() const;
  Expr idOfLane(Performer performer, unsigned dimension, Type type);
  std::optional<ElectedRegion> regionOf(unsigned branch, std::size_t successor);
  bool findExtent(ElectedRegion& region) const;
  std::vector<Performer> performers() const;
  std::size_t atomicsOf(const ElectedRegion& region, Performer performer);
  bool mayComeTo(unsigned block, const ElectedRegion& region, Performer performer);

  const WarpConvergence* warps_;
  const Kernel& kernel_;
  Terms& terms_;
  const LaunchFacts& launch_;
  const Uniformity uniformity_;
  std::unordered_map<const Variable*, Expr> definitions_;
  std::map<std::tuple<Expr, Performer, bool>, Expr> ofThreads_;  // forThread
  unsigned chosen_ = 0;
};

}  // namespace barricade
