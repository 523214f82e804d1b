// Threads run from barrier to barrier, one after another, with delayed visibility, and the race
// detector's books cover a barrier interval: the machine for programs whose threads meet at
// barriers of the group and of the grid only.
//
// Delayed visibility by write logs: a thread's writes go to memory and into its log with the
// value they replace. When the thread pauses, the log is swapped with memory in reverse order
// (memory is as before, the log holds the new values); a barrier with the right fence applies the
// logs for good. The writes of a whole group to global memory are hidden from other groups in the
// same way until a grid barrier. One method for each way in which threads meet or share.
#pragma once

#include "interpreter/machine.h"

namespace barricade {

struct CopySide;  // interval_memory.cpp

class Intervals final : public Machine {
 public:
  Intervals(const Program& program, const CompiledProgram& code, const Launch& launch,
            const RunOptions& options, bool keepEveryThread = false);
  RunResult run() override;
  // A barrier ordered what some threads did, after accesses of others were passed over: a race may
  // have been missed, which a run that keeps those of every thread shows.
  bool mayHaveMissed() const { return mayHaveMissed_; }

 private:
  // intervals.cpp: barriers
  std::vector<Shadow> makeShadows() const;
  void prepareGroup(Group& group);
  void releaseGroup(Group& group);
  void runGroup(Group& group);
  void runInterval(Group& group);
  void settle(Group& group);
  void passBarrier(Group& group);
  bool passGridBarrier();
  void finishGroup(Group& group);
  bool checkCopies(Group& group);
  void enter(Thread& thread);
  void leave(Thread& thread);
  void swapForward(WriteLog& log);
  void swapBackward(WriteLog& log);
  static void dropOverwritten(WriteLog& log);
  void commit(WriteLog& log, Group& group);
  void commitGroups(bool threadsToo);
  bool excused(const Thread& thread) const;
  bool synchronize(Thread& thread, const SyncOperation& operation,
                   std::uint64_t* registers) override;

  // interval_memory.cpp: accesses
  void recordRead(Thread& thread, const ElementAccess& read) override;
  void write(Thread& thread, const ElementAccess& write) override;
  void atomic(Thread& thread, const AtomicOperation& operation, std::uint64_t* registers) override;
  void asyncCopy(Thread& thread, std::uint32_t index, std::uint64_t* registers) override;
  void wait(Thread& thread, std::uint64_t handle) override;
  void apply(PendingCopy& copy, Group& group);
  void record(Thread& thread, std::uint32_t array, std::uint32_t slot, std::uint64_t offset,
              AccessKind kind, std::uint64_t value, std::uint32_t site);
  void recordCopy(const Thread& thread, const PendingCopy& copy);
  void recordCopiedElement(const Thread& thread, const PendingCopy& copy, const CopySide& side,
                           std::uint64_t offset);
  void checkAgainstCopies(const Thread& thread, std::uint32_t array, std::uint64_t offset,
                          const PendingAccess& access,
                          const std::function<const std::uint32_t*()>& counters);

  // Threads that ask for a fence at a barrier: it orders what they have done.
  struct Fenced {
    std::vector<std::uint32_t> threads;  // ascending
    bool all = true;
    void add(const Thread& thread, bool fence) {
      if (fence) threads.push_back(thread.number);
      all = all && fence;
    }
    bool order(std::vector<Shadow>& shadows) const;  // false: see Shadow::clear
  };

  bool delayed_ = true;
  bool watchGroups_ = false;  // more than one group runs
  bool keepEveryThread_ = false;
  bool mayHaveMissed_ = false;
  bool leftBehind_ = false;           // a thread was, at RunOptions::turnLimit
  std::vector<Shadow> groupShadows_;  // global arrays, between groups
  std::vector<std::unique_ptr<std::vector<Shadow>>> spareShadows_;
  std::vector<std::uint32_t> scratch_;
};

}  // namespace barricade
