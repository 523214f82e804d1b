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
        matches_(run.subject.summaries[loop.loop.index].matches) {}

  void assume();

 private:
  // Of a value of the index: that a thread comes to it, and that it counts it then.
  struct Visit {
    Expr comes = nullptr;
    Expr counts = nullptr;
  };

  void assumeCounts(std::size_t variable, Expr when, const PerThread& left);
  void assumeMost(Expr when, const MatchCount& count);
  void compare(Expr when, const MatchCount& one, const MatchCount& other);
  void assumeNoFewer(Expr when, const MatchCount& one, const MatchCount& other,
                     const std::vector<Expr>& asked);

  bool isKnown(Expr e) const;
  Expr at(Expr e, const MatchCount& count, Expr index);
  Expr element(Expr read, const MatchCount& count, Expr index);
  Visit visit(Expr when, const MatchCount& count, Expr index);
  void addIndices(Expr when, const MatchCount& count, std::vector<Expr>& indices);
  Expr iterations(const MatchCount& count);

  PairRun& run_;
  Memory& memory_;
  const LoopRun& loop_;
  const std::optional<MatchCounts>& matches_;
};

}  // namespace barricade
