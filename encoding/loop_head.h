// What is known exactly at the head of a loop after some complete iterations (loop_summary.h): the
// values of closed forms, the facts of the iteration before, and how many iterations there can be.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "encoding/evaluator.h"
#include "encoding/region_walk.h"

namespace barricade {

// A loop while the pair runs it.
struct LoopRun {
  const Loop& loop;
  PerThread path;                                 // still in the loop
  Expr counter;                                   // iterations completed
  std::array<std::vector<Expr>, 2> initial;       // values when the loop was entered
  std::array<std::vector<Contents>, 2> contents;  // of arrays, likewise
  EdgeConditions exits;
  const LoopRun* outer = nullptr;  // the run of the loop around it
  unsigned bodies = 0;             // that are explicit so far
  bool isPeeled = false;           // the first iteration was explicit
};

// A guard of which `ahead` more complete iterations decide a part, as i + 2 < n; the rest comes
// back (recurrences.h) where anything is known of it.
struct GuardParts {
  unsigned ahead = 0;
  Expr comesBack = nullptr;
};

// In which of the first iterations a condition has held; the last `period` of them come again and
// again, up to `limit` iterations.
struct HeldPattern {
  std::vector<bool> held;
  unsigned before = 0;
  unsigned period = 1;
  std::optional<BigInt> limit;
};

// The methods are in nine files, one for each kind of knowledge: forms and facts (loop_head.cpp),
// bounds (iteration_bounds.cpp), inner loops that run ahead (run_ahead_values.cpp), counters that
// go up in some iterations only (guarded_counts.cpp), orbits that some of them leave out
// (guarded_orbits.cpp), variables that such iterations set (guarded_settings.cpp), variables that
// few iterations set (latest_values.cpp), positions on a ring (ring_values.cpp), arrays that are
// filled (array_fills.cpp). Values of one kind are made of those of the others.
class LoopHead {
 public:
  LoopHead(PairRun& run, Evaluator& evaluator) : run_(run), evaluator_(evaluator) {}

  static constexpr unsigned counterWidth = iterationCounterWidth;
  // Of that width, with as many bits that are open as the iterations of the loop need.
  Expr freshCounter(const LoopRun& loop, const std::string& hint);
  Expr counterNumber(const BigInt& value);

  // A term over placeholders for `thread`, with closed forms at `counter`.
  Expr instantiate(Expr e, const LoopRun& loop, unsigned thread, Expr counter);
  // With the values at the loop's entry; null where it speaks of what an iteration alone knows.
  Expr atEntry(Expr e, const LoopRun& loop, unsigned thread) const;
  // What the variable is at the head after `counter` iterations, of a thread that goes on; null
  // where nothing is known of it.
  Expr valueAfter(const LoopRun& loop, std::size_t variable, unsigned thread, Expr counter);

  // What the variable is then where it is an IteratedValue; null otherwise.
  Expr iteratedValue(const LoopRun& loop, std::size_t variable, unsigned thread, Expr counter);

  // What the variable is then, of a thread for which it was `current` at the last explicit head,
  // where one can tell in which iterations since it is set (guarded_settings.cpp); null otherwise.
  Expr guardedSetting(const LoopRun& loop, std::size_t variable, unsigned thread, Expr counter,
                      Expr current);

  // What the variable is then where iterations since the last explicit one set it to what is known
  // of them, or leave it alone (latest_values.cpp); else `arbitrary`. It is one value for threads
  // that have that one in common.
  Expr latestValue(const LoopRun& loop, std::size_t variable, unsigned thread, Expr counter,
                   Expr arbitrary);

  // What one iteration makes of the variable, that with the number `iteration`; null where that
  // depends on what has no closed form. What is `known` of a variable without one stands for it.
  Expr resultOf(const LoopRun& loop, std::size_t variable, unsigned thread, Expr iteration,
                const std::map<std::size_t, Expr>& known = {});
  // A term over placeholders in that iteration, with the same means.
  Expr termIn(Expr e, const LoopRun& loop, unsigned thread, Expr iteration,
              const std::map<std::size_t, Expr>& known = {});

  // Assumes what held in the iteration `counters[t]`, where thread t has completed it.
  void assumeFacts(const LoopRun& loop, const PerThread& completed, const PerThread& counters);
  // Assumes that the counter is no larger than the iterations that there can be.
  void boundCounter(const LoopRun& loop);

  // Assumes, in a loop that runs once at most, that it is over.
  void assumeEnd(const LoopRun& loop);

  // What `completed` iterations have made of a private array that holds `before` at the loop's
  // entry; null where that is not known.
  Filling fillingOf(const LoopRun& loop, std::size_t array, unsigned thread, Expr completed,
                    const Function* unknown);

  // Complete iterations of a loop that can be run one by one; there is a last, partial one.
  std::optional<unsigned> tripCountToUnroll(const LoopRun& loop);
  // Of a loop that is to be shown to end after a few; 0: it is none, as the number is known, or
  // that is too much.
  unsigned iterationsToUnroll(const LoopRun& loop);

 private:
  // With `actuals` for placeholders, and constants of the launch; null where anything else is left.
  Expr filledIn(Expr e, std::unordered_map<Expr, Expr> actuals, unsigned thread) const;
  // Of loops around one that runs ahead (run_ahead_values.cpp).
  Expr carriedValue(const LoopRun& loop, std::size_t variable, unsigned thread, Expr counter);
  Expr carriedAt(const LoopRun& outer, std::size_t variable, unsigned thread, Expr position);
  Expr carriedClosed(const LoopRun& outer, std::size_t variable, unsigned thread, Expr position);
  Expr carriedResult(const LoopRun& outer, std::size_t variable, unsigned thread, Expr position);
  Expr aheadAfter(const LoopRun& outer, unsigned thread, Expr counter);
  Expr greatestBound(const LoopRun& outer, unsigned thread, Expr counter);
  bool runsOnceMore(const LoopRun& inner) const;
  bool fillsAhead(const LoopRun& loop) const;
  unsigned accessesIn(const Loop& loop) const;
  bool isSetOrKept(const LoopRun& loop, std::size_t variable);
  // Of counters that go up in some iterations only (guarded_counts.cpp).
  Expr guardedCount(const LoopRun& loop, std::size_t variable, unsigned thread, Expr counter);
  Expr countOf(const LoopRun& loop, std::size_t variable, Expr next, unsigned thread, Expr counter);
  GuardParts partsOf(const LoopRun& loop, Expr guard) const;
  std::optional<HeldPattern> patternOf(const LoopRun& loop, Expr condition, unsigned thread);
  Expr timesTaken(const LoopRun& loop, Expr guard, unsigned thread, Expr counter);
  Expr steadyCondition(const LoopRun& loop, const std::vector<Expr>& terms) const;
  Expr byCases(const LoopRun& loop, unsigned thread, const std::vector<Expr>& next,
               const std::function<Expr(const std::vector<Expr>&)>& value, unsigned cost = 0);
  Expr knowledgeOfCount(const LoopRun& loop, std::size_t variable, unsigned thread, Expr counter);
  Expr timesHeld(const LoopRun& loop, Expr condition, unsigned thread, Expr count);
  Expr knownAt(Expr e, const LoopRun& loop, unsigned thread, Expr counter);
  std::optional<unsigned> iterationsAhead(const LoopRun& loop, Expr condition) const;
  bool isInvariant(const LoopRun& loop, Expr e) const;
  Expr closedValue(const ClosedForm& form, const LoopRun& loop, std::size_t variable,
                   unsigned thread, Expr counter);
  Expr affineValue(Expr initial, Expr step, Expr counter);
  Expr resizedCounter(Expr counter, unsigned width);
  Expr shiftedValue(const ClosedForm& form, Expr initial, Expr counter);
  Expr periodicValue(const ClosedForm& form, const LoopRun& loop, std::size_t variable,
                     unsigned thread, Expr counter);
  // Of orbits that some iterations leave out (guarded_orbits.cpp).
  Expr guardedOrbit(const LoopRun& loop, std::size_t variable, unsigned thread, Expr counter);
  Expr orbitValue(const LoopRun& loop, const LoopSummary& summary, const std::vector<Expr>& initial,
                  std::size_t variable, unsigned thread, Expr times, unsigned cases = 4);
  Expr orbitUnderGuard(const LoopRun& loop, std::size_t variable, unsigned thread, Expr counter,
                       bool byEnd);
  Expr guardOf(const LoopRun& loop, Expr condition, bool byEnd) const;
  Expr fixedPartOf(const LoopRun& loop, Expr condition, unsigned thread) const;
  // Of variables that some iterations set (guarded_settings.cpp).
  Expr lastSetting(const LoopRun& loop, Expr next, Expr head, unsigned thread, Expr counter,
                   Expr current);
  // Of variables that few iterations set (latest_values.cpp).
  Expr knownLatest(const LoopRun& loop, std::size_t variable, unsigned thread, Expr counter);
  // Of positions that go round a ring (ring_values.cpp).
  Expr ringValue(const LoopRun& loop, std::size_t variable, unsigned thread, Expr counter);
  // Of elements that iterations store (array_fills.cpp).
  Expr iterationAt(const LoopRun& loop, unsigned thread, Expr index, Expr element, Expr& unique,
                   Expr completed);
  bool staysInLoop(const LoopRun& loop, Expr bound) const;
  // How many iterations there can be (iteration_bounds.cpp).
  void noteCounterFits(const LoopRun& loop, Expr fact, std::size_t variable,
                       const PerThread& going);
  void boundByFact(const LoopRun& loop, Expr fact, std::size_t variable, const PerThread& going);
  Expr valuesOnce(const LoopRun& loop, Expr fact, std::size_t variable);
  Expr fitsBelowBound(const LoopRun& loop, const Inequality& inequality, std::size_t variable,
                      unsigned thread);
  Expr withinBound(const LoopRun& loop, const Inequality& inequality, std::size_t variable,
                   unsigned thread);
  std::optional<BigInt> mostIterations(const LoopRun& loop, unsigned thread);
  std::optional<BigInt> iterationsOf(const LoopRun& loop, const Inequality& inequality,
                                     std::size_t variable, unsigned thread);
  std::optional<unsigned> tripCount(const LoopRun& loop, unsigned thread);
  void noteNotUnrolled(const Loop& loop, unsigned count);
  const LoopSummary& summaryOf(const LoopRun& loop) const {
    return run_.subject.summaries[loop.loop.index];
  }

  PairRun& run_;
  Evaluator& evaluator_;
  std::map<Expr, Expr> latestValues_;  // by what else was arbitrary
  // How many complete iterations the facts allow, by loop and initial values.
  std::map<std::pair<unsigned, std::vector<Expr>>, std::optional<unsigned>> tripCounts_;
};

}  // namespace barricade
