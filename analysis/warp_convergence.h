// Which blocks the lanes of a warp come to together: each lane that the launch has comes to one of
// them as often as the others do, and none has ended before. The lanes decide alike at each branch
// on the way.
//
// As uniformity.h does it for blocks, with one thing more: a value may differ by its lane only,
//
//     value = factor * lane + what the lanes have in common,
//
// so that the differences in `i - lane < n` cancel out, where i began as the thread's id and goes
// on in equal steps. Votes of all lanes give them one value, and so does a shuffle from one lane,
// and an element of shared memory that is written in other barrier intervals.
#pragma once

#include <optional>
#include <vector>

#include "analysis/barrier_intervals.h"
#include "analysis/kernel.h"
#include "analysis/launch.h"

namespace barricade {

unsigned warpSizeOf(const Kernel& kernel, const LaunchFacts& launch);

class WarpConvergence {
 public:
  // Of all warps, or of those that come to the blocks of which `comes` says so (warp_paths.h).
  // Where no lanes give each other values, nothing is known unless `always` says so.
  WarpConvergence(const Kernel& kernel, const LaunchFacts& launch, std::vector<bool> comes = {},
                  bool always = false);

  bool block(unsigned index) const { return !converged_.empty() && converged_[index]; }
  // Whether the lanes hold one value in a variable of the kernel, once all of them have set it.
  bool isEqual(const Variable* variable) const {
    return !converged_.empty() && shares_[kernel_.indexOf(variable)].isEqual();
  }

 private:
  // What a value has to do with its lane: nothing is seen yet, it may be anything, or the factor.
  struct Share {
    enum class Kind { Unset, Unknown, Multiple };
    Kind kind = Kind::Unset;
    BigInt factor = 0;
    bool aligned = false;  // what the lanes have in common is a multiple of the warp's size
    bool isEqual() const { return kind == Kind::Multiple && factor == 0; }
    bool operator==(const Share&) const = default;
  };

  void execute(const Statement& statement, bool converged);
  void take(const Variable* variable, const Share& share);
  bool decidesAlike(const Branch& branch) const;
  Share resultOf(const Call& call) const;
  Share shareOf(Expr e) const;
  Share shareOf(const Variable* variable) const;
  Share combine(Expr e, const std::vector<Share>& args) const;
  Share combineWithLiteral(Expr e, const Share& first) const;
  bool shiftsByWarps(Expr shift) const;
  bool isBoundOfWarps(Expr comparison, const std::vector<Share>& args) const;
  void diverge(unsigned branch);

  const Kernel& kernel_;
  unsigned warp_ = 32;
  std::optional<BarrierIntervals> intervals_;
  bool fullWarps_ = false;  // each warp has all of its lanes
  std::vector<Share> shares_;
  std::vector<bool> comes_;
  std::vector<bool> converged_;
  bool changed_ = false;
};

}  // namespace barricade
