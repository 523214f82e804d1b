// The abstract machine: threads that run bytecode from barrier to barrier, memory with delayed
// visibility, and the race detector's books.
//
// Delayed visibility by write logs: a thread's writes go to memory and into its log with the
// value they replace. When the thread pauses, the log is swapped with memory in reverse order
// (memory is as before, the log holds the new values); a barrier with the right fence applies the
// logs for good. The writes of a whole group to global memory are hidden from other groups in the
// same way until a grid barrier.
#pragma once

#include <deque>
#include <memory>
#include <unordered_map>

#include "interpreter/bytecode.h"
#include "interpreter/launch.h"
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
};

enum class Pause { Barrier, GridBarrier, End, Blocked, Stopped };

// A place where threads meet, with everything that two threads have to agree on.
struct Meeting {
  std::uint32_t site = 0;
  std::uint32_t context = 0;
  bool grid = false;
  std::vector<std::uint32_t> counters;
  bool operator==(const Meeting&) const = default;
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
  Meeting meeting;
  bool localFence = true, globalFence = true;
  std::uint32_t blockedAt = 0;  // site
  std::uint64_t choices = 0;    // arbitrary values taken
  std::uint64_t atomicOld = 0;  // word that the parts of an atomic operation return
};

// An async copy that some thread of the group has not waited for.
struct PendingCopy {
  std::uint32_t operation = 0;
  Meeting meeting;
  std::uint64_t destinationOffset = 0, sourceOffset = 0, size = 0, handle = 0;
  std::vector<std::uint64_t> words;
  std::vector<bool> started, waited;  // by thread position
  bool applied = false;
  bool fresh = true;  // started in this interval
  PendingAccess access;
};

struct CopySide;  // memory.cpp

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
  std::vector<PendingCopy> copies;
  std::uint64_t lastHandle = 0;
};

class Machine {
 public:
  Machine(const Program& program, const CompiledProgram& code, const Launch& launch,
          const RunOptions& options);
  RunResult run();

 private:
  // machine.cpp: groups, barriers
  bool createGroups();
  void createGroup(Group& group);
  const ArrayContents& contentsFor(const Variable* array, std::uint32_t owner);
  std::vector<ThreadIndex> threadsOf(const Group& group) const;
  void releaseGroup(Group& group);
  void runGroup(Group& group);
  void runInterval(Group& group);
  void settle(Group& group);
  void passBarrier(Group& group);
  bool passGridBarrier();
  void finishGroup(Group& group);
  bool checkCopies(Group& group);
  std::vector<std::size_t> order(std::size_t count, std::uint64_t salt) const;
  void enter(Thread& thread);
  void leave(Thread& thread);
  void swapForward(WriteLog& log);
  void swapBackward(WriteLog& log);
  void commit(WriteLog& log, Group& group);
  void commitGroups(bool threadsToo);
  void collectArrays();
  void stop(RunStatus status, std::string message);

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

  // memory.cpp: accesses
  void load(Thread& thread, const Instruction& i, std::uint64_t* registers);
  void store(Thread& thread, const Instruction& i, const std::uint64_t* registers);
  void atomic(Thread& thread, const AtomicOperation& operation, std::uint64_t* registers);
  void asyncCopy(Thread& thread, std::uint32_t index, std::uint64_t* registers);
  void wait(Thread& thread, std::uint64_t handle);
  void apply(PendingCopy& copy, Group& group);
  bool inBounds(Thread& thread, std::uint32_t array, std::uint64_t offset, std::uint32_t site);
  void record(Thread& thread, std::uint32_t array, std::uint32_t slot, std::uint64_t offset,
              AccessKind kind, std::uint64_t value, std::uint32_t site);
  void recordCopy(const Thread& thread, const PendingCopy& copy);
  void recordCopiedElement(const Thread& thread, const PendingCopy& copy, const CopySide& side,
                           std::uint64_t offset);
  void checkAgainstCopies(const Thread& thread, std::uint32_t array, std::uint64_t offset,
                          const PendingAccess& access,
                          const std::function<const std::uint32_t*()>& counters);
  void countLoops(const Thread& thread, std::uint32_t site,
                  std::vector<std::uint32_t>& counters) const;
  ArrayStore& storeOf(std::uint32_t array) { return *current_[array]; }

  // report.cpp: findings
  void reportRace(std::uint32_t array, std::uint64_t offset, bool interGroup,
                  const PendingAccess& first, const std::uint32_t* firstCounters,
                  const PendingAccess& second, const std::uint32_t* secondCounters);
  void reportAt(Thread& thread, FindingKind kind, std::uint32_t site, const std::string& what,
                std::uint32_t array = ~0u, std::uint64_t offset = 0);
  void reportDivergence(const Thread& first, const Thread& second, bool interGroup);
  void reportCopyDivergence(const Thread& first, const Thread& second, std::uint32_t site,
                            const std::string& what);
  RunFinding* newFinding(std::uint64_t key);
  RunPlace placeOf(const PendingAccess& access, const std::uint32_t* counters,
                   unsigned width) const;
  RunPlace placeAt(const Thread& thread, std::uint32_t site, std::uint32_t context,
                   const std::uint32_t* counters, std::string kind) const;
  SourceChain chainOf(std::uint32_t site, std::uint32_t context) const;
  std::string positionOf(std::uint32_t site, std::uint32_t context) const;
  // Threads that ask for a fence at a barrier: it orders what they have done.
  struct Fenced {
    std::unordered_set<std::uint32_t> threads;
    bool all = true;
    void add(const Thread& thread, bool fence) {
      if (fence) threads.insert(thread.number);
      all = all && fence;
    }
    void order(std::vector<Shadow>& shadows) const;
  };
  void dropFindingsOf(const Thread& thread, std::uint32_t interval);
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
  bool delayed_ = true;
  bool traced_ = false;

  std::vector<Group> groups_;
  std::vector<ThreadIndex> threadIndex_;  // by thread number
  Group* group_ = nullptr;                // running
  std::vector<ArrayStore*> current_;      // by array, of the running thread
  std::vector<std::unique_ptr<ArrayStore>> globals_;
  std::vector<std::uint32_t> privateArrays_;
  std::vector<bool> watched_;         // by array: accesses can race
  bool watchGroups_ = false;          // more than one group runs
  std::vector<Shadow> groupShadows_;  // global arrays, between groups
  std::vector<std::unique_ptr<std::vector<Shadow>>> spareShadows_;
  std::deque<ArrayContents> ownContents_;  // of single groups and threads; stores point into it
  std::vector<Context> contexts_;
  std::unordered_map<std::uint64_t, std::uint32_t> contextIndex_;
  std::unordered_map<std::uint64_t, std::size_t> findingIndex_;
  std::vector<std::uint32_t> scratch_;
  std::vector<std::unique_ptr<ArrayStore>> lastShared_;
  std::array<std::uint64_t, 3> lastGroup_{};
};

}  // namespace barricade
