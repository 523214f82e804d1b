// Runs a kernel concretely: all threads of all groups, under synchronous semantics with delayed
// visibility, while it watches for data races, barrier divergence, failing assertions, bad
// pointers and (on request) accesses outside of arrays. It is the oracle that the verifier is
// judged by, so it shares no code with it.
//
//   LaunchConfiguration launch;
//   launch.groupSize[0] = 64;
//   launch.values[parameter] = 100;
//   launch.contents[array] = ArrayContents::random(7);
//   RunResult result = run(program, *program.kernels().front(), launch, {});
//   for (const RunFinding& finding : result.findings) std::cout << finding.message << '\n';
//
// Semantics (docs/interpreter.md): a thread runs to its next barrier; it sees its own writes at
// once, those of other threads after the barrier that orders them. Two accesses of one element by
// different threads conflict when no barrier with the fence of the array's memory lies between;
// threads of different groups are ordered by grid barriers only.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "finding/result.h"
#include "interpreter/contents.h"
#include "ir/program.h"

namespace barricade {

class RunObserver;

struct ThreadIndex {
  std::array<std::uint64_t, 3> local{};
  std::array<std::uint64_t, 3> group{};
  auto operator<=>(const ThreadIndex&) const = default;
  std::string toString() const;  // "thread (3,0,0) of block (1,0,0)"
};

struct LaunchConfiguration {
  // What is not set follows from the axioms of the program, else: `otherGroupSize` threads in a
  // group and 2 groups in x, 1 in y and z.
  std::array<std::optional<std::uint64_t>, 3> groupSize;
  std::array<std::optional<std::uint64_t>, 3> numGroups;
  // Kernel parameters and constants. Missing ones follow from equations among the axioms and the
  // kernel's preconditions, else parameters are `otherParameters` (RunResult::notes says so).
  std::map<const Variable*, BigInt> values;
  std::uint64_t otherGroupSize = 8;
  std::uint64_t otherParameters = 0;                  // of bit vectors that can hold it, else 0
  std::map<const Variable*, ArrayContents> contents;  // at kernel entry, by the array's variable
  ArrayContents otherContents;                        // of the arrays not in `contents`
};

// In which order the threads of a group run between two barriers.
struct Schedule {
  enum class Order { Ascending, Descending, Random };
  Order order = Order::Ascending;
  // Writes are seen by the threads that run later in the same barrier interval. Races are not
  // looked for then; such runs serve to compare final memories (interpreter/schedules.h).
  bool immediateVisibility = false;
  std::uint64_t seed = 0;  // of Order::Random
};

struct TraceStep {
  enum class Kind {
    Assign,
    Read,
    Write,
    Atomic,
    Barrier,
    GridBarrier,
    AsyncCopy,
    Wait,
    End,
    Synchronize  // a primitive of ir/synchronization.h
  };
  Kind kind = Kind::Assign;
  ThreadIndex thread;
  LocationId location = noLocation;
  const Variable* variable = nullptr;  // assigned, or the array accessed
  std::uint64_t offset = 0;            // element index of an access
  BigInt value;
};

struct RunOptions {
  bool benignTolerance = true;  // equal values do not race
  bool checkBounds = false;
  bool checkInitialization = false;  // of shared memory
  bool detectRaces = true;
  // An async copy that a thread has waited for is complete (OpenCL). Off: a barrier has to follow.
  bool waitCompletesCopy = true;
  bool awaitExited = false;  // barriers go without no thread, also where the kernel excuses some
  std::uint64_t stepLimit = 100'000'000;  // statements and copied elements, over all threads
  // Threads that make more steps between two barriers are left behind there: what others do until
  // their next barrier is an execution, too. Not where threads take turns.
  std::uint64_t turnLimit = ~0ull;
  std::uint64_t maximalThreads = 1u << 20;
  std::uint64_t seed = 0;  // of havocked values, uninterpreted functions and unknown results
  Schedule schedule;
  bool takeTurns = false;    // threads do, whether the kernel needs it or not
  bool keepContents = true;  // of arrays, as the run leaves them
  bool stopAtFirst = false;  // at the end of the barrier interval of the first finding
  // Only the groups of these two threads run, all threads of each; with `onlyThePair` no others.
  std::optional<std::pair<ThreadIndex, ThreadIndex>> selected;
  bool onlyThePair = false;
  unsigned otherGroups = 0;  // that run as well where those of the two do: the first ones
  std::function<void(const TraceStep&)> trace;
  RunObserver* observer = nullptr;  // interpreter/observer.h
};

struct RunIteration {
  SourceChain loop;             // ir/loop_location.h
  std::uint64_t iteration = 0;  // how often it had been repeated
};

// One place that takes part in a finding.
struct RunPlace {
  std::string kind;  // "read", "write", "atomic", "barrier", "grid barrier", "assertion", "end"
  LocationId location = noLocation;
  SourceChain chain;  // of `location` and the calls the interpreter was inside of
  ThreadIndex thread;
  std::vector<RunIteration> iterations;  // of the enclosing loops, outermost first
  std::uint64_t interval = 0;            // barriers the group had passed
  std::optional<BigInt> value;           // read or written
  bool asynchronous = false;             // by an async copy, for which `thread` stands
};

struct RunFinding {
  FindingKind kind = FindingKind::Race;
  std::string detail;   // races: "write-read", ... in the order of `places`
  std::string message;  // one line
  bool interGroup = false;
  const Array* array = nullptr;
  std::optional<BigInt> offset;  // element index
  std::vector<RunPlace> places;
  std::uint64_t occurrences = 1;  // with the same kind, array and positions
};

enum class RunStatus {
  Finished,
  StoppedAtFinding,      // RunOptions::stopAtFirst
  StepLimit,             // step limit reached
  PreconditionViolated,  // the launch contradicts an axiom or a precondition of the kernel
  AssumptionFailed,      // an `assume` of the kernel does not hold: no execution goes on from there
  Unsupported,           // a construct the interpreter cannot run
  TooLarge,              // more threads or memory than allowed
};
std::string_view toString(RunStatus status);

struct ArrayAfterwards {
  const Array* array = nullptr;
  std::optional<std::array<std::uint64_t, 3>> group;  // group-shared arrays
  std::map<std::uint64_t, BigInt> elements;           // those that were accessed
};

struct RunResult {
  RunStatus status = RunStatus::Finished;
  std::string message;  // why, unless Finished; with a position
  std::vector<RunFinding> findings;
  std::vector<ArrayAfterwards> arrays;  // global ones, and shared ones of the last group run
  std::uint64_t steps = 0;
  std::uint64_t threads = 0;
  std::array<std::uint64_t, 3> groupSize{};
  std::array<std::uint64_t, 3> numGroups{};
  std::vector<std::string> notes;  // what was assumed or left out
  // The threads took turns (docs/interpreter.md): what is seen depends on the schedule.
  bool interleaved = false;
  bool tookArbitrary = false;  // some value was chosen that the program leaves open
};

// `kernel` may have been inlined (ir/inline.h) or not: calls are executed either way.
RunResult run(const Program& program, const Procedure& kernel, const LaunchConfiguration& launch,
              const RunOptions& options);

}  // namespace barricade
