// What the pair's threads know of how many elements each has found in a loop (match_counts.h).
#pragma once

#include "encoding/loop_head.h"
#include "encoding/memory.h"

namespace barricade {

class MatchCountEncoder {
 public:
  // Of the loop that threads have left.
  MatchCountEncoder(PairRun& run, Memory& memory, const LoopRun& loop)
      : run_(run),
        memory_(memory),
        loop_(loop),
        matches_(run.subject.summaries[loop.loop.index].matches),
        left_{run.terms.no(), run.terms.no()} {}

  void assume();

 private:
  // Of a value of the index: that the thread comes to it, and that it counts it then.
  struct Visit {
    Expr comes = nullptr;
    Expr counts = nullptr;
  };
  using Visits = std::array<Visit, 2>;

  void assumeCounts(std::size_t variable, Expr when);
  bool isKnown(Expr e) const;
  Expr at(Expr e, unsigned thread, Expr index);
  Expr element(Expr read, unsigned thread, Expr index);
  Visits visits(Expr when, Expr index);
  std::vector<Expr> indicesAskedFor(Expr when);
  Expr iterations(unsigned thread, Type type);

  PairRun& run_;
  Memory& memory_;
  const LoopRun& loop_;
  const std::optional<MatchCounts>& matches_;
  PerThread left_;
};

}  // namespace barricade
