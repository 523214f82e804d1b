// Tries to make a counterexample happen: completes what it leaves open (launch sizes, parameters,
// array contents), runs the kernel, and looks for the same finding.
#pragma once

#include "finding/result.h"
#include "interpreter/interpreter.h"

namespace barricade {

struct ReplayOptions {
  bool benignTolerance = true;
  bool waitCompletesCopy = true;
  std::uint64_t stepLimit = 2'000'000;      // of each run
  std::uint64_t maximalThreads = 1u << 13;  // in a run of the whole launch
  unsigned endlessRuns = 4;                 // so many at that limit, and no more are made
  std::uint64_t steps = ~0ull;              // of all runs together, but for the last one
  double seconds = 2;                       // for all runs
  // Threads do what they do whether others run or not (analysis/independent_threads.h).
  bool threadsAreIndependent = false;
};

struct ReplayOutcome {
  bool confirmed = false;
  std::string reason;                   // why not
  SourceChain place;                    // of what the reason speaks of, if it has one
  std::optional<RunFinding> finding;    // what the run showed
  std::optional<RunFinding> elsewhere;  // else one of the same kind, at another place
  LaunchConfiguration launch;           // of that run
  unsigned runs = 0;
};

// Confirmed: a run shows a finding of the same kind, on the same array, at the same source
// positions (in either order; positions the finding does not know match all). The run has the
// counterexample's values where that is possible, else others: an execution that shows the error
// is proof whatever its inputs. `kernel` is the procedure that was verified.
ReplayOutcome replay(const Program& program, const Procedure& kernel, const Finding& finding,
                     const ReplayOptions& options);

}  // namespace barricade
