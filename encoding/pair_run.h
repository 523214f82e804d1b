// What all parts of one execution share: the kernel and the pair of threads, where the two are, and
// what has been recorded so far. The parts (evaluator, memory, access monitor, barriers, loops,
// statements) keep no state of the pair of their own.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "analysis/elected.h"
#include "analysis/uniformity.h"
#include "encoding/contents.h"
#include "encoding/execution_record.h"
#include "encoding/phase_state.h"
#include "encoding/population_counts.h"
#include "encoding/prefix_sums.h"
#include "encoding/range_owners.h"
#include "encoding/row_order.h"
#include "encoding/subject.h"

namespace barricade {

// Of one array: the condition that thread 1's access of a kind to the watched element has not been
// ordered by a barrier yet.
struct Pending {
  Expr read, write, writeChanged, atomic, narrowAtomic, asyncRead, asyncWrite;
  Expr readByWarp;  // in one access of all its lanes
  Expr asyncReadHandle = nullptr, asyncWriteHandle = nullptr;
  std::size_t since = 0;  // the first event that may be pending

  bool isNone() const {
    const auto all = {read,         write,     writeChanged, atomic,
                      narrowAtomic, asyncRead, asyncWrite,   readByWarp};
    return std::ranges::all_of(all, [](Expr e) { return e->isFalse(); });
  }
};

// Of one array and one series of copies (pending_copies.h): thread 1's copy of the watched
// element that is followed has not ended yet, and the group that it belongs to.
struct PendingCopy {
  Expr reads, writes;
  Expr groupOfRead = nullptr, groupOfWrite = nullptr;
  std::vector<Expr> waitedAtRead,
      waitedAtWrite;  // by channel: what it knew at the start
};

// An element in which the pair's threads have stored since they last met others.
struct StoredElement {
  std::size_t array = 0;
  PerThread running{};
  PerThread index{};
};

struct PairState {
  std::array<std::vector<Expr>, 2> values;  // by variable; null: not needed so far
  PerThread paused{};
  PerThread ended{};  // it only returns from here on, and does nothing else
  std::vector<Pending> pending;
  std::vector<std::vector<PendingCopy>>
      copies;                 // by array and series; empty: the kernel makes none
  std::vector<Stamp> stamps;  // by array: of thread 1 at the access that is followed
  std::array<std::vector<Contents>, 2> contents;  // equal pointers where the threads share
  std::vector<StoredElement> stored;              // of arrays whose contents are followed
  Expr assumption = nullptr;
  Expr logged = nullptr;  // thread 1's access that is followed has happened; options.order only
};

// What an explicit body does besides computing values.
struct Pass {
  bool log = false;
  bool check = false;   // race checks, or the checks of form Checks
  bool pausing = true;  // a thread may be left behind in an inner loop
};

// A statement that the pair runs, under which path conditions, and what is recorded of it.
struct Step {
  const Statement& statement;
  const PerThread& path;
  Pass pass;
};

// What an atomic has returned, of an array whose results have a rule (analysis/atomic_results.h).
struct AtomicResult {
  Expr path, offset, result;
  Expr operand;  // the last one of the operation: what it stores, the bits that it sets
  unsigned thread;
  bool narrow;  // its scope leaves the other thread of the pair out
  Performer performer = Performer::Own;
  // The lane that has made it, where that one has handed it to `thread`: null: the thread itself.
  Expr leader = nullptr;
  unsigned visit = 0;  // of the operation: two results of one visit may be of one operation
  // Of an iteration that is skipped (drawn_values.h): it may be any of the thread's results.
  bool isEarlier = false;
};

// How many elements a thread has found in one run of a loop (match_counts.h), and what it began
// with.
struct MatchCount {
  unsigned thread = 0;
  Expr left = nullptr;  // that it has left the loop
  Expr value = nullptr;
  std::vector<Expr> initial;       // by variable
  std::vector<Contents> contents;  // by array
};

// Shuffles that have handed on the results of one visit of an atomic operation.
struct HandedVisit {
  unsigned number = 0;
  std::set<const Statement*> shuffles;
};

// What a thread has read of a counter of its block, after all that count (analysis/block_totals.h).
struct TotalRead {
  Expr index;
  unsigned thread;
  Expr path, value;
};

struct PairRun {
  Subject& subject;
  const Kernel& kernel;  // of the subject, as are the next two
  Terms& terms;
  const LaunchFacts& launch;
  const ThreadPair& pair;
  const Uniformity& uniformity;
  std::span<const Candidate> candidates;
  const ExecutionOptions& options;
  ExecutionRecord& record;

  PairState state{};
  std::map<std::size_t, std::vector<AtomicResult>> atomicResults{};  // by array
  std::map<std::size_t, std::vector<TotalRead>> totals{};            // by array
  unsigned resultVisits = 0;
  std::unordered_map<const Call*, HandedVisit> handedVisits{};  // by the operation
  PopulationCounts populationCounts{};
  PrefixSums prefixSums{};
  // Of the first thread, by loop and variable.
  std::map<std::pair<unsigned, std::size_t>, std::vector<MatchCount>> matchCounts{};
  RowOrder rowOrder{};
  RangeOwners owners{subject};
  std::vector<LoopPosition> position{};
  std::vector<WaitRecord> waitRecords{};
  std::vector<ArrivalRecord> arrivalRecords{};
  Expr sameCluster = nullptr;  // whether the groups of the pair form one, or part of one

  unsigned threads() const { return pair.mode == Mode::Single ? 1 : 2; }
  bool isRaces() const { return options.form == ExecutionOptions::Form::Races; }
  bool isChecks() const { return options.form == ExecutionOptions::Form::Checks; }

  PerThread running(const PerThread& path) const;  // on the path and not paused
  Expr nobodyPaused() const;
  // The condition that barriers go without the thread.
  Expr isExcused(unsigned thread) const {
    return kernel.procedure().excusesExited ? state.ended[thread] : terms.no();
  }
  // A barrier does so where `alone` holds: one passes it, and the other has ended.
  void goWithoutEnded(Expr alone);
  // The condition that a barrier stands where this one can be placed.
  Expr isEnabled(const Call& barrier) const;
  // The element that is watched, of all arrays with this type of index.
  Expr watchedOffset(Type index);

  // An array that is set anew may give the same results again, and come to another total.
  void forgetResults(std::size_t array) {
    if (kernel.arrays()[array].storesApart) return;
    atomicResults.erase(array);
    totals.erase(array);
  }
  void assume(Expr e) { state.assumption = terms.land(state.assumption, e); }
  // Records the error, under the assumptions made so far.
  void report(ErrorCondition error);
};

}  // namespace barricade
