// What the pair's threads know of sums that their block has computed (analysis/block_scans.h).
//
// The sum of the first k summands is a function of k. Of it is stated, for each k that the two
// threads speak of: it begins with 0, never falls, rises by no more than the greatest summand in
// each step, and from k to k + 1 by what a thread of the pair has stored as summand k. So positions
// that are sums of flags before a thread are its own.
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "analysis/block_scans.h"
#include "encoding/region_walk.h"

namespace barricade {

class Evaluator;
struct LoopRun;
struct PairRun;
struct Step;

class PrefixSums {
 public:
  void store(PairRun& run, const BlockScans::Summand& summand, const PerThread& value,
             const Step& step);
  // What the variable is, on top of `base` if that is not null, and what the threads know of the
  // summands of their warps.
  void assumeSum(PairRun& run, Evaluator& evaluator, const BlockScans::Sum& sum,
                 const PerThread& path, const PerThread& base = {});
  // What the block has added up in a loop, of who has left it.
  void assumeAfterLoop(PairRun& run, Evaluator& evaluator, const LoopRun& loop);

 private:
  // Of one execution of the statements that store summands, by one block.
  struct Points {
    BigInt most;
    Type type = nullptr;
    std::vector<std::pair<Expr, Expr>> known;  // the number of summands, their sum
  };

  static void assumeStep(PairRun& run, Points& points, Expr number, Expr value, Expr path);
  static Expr sumBefore(PairRun& run, Points& points, Expr count);
  static void assumeOrder(PairRun& run, const Points& points, const std::pair<Expr, Expr>& less,
                          const std::pair<Expr, Expr>& more);

  std::map<std::size_t, std::array<std::shared_ptr<Points>, 2>> scans_;  // by thread
};

}  // namespace barricade
