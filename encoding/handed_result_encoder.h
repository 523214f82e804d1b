// What the pair knows of results that another lane hands to it (analysis/handed_results.h): they
// are those of that lane's operations, whether it belongs to the pair or not. For blocks of one
// dimension.
#pragma once

#include "encoding/evaluator.h"
#include "encoding/participation.h"

namespace barricade {

class HandedResultEncoder {
 public:
  HandedResultEncoder(PairRun& run, Evaluator& evaluator, const Participation& participation)
      : run_(run), evaluator_(evaluator), participation_(participation) {}

  // Of a shuffle.
  struct Received {
    PerThread comes{};    // the thread is there, and so is its source lane
    PerThread sources{};  // lanes
    PerThread result{};
    bool narrow = false;  // the scope of the operation leaves the other thread out
  };
  void execute(const HandedResult& handed, const Received& received, const Step& step);

 private:
  unsigned visitOf(const Call& atomic, const Statement& shuffle);

  PairRun& run_;
  Evaluator& evaluator_;
  const Participation& participation_;
};

}  // namespace barricade
