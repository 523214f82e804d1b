// Which barriers every complete iteration of a loop meets, as a monotone condition over the barrier
// variables: one forward pass over the loop's blocks without back edges (meet over predecessors,
// union over barriers). Ignoring back edges of inner loops takes the path from their heads to their
// exits, which every execution of them contains.
#pragma once

#include <map>
#include <optional>

#include "encoding/pair_run.h"

namespace barricade {

class MustExecute {
 public:
  explicit MustExecute(const PairRun& run) : run_(run) {}

  // The condition that every complete iteration meets an enabled barrier that both threads of the
  // mode wait at and that ends accesses of `space` (any space when unset).
  Expr barrierIn(const Loop& loop, std::optional<AddressSpace> space);
  // That every complete iteration meets one behind all of its waits for copies, if it has any.
  Expr barrierBehindWaits(const Loop& loop, std::optional<AddressSpace> space) const;

 private:
  enum class From { Start, Wait };
  Expr barrierIn(const Loop& loop, std::optional<AddressSpace> space, From from) const;
  Expr barrierIn(const Block& block, std::optional<AddressSpace> space, From from, Expr met) const;
  Expr ends(const Call& barrier, std::optional<AddressSpace> space) const;

  const PairRun& run_;
  std::map<std::pair<unsigned, std::optional<AddressSpace>>, Expr> known_;
};

}  // namespace barricade
