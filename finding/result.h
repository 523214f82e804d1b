// What a verification found, as a value: the text, JSON, SARIF and HTML reports are functions of
// it.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/program.h"

namespace barricade {

// Conditional: right under a condition on sizes and parameters, wrong without it.
enum class Verdict { Verified, Conditional, Refuted, Undecided, Rejected };

enum class FindingKind {
  Race,
  Divergence,
  Assertion,
  Invariant,
  Precondition,
  Postcondition,
  Bounds,
  ConstantWrite,
  NullPointer,
  BarrierInvariant,
  Async,            // an asynchronous copy or wait that the group does not make together
  Synchronization,  // a primitive is used as it must not be: mask, count, phase
  Uninitialized,    // a read of shared memory where nobody has written
  Overflow,         // arithmetic that leaves its type or that C leaves undefined
  Misaligned,       // an access whose address is no multiple of what its type demands
  SharedMemory,     // a launch takes more shared memory than a block has, or than it gives
};

std::string_view toString(Verdict verdict);   // "verified", ...
std::string_view toString(FindingKind kind);  // "race", "constant-write", "null-pointer", ...
std::string_view toString(AccessKind kind);   // "read", "write", "atomic"

// A thread of the launch by its coordinates (x, y, z), in decimal.
struct ThreadId {
  std::array<std::string, 3> local;
  std::array<std::string, 3> group;
};

// How often the loops around an access had been entered, outermost first, counted from 0.
struct LoopIteration {
  SourcePosition loop;
  std::string iteration;
};

// One place in the program that takes part in a finding: an access, a barrier or an assertion.
struct FindingPlace {
  SourceChain location;  // with the call chain; may be empty
  std::string kind;      // "read", "write", "atomic", "barrier", "assertion"
  std::optional<ThreadId> thread;
  std::vector<LoopIteration> iterations;
  bool reached = true;           // divergence: whether this thread is at the barrier
  std::optional<Scope> scope{};  // of an atomic access
};

struct NamedValue {
  std::string name;      // in source terms where known
  std::string value;     // decimal; of structures hexadecimal
  bool relevant = true;  // false when the finding does not depend on it
  bool isSize = false;   // of the launch; if not relevant, any that has the threads will do
};

// Everything a concrete run needs to try to reproduce the finding.
struct Witness {
  std::map<const Variable*, BigInt> constants;  // launch sizes and other constants
  std::map<const Variable*, BigInt> parameters;
  std::array<std::map<const Variable*, BigInt>, 2> threadIds;  // local_id_*, group_id_*
  // Known contents of arrays at kernel entry: array -> (element index, value).
  std::map<const Variable*, std::vector<std::pair<BigInt, BigInt>>> contents;
  std::vector<const Variable*> zeroed;      // arrays that are taken to hold 0 at kernel entry
  std::vector<const Variable*> likelyZero;  // that often do, as what atomic operations change
  std::vector<const Variable*> ordered;     // arrays that held a[i] <= a[i + 1] in a run that tells
};

// Whether a run of the kernel has shown a finding. If none has, the finding is possible, and there
// is a reason why it is no more than that.
class Confirmation {
 public:
  static Confirmation byRun() { return Confirmation(true, {}); }
  static Confirmation bySizes() { return Confirmation(true, "the sizes alone decide"); }
  // `place`: of what the reason speaks of, if it has one.
  static Confirmation possible(std::string because, SourceChain place = {}) {
    assert(!because.empty());
    Confirmation confirmation(false, std::move(because));
    confirmation.place_ = std::move(place);
    return confirmation;
  }
  // A run has shown it, of the kernel by itself; it need not be one of the program.
  static Confirmation byRunOfTheKernelAlone(std::string because) {
    Confirmation confirmation = possible(std::move(because));
    confirmation.isShown_ = true;
    return confirmation;
  }
  bool isConfirmed() const { return confirmed_; }
  // By whatever run, or because it needs none: the search for a better counterexample ends.
  bool isShown() const { return isShown_; }
  const std::string& reason() const { return reason_; }  // empty when it is confirmed by a run
  const SourceChain& place() const { return place_; }

 private:
  Confirmation(bool confirmed, std::string reason)
      : confirmed_(confirmed), isShown_(confirmed), reason_(std::move(reason)) {}
  bool confirmed_;
  bool isShown_;
  std::string reason_;
  SourceChain place_;
};

// That a counterexample needs arithmetic of the kernel to wrap around (encoding/overflow.h).
struct Overflow {
  std::string what;     // "the index", "a loop counter", "a value in a condition"
  bool needed = false;  // there is none without; else none was found in the time there was
};

struct Finding {
  FindingKind kind = FindingKind::Race;
  std::string detail;       // races: "read-write", "write-write", "write-read", "atomic-write", ...
  std::string message;      // one line, without location
  bool lostUpdate = false;  // races: of two read-modify-writes, so that one's change may be lost
  bool interGroup = false;  // the threads are in different groups
  const Array* array = nullptr;  // races, bounds, constant writes
  std::string element;           // in source terms: "tile[2][5]", "body[7] (byte 4)"
  std::string offset;            // modelled element index, decimal
  std::optional<Overflow> overflow;
  // Races: what fences and atomic operations lack for ordering the accesses; empty: not known.
  std::string unordered;
  SourceChain unorderedPlace;        // of what the reason speaks of
  bool lacksBarrier = false;         // a barrier beside them would order the accesses
  std::vector<FindingPlace> places;  // races: the logged access, then the checked one
  std::vector<NamedValue> values;
  Confirmation confirmation = Confirmation::possible("no run of the kernel was made");
  Witness witness;
  bool isOfRun = false;  // a run alone tells of it: no model of the solver is at hand
};

// Whether they are of one kind, on one array, at the same known places.
bool isSame(const Finding& first, const Finding& second);

// Why the input cannot be verified at all.
struct Rejection {
  SourcePosition place;  // of the IR text when the source is unknown; line 0: the file as a whole
  std::string message;
};

struct QueryStatistics {
  unsigned count = 0;
  unsigned satisfiable = 0;
  unsigned unknown = 0;
  double seconds = 0;
  std::uint64_t work = 0;  // steps of the engine that counts them
};

struct Statistics {
  double seconds = 0;
  double solverSeconds = 0;
  // From the start to the first question about errors that was satisfiable, and to the first
  // finding that stands.
  std::optional<double> firstSatisfiable;
  std::optional<double> firstFinding;
  std::map<std::string, QueryStatistics> queries;  // by name
  std::map<std::string, double> counters;  // "candidates tried", "terms", "checks", "clauses", ...
  double peakMemoryMb = 0;
};

// Steps of all engines.
std::uint64_t workIn(const Statistics& statistics);

// A launch by its sizes and the values of the parameters; empty where there is none to show.
using LaunchValues = std::vector<NamedValue>;

// One of the conditions that must hold together, and what happens where it does not.
struct ConditionClause {
  std::string text;               // alternatives with `||`: an expression of C
  std::vector<Finding> excluded;  // examples, first those of which the own launch is excluded
};

// What must hold of sizes and parameters for a kernel to be right (docs/verification.md).
struct Condition {
  std::string text;    // an expression of C over blockDim.x, gridDim.x, .. and parameters, or "1"
  bool exact = false;  // it is necessary as well: without it there is a launch that goes wrong
  bool assumesNoOverflow = false;  // it suffices where the kernel's arithmetic does not wrap around
  std::vector<std::string> ordered;   // it suffices where 0 <= a[i] <= a[i + 1] in these arrays,
  std::vector<std::string> distinct;  // where no two elements of one of these are equal
  std::vector<std::string> contents;  // and where these hold of all elements: "key[i] != 0"
  std::vector<ConditionClause> clauses;
  LaunchValues bad, good;
};

// Whether a kernel leaves what the sequential function leaves that it is compared with. Runs that
// are equal prove nothing.
struct Equivalence {
  bool isRefuted = false;
  std::string reference;       // source name
  unsigned runs = 0;           // that were equal
  std::uint64_t elements = 0;  // of arrays, at most, in one of them
  bool rounded = false;        // equal but for the rounding of floating-point numbers
  std::string reason;          // why there are no runs
};

struct VerificationResult {
  // Of all but the equivalence, unless that is refuted.
  Verdict verdict = Verdict::Undecided;
  std::string kernel;  // source name
  std::vector<Finding> findings;
  std::optional<Condition> condition;  // of a conditional verdict
  std::optional<Equivalence> equivalence;
  std::vector<Rejection> rejections;
  std::vector<std::string> undecided;  // what could not be decided, and why
  std::vector<std::string> notes;      // "memory fences are ignored", ...
  Statistics statistics;
};

}  // namespace barricade
