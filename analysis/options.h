// What a user can ask of the verifier; plain data, filled from the command line or by a test.
// The options' names and defaults on the command line are in barricade/option_table.cpp.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/checks.h"
#include "finding/result.h"
#include "ir/expr.h"
#include "ir/source.h"

namespace barricade {

class QueryDump;
class Execution;
class Problem;
class SolverSession;
struct ErrorCondition;
struct Array;
struct VerificationResult;

// How what an array holds is modelled, when it is written.
enum class ArrayModel {
  Auto,         // adversarial first, contents kept where a finding depends on them
  Adversarial,  // any value at each read
  Equality,     // contents kept between barriers
};

struct ExcludedValue {
  const Variable* array = nullptr;
  BigInt value;
  bool operator==(const ExcludedValue&) const = default;
};

// No element of the array is taken to come to more, by what a kernel adds to it.
struct CountLimit {
  const Variable* array = nullptr;
  BigInt most;
  bool operator==(const CountLimit&) const = default;
};

// The size of a launch in one dimension: a number, or any positive number (`*`).
struct LaunchSize {
  std::optional<BigInt> value;
};

// Dimensions x, y, z as the user gave them. A dimension that was not given keeps what the axioms
// of the program say of it; giving x alone makes y and z 1 where the axioms are silent.
using LaunchSizes = std::array<std::optional<LaunchSize>, 3>;

// A race that a run has shown: where to look for one.
struct SeenRace {
  struct Access {
    LocationId location = noLocation;
    std::string kind;                               // as in FindingPlace
    std::array<std::uint64_t, 3> local{}, group{};  // of the thread
    std::vector<LoopIteration> iterations;
  };
  const Array* array = nullptr;
  BigInt offset;  // of the element
  std::array<Access, 2> accesses{};
  std::map<const Variable*, BigInt> values;  // of parameters and constants in the run
  std::vector<const Variable*> ordered;      // arrays that held a[i] <= a[i + 1] at kernel entry
};

// How long to look for a run that shows a finding: one that a more exact encoding may still refute
// is not worth much, and one that a run has come upon needs no other.
enum class ConfirmEffort { Quick, Thorough, Known };

struct VerifyOptions {
  // What to verify.
  std::string kernel;          // source or IR name; empty: the only kernel
  bool allProcedures = false;  // also procedures that no kernel calls, as entries
  // Values of the scalar parameters in order; nothing stands for any.
  std::vector<std::optional<BigInt>> kernelArgs;
  LaunchSizes groupSize;       // --blockDim, --local_size
  LaunchSizes numGroups;       // --gridDim, --num_groups
  LaunchSizes globalSize;      // --global_size: groupSize * numGroups
  unsigned maxThreads = 1024;  // of a group whose size is not fixed; at most 2^20

  // What to check.
  Checks checks;
  bool onlyIntraGroup = false;  // no races between groups
  bool ignoreOverflow = false;  // errors that need the kernel's arithmetic to wrap around are none
  bool overflowIsCondition = false;  // races that need it, shown by no run, make a condition
  bool benignTolerance = true;       // writes that change nothing, and equal writes, do not race
  bool asymmetricAsserts = false;    // assertions for the first thread only
  bool asyncNeedsBarrier = false;    // a wait completes an async copy for the waiting thread only
  std::vector<const Variable*> ordered;  // arrays of which 0 <= a[i] <= a[i + 1] is assumed
  bool assumesRows = false;              // some of these are only read: where rows begin
  // Arrays of which no two elements are taken to be equal or, where the kernel adds to them, of
  // which no two are taken to give one number.
  std::vector<const Variable*> distinct;
  std::vector<const Variable*> begins;    // arrays whose elements begin ranges that do not overlap
  std::vector<const Variable*> naturals;  // arrays without elements that are negative, with a sign
  std::vector<ExcludedValue> excluded;    // that no element of an array is taken to be
  std::vector<CountLimit> limits;         // of arrays to which the kernel adds
  unsigned warpSync = 0;                  // threads of a warp that run in lock step; 0: none

  // How to verify.
  ArrayModel arrayModel = ArrayModel::Auto;
  bool infer = true;        // infer loop invariants
  bool inlineCalls = true;  // false: calls by contract
  unsigned loopUnwind = 0;  // bug finding: this many iterations, no invariants; 0: off
  bool mathInt = false;     // unbounded integers instead of bit vectors

  unsigned explicitBodies = 4;  // exact iterations after the logged one, where barriers are
                                // conditional; 0: none

  // Limits.
  unsigned errorLimit = 5;      // distinct findings a kernel; 0: no limit
  bool searchToEnd = false;     // no limit on the work for further findings, once there is one
  double timeout = 0;           // seconds in all; 0: none
  double processorTimeout = 0;  // the same, of the processor
  double queryTimeout = 0;      // seconds of the processor a solver query; 0: none
  unsigned jobs = 1;            // processes at a time

  // What to print meanwhile.
  bool verbose = false;                    // progress on standard error
  std::shared_ptr<QueryDump> dumpQueries;  // has each query, as SMT-LIB; null: none
  std::vector<std::string> printStages;    // "inlined", "watched", ... (dump.h)
  bool printsMeanwhile() const { return verbose || dumpQueries || !printStages.empty(); }
  // Runs the kernel concretely to see whether the finding happens. What it confirms needs no more
  // exact encoding. When it is empty, `unconfirmed` says why findings are no more than possible.
  std::function<Confirmation(const Finding&, ConfirmEffort)> confirm;
  // Makes a few runs, for races that questions take long to find. May be empty.
  std::function<std::vector<SeenRace>()> probe;
  // Races that runs have shown so far which were to confirm others, in this order. May be empty.
  std::function<std::vector<SeenRace>()> comeUpon;
  std::string unconfirmed = "no run of the kernel was made";

  // Called with each finding once it stands. May be empty.
  std::function<void(const Finding&)> found;
  // Called with each model that a finding about the kernel is described from; the last one is that
  // of the finding. May be empty.
  std::function<void(Problem&, const Execution&, const ErrorCondition&, SolverSession&)> described;
  // Called with what is established so far whenever that has grown (a finding, a query answered):
  // what is reported should time or memory run out inside the next query. May be empty.
  std::function<void(const VerificationResult&)> established;
};

}  // namespace barricade
