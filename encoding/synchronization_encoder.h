// The primitives of ir/synchronization.h beyond Bugle's barriers, as the pair of threads sees them.
//
// A barrier of some threads of a block does for two threads that take part together what a block
// barrier does for all: it ends what is pending, for all memory, and makes written contents
// visible. An exchange of values makes threads wait for each other in the same way and orders
// nothing; what a lane gets from others is arbitrary, but equal where CUDA says that all lanes get
// the same. A fence orders nothing by itself (ordering.h).
#pragma once

#include "encoding/assignment_encoder.h"
#include "encoding/barrier_encoder.h"
#include "encoding/copy_encoder.h"
#include "encoding/participation.h"
#include "encoding/phase_encoder.h"
#include "encoding/warp_access_encoder.h"

namespace barricade {

// One of its many methods for each kind of primitive, and for what each kind of exchange says.
class SynchronizationEncoder {
 public:
  SynchronizationEncoder(PairRun& run, Memory& memory, Evaluator& evaluator, AccessMonitor& monitor,
                         AssignmentEncoder& assignments, BarrierEncoder& barriers,
                         SignalRecorder& signals)
      : run_(run),
        memory_(memory),
        evaluator_(evaluator),
        monitor_(monitor),
        assignments_(assignments),
        barriers_(barriers),
        copies_(run, evaluator, monitor, assignments),
        phases_(run, memory, evaluator, monitor, assignments),
        warpAccesses_(run, evaluator, monitor, assignments),
        signals_(signals),
        participation_(run) {}

  void execute(const Call& call, const Step& step);

 private:
  // Those who have to come together: whether each names the other, and both come.
  struct PairParticipants {
    PerThread expects{};  // thread t's call asks for the other thread
    Expr together = nullptr;
  };
  PerThread argument(const Call& call, SyncParameter parameter, const Step& step);
  PerThread flagArgument(const Call& call, const Step& step);
  PairParticipants participantsOf(const Call& call, const Step& step);
  void checkParticipants(const Call& call, const PairParticipants& participants, const Step& step);
  void checkOwnLane(const Call& call, const PerThread& mask, const Step& step);
  void recordSite(const Call& call, const PairParticipants& participants, const Step& step);
  void order(const Call& call, const PairParticipants& participants, const Step& step);

  void barrier(const Call& call, const Step& step);
  void blockReduction(const Call& call, const Step& step);
  std::optional<unsigned> countOfBlock(Expr running, Expr flag) const;
  void exchange(const Call& call, const Step& step);
  void assumeOwnLane(const Call& call, const Step& step);
  void assumeDisjoint(const PerThread& masks, Expr condition);
  void assumePartOfMask(const Call& call, const Step& step);
  void assumeOwnVote(const Call& call, const Step& step);
  void assumeExchanged(const Call& call, Expr together, const Step& step);
  std::optional<Expr> sourceOf(const Call& call, unsigned thread, const Step& step);
  void shuffle(const Call& call, Expr together, const Step& step);
  void handResult(const Call& call, Expr together, const Step& step);
  void activeMask(const Call& call, const Step& step);
  bool nobodyHasEnded(const Statement& statement) const;
  // Each lane of a warp comes there as often as the others do (analysis/warp_convergence.h).
  bool lanesComeTogether(const Statement& statement) const;
  std::optional<unsigned> blockOf(const Statement& statement) const;
  // Whether a verdict depends on it; then it is arbitrary now.
  bool havocResult(const Call& call, std::size_t index, const Step& step);
  PerThread resultOf(const Call& call, std::size_t index) const;

  PairRun& run_;
  Memory& memory_;
  Evaluator& evaluator_;
  AccessMonitor& monitor_;
  AssignmentEncoder& assignments_;
  BarrierEncoder& barriers_;
  CopyEncoder copies_;
  PhaseEncoder phases_;
  WarpAccessEncoder warpAccesses_;
  SignalRecorder& signals_;
  Participation participation_;
};

}  // namespace barricade
