// Which threads of a block come together at a primitive that is not for all of them: those of a
// warp, of a tile, or of the lanes that a mask names (docs/ir.md, "Synchronisation").
#pragma once

#include "encoding/pair_run.h"

namespace barricade {

class Participation {
 public:
  explicit Participation(const PairRun& run) : run_(run) {}

  // Whether the pair is in one tile of `size` consecutive threads of one block.
  Expr sameTile(Expr size) const;
  // Whether the pair is in one instance of that scope: block, cluster or grid.
  Expr within(Scope scope) const;
  // Whether the linear id of a thread is in the range.
  Expr inRange(unsigned thread, const ThreadRange& range) const;
  // Whether the pair is in one warp.
  Expr sameWarp() const { return sameTile(warpSize()); }
  // The position of a thread in its warp.
  Expr lane(unsigned thread) const;
  // Whether a bit vector is that.
  Expr isLane(unsigned thread, Expr number) const;
  // Whether the mask, a bit vector, names the lane of a thread.
  Expr names(Expr mask, unsigned thread) const;
  // Whether it names a lane, a bit vector.
  Expr namesLane(Expr mask, Expr lane) const;
  // Whether the mask names every lane there can be, whatever the thread.
  bool namesAll(Expr mask) const;
  Expr warpSize() const;

 private:
  Expr linearId(unsigned thread) const;
  Expr quotient(Expr value, Expr divisor) const;
  Expr remainder(Expr value, Expr divisor) const;

  const PairRun& run_;
};

// Whether the groups of a pair are of one cluster; where its size is not known
// they may be.
Expr sameCluster(Terms& terms, const Kernel& kernel, const LaunchFacts& launch,
                 const ThreadPair& pair);

}  // namespace barricade
