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
  // Whether the pair is in one warp.
  Expr sameWarp() const { return sameTile(warpSize()); }
  // The position of a thread in its warp.
  Expr lane(unsigned thread) const;
  // Whether the mask, a bit vector, names the lane of a thread.
  Expr names(Expr mask, unsigned thread) const;
  // Whether it names a lane, a bit vector.
  Expr namesLane(Expr mask, Expr lane) const;
  // Whether the mask names every lane there can be, whatever the thread.
  bool namesAll(Expr mask) const;

 private:
  Expr linearId(unsigned thread) const;
  Expr warpSize() const;
  Expr quotient(Expr value, Expr divisor) const;
  Expr remainder(Expr value, Expr divisor) const;

  const PairRun& run_;
};

}  // namespace barricade
