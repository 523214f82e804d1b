// The abstract machine: threads that run bytecode over memory. Who runs when, what a thread sees of
// others and what races differ between the two machines that derive from it: Intervals
// (interpreter/intervals.h), where threads run from barrier to barrier with delayed visibility,
// and Interleaving (interpreter/interleaving.h), where they take turns. They share the launch,
// groups and threads, the instruction loop and the wording of findings: a file of methods each.
#pragma once

#include <deque>
#include <memory>
#include <set>
#include <unordered_map>

#include "interpreter/bytecode.h"
#include "interpreter/initialization.h"
#include "interpreter/launch.h"
#include "interpreter/observer.h"
#include "interpreter/shadow.h"
#include "interpreter/store.h"

namespace barricade {

struct WriteLog {
  struct Entry {
    std::uint32_t array;
    std::uint32_t word;  // of the array's store
    std::uint64_t value;
  };
  std::vector<Entry> entries;
  std::size_t distinct = 0;  // of them when they were last looked through for words written twice
};

enum class Pause {
  Barrier,
  GridBarrier,
  Wait,   // for others, at a primitive of synchronisation
  Yield,  // ready to go on
  End,
  Blocked,
  Stopped
};

// A place where threads meet, with everything that two threads have to agree on.
struct BarrierInstance {
  std::uint32_t site = 0;
  std::uint32_t context = 0;
  bool grid = false;
  std::vector<std::uint32_t> counters;
  const Synchronization* primitive = nullptr;  // of ir/synchronization.h; else a plain barrier
  bool operator==(const BarrierInstance&) const = default;
};

struct Thread {
  enum class State { Ready, Waiting, Finished, Blocked };
  struct Caller {
    std::uint32_t returnTo, base, procedure, context, call;
  };

  std::uint32_t number = 0;    // among all threads that run, consecutive in a group
  std::uint32_t position = 0;  // in its group's list
  ThreadIndex id;
  State state = State::Ready;
  std::vector<std::uint64_t> registers;
  std::uint32_t base = 0;
  std::uint32_t pc = 0;
  std::uint32_t procedure = 0;
  std::uint32_t context = 0;
  std::vector<Caller> callers;
  WriteLog sharedLog, globalLog;
  std::vector<std::unique_ptr<ArrayStore>> privates;  // by array
  BarrierInstance instance;
  bool localFence = true, globalFence = true;
  std::uint32_t blockedAt = 0;  // site
  std::uint64_t choices = 0;    // arbitrary values taken
  std::uint64_t atomicOld = 0;  // word that the parts of an atomic operation return
};

// A plain access to an element of an array.
struct ElementAccess {
  std::uint32_t array = 0;
  std::uint64_t offset = 0;
  std::uint32_t slot = 0;  // of the element in the array's store
  std::uint32_t site = 0;
  const std::uint64_t* value = nullptr;  // what is read, or to be written
};

// An async copy that some thread of the group has not waited for.
struct PendingCopy {
  std::uint32_t operation = 0;
  BarrierInstance instance;
  std::uint64_t destinationOffset = 0, sourceOffset = 0, size = 0, handle = 0;
  std::vector<std::uint64_t> words;
  std::vector<bool> started, waited;  // by thread position
  bool applied = false;
  bool fresh = true;  // started in this interval
  PendingAccess access;
};

struct Group {
  enum class State { Ready, AtGridBarrier, Finished, Stopped };
  std::uint32_t number = 0;  // among all groups that run
  std::array<std::uint64_t, 3> id{};
  State state = State::Ready;
  bool created = false;
  bool hidden = false;  // its global writes are swapped out
  std::uint32_t interval = 0;
  std::vector<Thread> threads;
  std::vector<std::unique_ptr<ArrayStore>> shared;  // by array
  std::vector<Shadow> sharedShadows;
  std::unique_ptr<std::vector<Shadow>> globalShadows;
  WriteLog globalLog;
  std::vector<InitializedElements> initialized;  // by array, with options.checkInitialization
  std::vector<EarlyRead> earlyReads;
  std::set<std::array<std::uint32_t, 3>> knownEarlyReads;  // by site, context and slot
  std::vector<PendingCopy> copies;
  std::uint64_t lastHandle = 0;
};

class Machine {
 public:
  Machine(const Program& program, const CompiledProgram& code, const Launch& launch,
          const RunOptions& options);
  virtual ~Machine() = default;
  virtual RunResult run() = 0;

 protected:
  // What an instruction does to memory, and how threads meet.
  virtual void recordRead(Thread& thread, const ElementAccess& read) = 0;  // of a watched array
  virtual void write(Thread& thread, const ElementAccess& write) = 0;      // and records it
  virtual void atomic(Thread& thread, const AtomicOperation& operation,
                      std::uint64_t* registers) = 0;
  virtual void asyncCopy(Thread& thread, std::uint32_t index, std::uint64_t* registers) = 0;
  virtual void wait(Thread& thread, std::uint64_t handle) = 0;
  // Whether the thread goes on at once.
  virtual bool synchronize(Thread& thread, const SyncOperation& operation,
                           std::uint64_t* registers) = 0;
  // Whether others run before the thread's atomic operation; asked when `yieldsAtAtomics_`.
  virtual bool yieldsAtAtomic(Thread&) { return false; }

  // accesses.cpp
  void load(Thread& thread, const Instruction& i, std::uint64_t* registers);
  void store(Thread& thread, const Instruction& i, const std::uint64_t* registers);

  // machine.cpp: groups and threads
  bool createGroups();
  void createGroup(Group& group);
  const ArrayContents& contentsFor(const Variable* array, std::uint32_t owner);
  std::vector<ThreadIndex> threadsOf(const Group& group) const;
  void enterGroup(Group& group);
  void enterPrivates(Thread& thread);
  std::vector<std::size_t> order(std::size_t count, std::uint64_t salt) const;
  void collectArrays();
  void stop(RunStatus status, std::string message);
  bool inBounds(Thread& thread, std::uint32_t array, std::uint64_t offset, std::uint32_t site);
  // Replaces the whole word of an atomic operation; `thread.atomicOld` becomes the old one.
  void changeWord(Thread& thread, const AtomicOperation& operation, const std::uint64_t* registers);
  void countLoops(const Thread& thread, std::uint32_t site,
                  std::vector<std::uint32_t>& counters) const;
  ArrayStore& storeOf(std::uint32_t array) { return *current_[array]; }
  static std::uint64_t comparable(const std::uint64_t* words, unsigned limbs);

  // initialization.cpp: with options.checkInitialization
  void noteRead(const Thread& thread, std::uint32_t array, std::uint32_t slot, std::uint32_t site);
  void noteWrite(const Thread& thread, std::uint32_t array, std::uint32_t slot);
  void settleReads(Group& group);

  // observation.cpp
  std::uint32_t observedPlace(const Thread& thread, std::uint32_t site);
  ObservedStep observedStep(const Thread& thread, std::uint32_t site);
  void observeAccess(const Thread& thread, AccessKind kind, std::uint32_t array,
                     std::uint64_t offset, std::uint32_t site, Scope scope = Scope::Device);
  void observeBranch(const Thread& thread, std::uint32_t site, bool taken);

  // execute.cpp
  Pause execute(Thread& thread);
  void enterProcedure(Thread& thread, std::uint32_t procedure);
  bool enterCall(Thread& thread, const Instruction& instruction, std::uint32_t returnTo);
  bool returnToCaller(Thread& thread);
  Pause waitAt(Thread& thread, const Instruction& barrier);
  void wideOperation(const WideOperation& operation, std::uint64_t* registers, std::uint32_t d);
  void hostCall(const HostCall& call, std::uint64_t* registers, std::uint32_t d);
  std::uint32_t contextOf(std::uint32_t parent, std::uint32_t callSite);
  std::uint64_t arbitrary(Thread& thread, unsigned width);

  // report.cpp: findings
  void reportRace(std::uint32_t array, std::uint64_t offset, bool interGroup,
                  const PendingAccess& first, const std::uint32_t* firstCounters,
                  const PendingAccess& second, const std::uint32_t* secondCounters);
  void reportAt(Thread& thread, FindingKind kind, std::uint32_t site, const std::string& what,
                std::uint32_t array = ~0u, std::uint64_t offset = 0);
  void reportUninitialized(const Thread& thread, const EarlyRead& read);
  void reportDivergence(const Thread& first, const Thread& second, bool interGroup,
                        const std::string& more = {});
  void reportCopyDivergence(const Thread& first, const Thread& second, std::uint32_t site,
                            const std::string& what);
  RunFinding* newFinding(std::uint64_t key);
  RunPlace placeOf(const PendingAccess& access, const std::uint32_t* counters,
                   unsigned width) const;
  RunPlace placeAt(const Thread& thread, std::uint32_t site, std::uint32_t context,
                   const std::uint32_t* counters, std::string kind) const;
  SourceChain chainOf(std::uint32_t site, std::uint32_t context) const;
  std::string positionOf(std::uint32_t site, std::uint32_t context) const;
  // Of one barrier interval, or all.
  void dropFindingsOf(const Thread& thread, std::optional<std::uint32_t> interval = {});
  void trace(TraceStep::Kind kind, const Thread& thread, std::uint32_t site,
             const Variable* variable, std::uint64_t offset, BigInt value) const;

  struct Context {
    std::uint32_t parent;
    std::uint32_t callSite;
  };

  const Program& program_;
  const CompiledProgram& code_;
  const Launch& launch_;
  const RunOptions& options_;
  RunResult result_;
  bool stopped_ = false;
  bool traced_ = false;
  bool observed_ = false;
  std::uint64_t turnEnd_ = ~0ull;  // steps after which the thread yields
  bool yieldsAtAtomics_ = false;

  std::vector<Group> groups_;
  std::vector<ThreadIndex> threadIndex_;  // by thread number
  Group* group_ = nullptr;                // running
  std::vector<ArrayStore*> current_;      // by array, of the running thread
  std::vector<std::unique_ptr<ArrayStore>> globals_;
  std::vector<std::uint32_t> privateArrays_;
  std::vector<bool> watched_;  // by array: accesses can race
  std::vector<std::unique_ptr<ArrayStore>> lastShared_;
  std::array<std::uint64_t, 3> lastGroup_{};
  std::vector<Context> contexts_;

 private:
  std::deque<ArrayContents> ownContents_;  // of single groups and threads; stores point into it
  std::unordered_map<std::uint64_t, std::uint32_t> contextIndex_;
  std::unordered_map<std::uint64_t, std::size_t> findingIndex_;
  std::unordered_map<std::uint64_t, std::uint32_t> observedPlaces_;
  std::vector<std::uint32_t> observedIterations_;
};

}  // namespace barricade
