// Accesses of a warp (docs/ir.md, "Accesses of a warp"): matrices that its lanes load and store
// together, each element by a lane that nobody knows.
//
// A thread of the pair accesses what it names and, where the two come together, what the other one
// names: each may be the lane that does it. The two never do both, so that one such access does not
// race with itself within a warp. What a third lane names is left out: that one is a pair with the
// other thread as well, and is ordered as this one is, as long as all that orders lanes orders
// whole warps. Where something orders single lanes (partial masks, tiles, barrier objects, atomic
// operations), any element of the array may be named by a third lane. A matrix of more than one row
// has to be named alike by all lanes, as CUDA asks; so nobody else names another one.
#pragma once

#include "encoding/assignment_encoder.h"
#include "encoding/participation.h"

namespace barricade {

class WarpAccessEncoder {
 public:
  WarpAccessEncoder(PairRun& run, Evaluator& evaluator, AccessMonitor& monitor,
                    AssignmentEncoder& assignments)
      : run_(run), evaluator_(evaluator), monitor_(monitor), assignments_(assignments) {}

  // `together`: the pair's threads are lanes of it, both.
  void execute(const Call& call, Expr together, const Step& step);

 private:
  struct Matrix {
    PerThread offset{}, rows{}, columns{}, stride{};  // elements, but for rows
  };
  Expr covers(const Matrix& matrix, unsigned thread);
  Expr anyRowBelow(Expr rows);
  Expr coversRow(const Matrix& matrix, unsigned thread, Expr row);
  void checkAlike(const Call& call, const Matrix& matrix, Expr together, const Step& step);
  void checkBounds(std::size_t array, const Matrix& matrix, const Step& step);
  bool ordersSingleLanes() const;

  PairRun& run_;
  Evaluator& evaluator_;
  AccessMonitor& monitor_;
  AssignmentEncoder& assignments_;
};

}  // namespace barricade
