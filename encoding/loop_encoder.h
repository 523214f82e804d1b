// Loops by the watch transformation (docs/verification.md):
//
//   nothing or skip;  BODY (log and check);  nothing or skip;  BODY (check only);  the loop is left
//
// A skip leaves one or more complete iterations out: what the loop modifies becomes arbitrary
// within what is known (closed forms, facts of the iteration before, invariants). There is no skip
// after the last body: a pair inside the loop is finished then, and every other pair has the last
// iteration as one of its two bodies. The result is loop-free and exact for adjacent iterations.
#pragma once

#include "encoding/access_monitor.h"
#include "encoding/loop_head.h"
#include "encoding/loop_invariants.h"
#include "encoding/must_execute.h"

namespace barricade {

// Runs one explicit body of a loop.
class BodyRunner {
 public:
  virtual ~BodyRunner() = default;
  // Adds the conditions of the loop's exits to `exits`; the result is who is at the head again.
  virtual PerThread runBody(const Loop& loop, const PerThread& entry, EdgeConditions& exits,
                            Pass pass) = 0;
};

// Each way to run a loop, and what it leaves behind, is one of its many methods.
class LoopEncoder {
 public:
  LoopEncoder(PairRun& run, Memory& memory, Evaluator& evaluator, AccessMonitor& monitor,
              BodyRunner& bodies)
      : run_(run),
        memory_(memory),
        evaluator_(evaluator),
        monitor_(monitor),
        bodies_(bodies),
        head_(run, evaluator),
        invariants_(run, evaluator, head_),
        mustExecute_(run) {}

  // The conditions of the loop's exits.
  EdgeConditions runLoop(const Loop& loop, const PerThread& entry, Pass pass);

 private:
  Expr valueOnEntry(Expr value, Terms::Under& onEntry) const;
  PerThread runBody(const LoopRun& loop, const PerThread& entry, EdgeConditions& exits, Pass pass);
  void peel(LoopRun& loop, Pass pass);
  unsigned bodiesAlone(const LoopRun& loop);
  bool goesOn(const LoopRun& loop) const;
  void endBounded(const LoopRun& loop);
  bool tellsLater(const LoopRun& loop) const;
  void arriveLater(LoopRun& loop, Pass pass);
  void body(LoopRun& loop, Pass pass);
  void finish(LoopRun& loop, Pass pass, std::size_t firstError);
  bool surelyEnds(const Loop& loop) const;
  bool leadsToSignals(const Loop& loop) const;
  void leaveAfterLast(LoopRun& loop, std::size_t firstError);
  void skip(LoopRun& loop, Pass pass);
  bool signalsIn(const Loop& loop) const;
  Expr runsLastSkipped(const LoopRun& loop, Expr skipped);
  void runLastSkipped(const LoopRun& loop, const PerThread& path, bool pausing);
  bool mayLeaveAlone(const LoopRun& loop) const;
  void advanceValues(LoopRun& loop, const PerThread& inside, const PerThread& leaving, Expr counter,
                     Expr end, Expr taken);
  bool isOneInWarps(const LoopRun& loop, std::size_t variable) const;
  Expr valueAfterSkip(const LoopRun& loop, std::size_t variable, unsigned thread, Expr counter,
                      Expr taken, Expr arbitrary);
  void leaveDuringSkip(LoopRun& loop, const PerThread& inside, const PerThread& leaving,
                       Expr limit);
  PerThread assumeLastIteration(LoopRun& loop, const PerThread& leaving, Expr limit);
  void changeContents(const LoopRun& loop, const PerThread& inside, const PerThread& leaving,
                      Expr counter, Expr taken);
  bool fillArray(const LoopRun& loop, std::size_t array, const PerThread& inside,
                 const PerThread& leaving, Expr counter);
  void noteSkip(const LoopRun& loop, Expr taken);
  void endPendingInSkip(const LoopRun& loop, const PerThread& inside, Expr taken);
  void endCopiesInSkip(LoopRun& loop, const PerThread& inside, Expr counter, Expr taken,
                       const std::vector<Expr>& before);
  // Whether the pair cannot tell its two threads apart in where they are.
  bool areTogether(const LoopRun& loop) const {
    return run_.threads() == 1 || loop.path[0] == loop.path[1];
  }

  PairRun& run_;
  Memory& memory_;
  Evaluator& evaluator_;
  AccessMonitor& monitor_;
  BodyRunner& bodies_;
  const LoopRun* around_ = nullptr;  // the run of the loop whose body is run
  LoopHead head_;
  LoopInvariants invariants_;
  MustExecute mustExecute_;
};

}  // namespace barricade
