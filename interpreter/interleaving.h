// Threads take turns over one memory, and happens-before decides what is a race: the machine for
// programs whose threads meet in warps, at named or split barriers and barrier objects, order
// accesses by fences and atomic operations, or copy asynchronously (docs/interpreter.md).
//
// Every execution is sequentially consistent; weaker ones of a program without races are none
// that this one lacks, and a race is found by the order that synchronisation makes, not by the
// turns. What depends on turns: results of atomics, and who meets whom. One method a primitive.
#pragma once

#include <map>
#include <set>

#include "interpreter/access_history.h"
#include "interpreter/machine.h"
#include "interpreter/ready_threads.h"
#include "interpreter/release_heads.h"

namespace barricade {

class Interleaving final : public Machine {
 public:
  Interleaving(const Program& program, const CompiledProgram& code, const Launch& launch,
               const RunOptions& options);
  RunResult run() override;

 private:
  // The threads of a block, of a cluster or of the grid, and how far they are at its barriers.
  struct Team {
    Scope scope = Scope::Block;
    std::vector<std::uint32_t> members;
    std::uint32_t finished = 0;
    std::vector<std::uint32_t> waiting;  // at a whole barrier
    struct Phase {
      std::vector<std::uint32_t> arrived;
      Clocks clock;
    };
    std::map<std::uint32_t, Phase> phases;  // of split barriers, those that are not past
    std::vector<std::uint32_t> halfWaiting;
  };

  struct NamedRound {
    std::uint64_t count = 0;
    std::vector<std::uint32_t> arrived;
    std::vector<std::uint32_t> waiting;
    Clocks clock;
  };

  struct BarrierObject {
    std::uint64_t expected = 0;
    std::uint64_t missing = 0;  // arrivals of this phase
    std::int64_t bytes = 0;     // that this phase still waits for
    std::uint64_t phase = 0;
    ReleaseHeads arriving;   // in this phase
    ReleaseHeads completed;  // in all before
    std::vector<std::uint32_t> waiting;
  };

  // A group of copies, or the part of it that is under way.
  struct Copy {
    std::uint32_t thread = 0;
    std::uint32_t actor = 0;   // that reads
    std::uint32_t writer = 0;  // and that writes
    std::uint32_t epoch = 0;
    const SyncOperation* operation = nullptr;
    std::uint64_t destination = 0, source = 0, elements = 0, zeros = 0;
    std::optional<std::uint64_t> object;  // that its bytes count for
    bool done = false;
  };
  struct CopySeries {
    std::uint32_t actor = 0, writer = 0;
    std::uint32_t started = 0;             // epoch of the last copy
    std::vector<std::uint32_t> committed;  // last epoch of each group
    std::vector<Copy> copies;              // that are not done
  };
  struct PendingArrival {  // of {:mbarrier "copies"}
    std::uint32_t thread = 0;
    std::uint64_t object = 0;
    std::uint32_t epoch = 0;  // of the thread's plain series
    Clocks clock;
    const SyncOperation* operation = nullptr;
  };

  // What a thread has beyond its registers.
  struct Strand {
    Thread* thread = nullptr;
    Group* group = nullptr;
    Home home;
    std::uint64_t linear = 0;  // in its group
    std::uint32_t warp = 0;    // in its group
    unsigned lane = 0;
    Clocks clock;
    std::uint32_t epoch = 1;
    std::uint32_t interval = 0;  // operations so far at which threads wait for others
    struct FenceMark {
      Scope scope;
      bool local, global;
      bool inOrder;  // sequentially consistent
      Clocks clock;
    };
    std::vector<FenceMark> fences;  // that make releases of later atomic writes
    ReleaseHeads seen;              // by atomic reads, for a later fence to acquire
    // The last atomic operation. Who waits repeats it, and hears nothing new while all is the same.
    struct Heard {
      const AtomicOperation* operation = nullptr;
      const AtomicCell* cell = nullptr;
      std::uint64_t version = 0;  // of the cell's chain, afterwards
      std::uint32_t epoch = 0;    // of the thread
      bool operator==(const Heard&) const = default;
    };
    Heard heard;
    const SyncOperation* operation = nullptr;  // that it waits at
    std::uint64_t key = 0;  // of what it waits for: mask, tile, named barrier, object
    std::uint64_t phase = 0;
    std::uint64_t since = 0;                           // turn
    bool passedOver = false;                           // at an atomic operation, in this turn
    std::array<std::uint32_t, 3> arrivals{}, waits{};  // at split barriers: block, cluster, grid
    CopySeries plain, bulk;
    std::map<std::uint64_t, CopySeries> toObjects;
  };

  // What an access is, before it is known where it goes.
  struct Access {
    std::uint32_t array = 0;
    std::uint64_t offset = 0;
    std::uint32_t site = 0;
    AccessKind kind = AccessKind::Read;
    bool writes = false;
    bool silent = false;
    bool observes = false;
    std::uint64_t value = 0;
    Scope scope = Scope::Device;
    const std::vector<std::uint32_t>* lanes = nullptr;  // that make it together: strands
  };

  // interleaving.cpp: turns
  void createStrands();
  void makeTeam(Team& team, Scope scope, std::vector<std::uint32_t> members);
  void takeTurns();
  void takeTurn(std::uint32_t number);
  std::uint64_t chance() { return mixBits(options_.schedule.seed * 977 + 13, ++chances_); }
  bool goOn();
  void finish(Strand& strand);
  void wake(Strand& strand);
  bool yieldsAtAtomic(Thread& thread) override;
  Strand& strandOf(const Thread& thread) { return strands_[thread.number]; }
  std::uint64_t argument(const Strand& strand, SyncParameter which,
                         std::uint64_t otherwise = 0) const;
  void giveResult(Strand& strand, std::size_t which, std::uint64_t value);
  bool synchronize(Thread& thread, const SyncOperation& operation,
                   std::uint64_t* registers) override;
  bool begin(Strand& strand);
  void waitHere(Strand& strand);
  void misuse(Strand& strand, const std::string& what);

  // interleaving_deadlock.cpp: nobody can go on
  void reportDeadlock();
  const Thread* missingFor(const Strand& strand);
  std::string missingText(const Strand& strand) const;

  // interleaving_memory.cpp: accesses
  void recordRead(Thread& thread, const ElementAccess& read) override;
  void write(Thread& thread, const ElementAccess& write) override;
  void atomic(Thread& thread, const AtomicOperation& operation, std::uint64_t* registers) override;
  void asyncCopy(Thread& thread, std::uint32_t index, std::uint64_t* registers) override;
  void wait(Thread& thread, std::uint64_t handle) override;
  void record(Strand& strand, const Access& access);
  void record(Strand& strand, const Access& access, const Copy* copy);
  bool races(const KeptAccess& kept, const KeptAccess& present, const Strand& strand);
  bool readsTheSame(const Strand& strand, std::uint32_t array, std::uint32_t slot,
                    const KeptAccess& read);
  bool covers(const Strand& strand, const Copy* copy, bool local, const KeptAccess& kept) const;
  AccessHistory& historyOf(std::uint32_t array);
  std::uint64_t cellKey(std::uint32_t array, std::uint32_t slot) const;
  void synchronizeCell(Strand& strand, AtomicCell& cell, const AtomicOperation& operation,
                       bool wrote);
  void acquire(Strand& strand, const ReleaseHeads& heads, Scope scope, MemoryOrder order);
  void release(Strand& strand, ReleaseHeads& into, Scope scope, MemoryOrder order);
  Clocks now(const Strand& strand) const;
  void acquireByCount(Strand& strand, const ReleaseHeads& heads, Scope scope);
  bool comesAfter(const Strand& strand, std::uint32_t array, std::uint32_t slot,
                  const KeptAccess& atomic);
  void shareFences(const std::vector<std::uint32_t>& participants);
  bool fence(Strand& strand);
  void fenceInOrder(Strand& strand, Scope scope, bool local, bool global);

  // interleaving_barriers.cpp: barriers of teams, named ones and tiles
  Team& teamOf(const Strand& strand, Scope scope);
  bool arriveWhole(Strand& strand, Team& team);
  bool pass(Team& team);
  bool arriveHalf(Strand& strand, Team& team);
  bool waitHalf(Strand& strand, Team& team);
  bool phaseComplete(const Team& team, std::uint32_t phase) const;
  void passHalves(Team& team);
  bool fenced(const Strand& strand, SyncParameter which) const;
  void meet(const std::vector<std::uint32_t>& participants);
  void reduce(const std::vector<std::uint32_t>& participants);
  bool named(Strand& strand);
  bool tile(Strand& strand);
  static bool waitsAtTile(const Strand& strand);
  void passTile(const Strand& strand);
  void passTilesWithout(const Strand& ended);
  bool excused(std::uint32_t number) const;

  // interleaving_warps.cpp: lanes that meet by mask
  bool meetLanes(Strand& strand);
  bool meetLanes(Group& group, std::uint32_t warp, std::uint64_t mask);
  void lanesAgain(Group& group, std::uint32_t warp);
  void exchangeValues(const std::vector<std::uint32_t>& lanes);
  void accessTogether(const std::vector<std::uint32_t>& lanes);
  bool resolveActiveMasks(bool all);

  // interleaving_objects.cpp: barrier objects
  bool object(Strand& strand);
  std::optional<std::uint64_t> objectKey(Strand& strand);
  void arrive(Strand& strand, const SyncOperation& operation, std::uint64_t key,
              std::uint64_t count, const Clocks* clock);
  bool objectWait(Strand& strand, std::uint64_t key, bool test);
  std::optional<bool> phaseReached(Strand& strand, const BarrierObject& object);
  void accessObject(Strand& strand, bool plain, bool writes);
  void completePhases(std::uint64_t key);
  void copied(const Copy& copy);

  // interleaving_copies.cpp: asynchronous copies
  bool startCopy(Strand& strand);
  bool commitCopies(Strand& strand);
  bool waitCopies(Strand& strand);
  bool arriveAfterCopies(Strand& strand);
  void finishCopies(Strand& strand, CopySeries& series, std::uint32_t epoch);
  void perform(Copy& copy);
  bool performSomeCopy(bool any);

  std::uint32_t actors_ = 0;
  std::uint64_t turns_ = 0;
  std::uint64_t accesses_ = 0;
  std::uint64_t chances_ = 0;
  bool random_ = false;
  bool copies_ = false;  // the program has asynchronous copies
  std::vector<Strand> strands_;
  ReadyThreads ready_;
  std::vector<Team> blocks_, clusters_;
  std::vector<std::vector<std::vector<std::uint32_t>>> warps_;  // by group and warp
  Team grid_;
  std::vector<std::array<NamedRound, 16>> named_;   // by group
  std::vector<std::vector<AccessHistory>> shared_;  // by group and array
  std::vector<AccessHistory> global_;               // by array
  std::unordered_map<std::uint64_t, AtomicCell> cells_;
  FencesInOrder fencesInOrder_;  // what is before the seq_cst fences so far
  std::vector<bool> hasCells_;   // by array
  std::map<std::uint64_t, BarrierObject> objects_;
  std::vector<PendingArrival> arrivals_;
  std::vector<std::uint32_t> objectCopies_;  // threads that have some under way, in order
  std::vector<std::uint32_t> activeMasks_;   // threads that wait for one
  std::vector<std::uint32_t> scratch_;
};

}  // namespace barricade
