// Symbolic execution of a kernel by a pair of threads in lock step, under predicates
// (docs/verification.md). It has three forms:
//
//   Races    loops by the watch transformation: thread 1 logs in one explicit iteration, thread 2
//            checks in that and later ones; collects race conditions.
//   Checks   one explicit iteration a loop; collects divergence, assertions, bounds and the
//            obligations of candidate invariants.
//   Summary  one loop body by one generic thread, from arbitrary values (loop_summary.h).
//
// Predicates: `active[i]` of a block is the condition that thread i runs it. Assignments are merged
// under it. A thread that is still inside a loop after the loop's last explicit iteration is
// *paused*: it takes no part in accesses and barriers any more, which is masked there and not in
// the predicates, so that these stay uniform.
//
// Every error carries as part of its condition the assumptions made before it (never those made
// later): an assumption behind an error must not hide it.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "verifier/candidates.h"
#include "verifier/contents.h"
#include "verifier/event.h"
#include "verifier/subject.h"
#include "verifier/uniformity.h"

namespace barricade {

struct ExecutionOptions {
  enum class Form { Races, Checks, Summary };
  Form form = Form::Races;
  bool benignTolerance = true;
  bool checkBounds = false;
  bool asyncNeedsBarrier = false;
  unsigned warpSync = 0;
  std::vector<std::optional<BigInt>> arguments;  // of scalar parameters in order; unset: any
  unsigned explicitBodies = 0;                   // exact iterations right behind the logging one
  bool unroll = false;     // loops of few iterations are run iteration by iteration
  unsigned unwind = 0;     // bug finding: so many iterations, nothing skipped; 0: off
  std::vector<bool> kept;  // by array: contents are kept
  // The term for the variable of a guarded barrier; a barrier without one is always enabled.
  std::map<std::string, Expr> barrierVariables;
};

class Execution {
 public:
  // `candidates` are those that jumps assume and bodies are to maintain.
  Execution(Subject& subject, const ThreadPair& pair, const Uniformity& uniformity,
            std::span<const Candidate> candidates, ExecutionOptions options);

  void run();
  // Form Summary: the body of `loop` once; the condition of a complete iteration and the values
  // behind it (null for variables that do not matter).
  Expr runBody(unsigned loop, std::vector<Expr>& after);

  const std::vector<Event>& events() const { return events_; }
  const std::vector<ErrorCondition>& errors() const { return errors_; }
  const std::vector<Obligation>& obligations() const { return obligations_; }
  // The element that is watched, of all arrays with this type of index.
  Expr watchedOffset(Type index) const;
  Expr parameter(std::size_t variable) const { return initial_[variable]; }
  const std::vector<std::string>& notes() const { return notes_; }
  bool hasUnrolled() const { return unrolledBodies_ > 0; }
  bool toleratesBenignRaces() const { return options_.benignTolerance; }
  // The watched value is what every logged read saw and no checked write writes, and every logged
  // write changes the element: a model of these as well shows more of the races.
  Expr noneIsBenign() const { return noneIsBenign_; }
  Expr writesChange() const { return writesChange_; }
  // What the kernel's preconditions say of the pair.
  Expr preconditions() const { return preconditions_; }

 private:
  struct Pending {  // of one array
    Expr read, write, writeChanged, atomic, asyncRead, asyncWrite;
    Expr asyncReadHandle = nullptr, asyncWriteHandle = nullptr;
  };
  struct State {
    std::array<std::vector<Expr>, 2> values;
    PerThread paused{};
    std::vector<Pending> pending;
    std::array<std::vector<Contents>, 2> contents;  // equal pointers where the threads share
    Expr assumption = nullptr;
  };
  // What an explicit body does besides computing values.
  struct Pass {
    bool log = false;
    bool check = false;   // race checks, or the checks of form Checks
    bool pausing = true;  // a thread may be left behind in an inner loop
  };
  // A statement that the pair runs, under which predicates, and what is recorded of it.
  struct Step {
    const Statement& statement;
    const PerThread& active;
    Pass pass;
  };
  using Incoming = std::unordered_map<unsigned, PerThread>;
  struct LoopRun {
    const Loop& loop;
    PerThread active;                          // still in the loop
    Expr counter;                              // iterations completed
    std::array<std::vector<Expr>, 2> initial;  // values when the loop was entered
    Incoming exits;

    void addExit(Terms& terms, unsigned target, const PerThread& condition) {
      auto& sum = exits.try_emplace(target, PerThread{terms.no(), terms.no()}).first->second;
      for (unsigned t = 0; t < 2; ++t) sum[t] = terms.lor(sum[t], condition[t]);
    }
  };
  // Iteration counters: wide enough that no loop of a terminating kernel wraps them around.
  static constexpr unsigned counterWidth = 64;

  // Expressions.
  Expr evaluate(Expr e, unsigned thread, const PerThread& active);
  PerThread evaluate(Expr e, const PerThread& active);  // for each thread
  Expr anyValue(std::size_t variable);
  Expr currentValue(std::size_t variable, unsigned thread);
  Expr wasReturned(Expr used, unsigned thread, const PerThread& active);
  Expr readArray(const Variable* array, Expr index, unsigned thread);
  Expr readOnlyContents(const Variable* array, Expr index);
  Expr annotation(const Variable* variable) const;

  // Statements (execution_statements.cpp).
  void execute(const Step& step);
  void assign(const Assign& assign, const Step& step);
  void assignVariable(const Variable* variable, const PerThread& active, const PerThread& values);
  // What a target becomes; null where nothing depends on it.
  struct Assigned {
    PerThread index{};
    PerThread value{};
  };
  Assigned evaluateAssigned(const Target& target, Expr value, const PerThread& active);
  void logReads(const Assign& assign, const Step& step);
  void store(std::size_t array, const Assigned& assigned, const Step& step);
  void copyArray(std::size_t target, Expr source, const PerThread& active);
  void havocVariable(const Variable* variable, const PerThread& active);
  void checkAssertion(const Assert& check, const Step& step);
  void call(const Call& call, const Step& step);
  void atomic(const Call& call, const Step& step);
  void asyncCopy(const Call& call, const Step& step);
  void waitEvents(const Call& call, const Step& step);
  void checkTogether(const Call& call, const Step& step);

  // Barriers (execution_barriers.cpp).
  void barrier(const Call& call, const Step& step);
  Event barrierEvent(const Call& call, const Step& step);
  void passTogether(const Event& barrier, const Step& step);
  Expr passedByAll(const Event& barrier);
  void endPending(std::size_t array, const Event& barrier);
  void revealWrites(std::size_t array, const Event& barrier, bool valuesOnly);
  void barrierInvariant(const Call& call, const Step& step);
  void assumeBarrierInvariants(const PerThread& running, Expr enabled);
  Expr enabledTerm(const Call& call) const;

  // Accesses (execution_accesses.cpp).
  struct Access {
    AccessKind kind = AccessKind::Read;
    std::size_t array = 0;
    PerThread offset{};    // null when it is no single element
    PerThread touches{};   // the condition that it covers the watched offset
    PerThread value{};     // null when unknown
    PerThread previous{};  // writes: what was there, null when unknown
    PerThread handle{};    // asynchronous copies
    bool isAsync() const { return handle[0] != nullptr; }
  };
  Access elementAccess(AccessKind kind, const Variable* array, const PerThread& offset) const;
  void access(const Access& access, const Step& step);
  void logAccess(const Access& access, const PerThread& running);
  void checkAccess(const Access& access, const Statement& statement, const PerThread& running);
  void checkBounds(std::size_t array, Expr first, Expr count, const Statement& statement,
                   Expr running);
  bool observes(std::size_t array) const;  // whether the mode looks at races on it
  bool seesValues(std::size_t array) const;
  bool sameContents(std::size_t array) const;
  // What thread t's copy of the array holds where `condition[t]` is forgotten; where both share
  // one, condition[0] counts.
  void forget(std::size_t array, const PerThread& condition);
  void forget(std::size_t array, Expr condition) { forget(array, {condition, condition}); }
  PerThread contentsAt(std::size_t array, const PerThread& index);
  void synchronizeWarp(const PerThread& running);
  // Accesses to the array that no asynchronous copy makes stay pending where `condition` holds.
  void keepPending(std::size_t array, Expr condition);

  // Calls by contract (execution_contracts.cpp).
  // Of a call by contract: the values of the callee's parameters and results, by thread.
  using Actuals = std::array<std::unordered_map<Expr, Expr>, 2>;
  struct ContractCall;
  void contractCall(const Call& call, const Step& step);
  Expr instantiate(const Specification& spec, const ContractCall& contract, unsigned t);
  void requirePreconditions(const ContractCall& contract);
  std::vector<Access> forgetModified(const ContractCall& contract);
  void assumePostconditions(const ContractCall& contract, const std::vector<Access>& accesses);

  // Regions (execution_regions.cpp).
  PerThread runRegion(int loop, const PerThread& entry, Incoming& outside, Pass pass);
  void runBlock(unsigned block, const PerThread& active, Pass pass);
  std::vector<PerThread> edgeConditions(unsigned block, const PerThread& active);

  // Loops (execution_loops.cpp).
  void runLoop(const Loop& loop, const PerThread& entry, Incoming& outside, Pass pass);
  void jump(LoopRun& run, Pass pass);
  Expr valueBehindJump(const LoopRun& run, std::size_t variable, unsigned thread, Expr counter,
                       Expr taken, Expr arbitrary);
  void leaveDuringJump(LoopRun& run, const PerThread& leaving, Expr limit);
  void forgetContents(const Loop& loop, Expr taken);
  void endPendingInJump(const LoopRun& run, const PerThread& inside, Expr taken);
  void body(LoopRun& run, Pass pass);
  void summarizeLoop(LoopRun& run);
  void assumeInvariants(const LoopRun& run, Pass pass);
  void stateObligations(const LoopRun& run, Pass pass);
  void checkInvariants(const LoopRun& run, Pass pass);
  Expr invariantCondition(const LoopRun& run, const Statement& invariant, unsigned thread);
  LoopView view(const LoopRun& run);

  // What is known exactly at a loop head (execution_closed_forms.cpp).
  Expr freshCounter(const std::string& hint);
  Expr counterNumber(const BigInt& value);
  Expr instantiate(Expr e, const LoopRun& run, unsigned thread, Expr counter);
  Expr closedValue(const ClosedForm& form, const LoopRun& run, std::size_t variable,
                   unsigned thread, Expr counter);
  Expr resizedCounter(Expr counter, unsigned width);
  Expr shiftedValue(const ClosedForm& form, Expr initial, Expr counter);
  Expr periodicValue(const ClosedForm& form, const LoopRun& run, std::size_t variable,
                     unsigned thread, Expr counter);
  void assumeFacts(const LoopRun& run, const PerThread& inside, const PerThread& counters);
  void boundCounter(const LoopRun& run);
  void boundByComparison(const LoopRun& run, Expr fact, const PerThread& going);
  std::optional<unsigned> tripsToUnroll(const LoopRun& run);
  std::optional<unsigned> literalTrips(const LoopRun& run, unsigned thread);

  // Barriers that every complete iteration meets (surely_runs.cpp).
  Expr surelyRuns(const Loop& loop, std::optional<AddressSpace> space);
  Expr barrierIn(const Block& block, std::optional<AddressSpace> space) const;

  unsigned threads() const { return pair_.mode == Mode::Single || isSummary() ? 1 : 2; }
  bool isSummary() const { return options_.form == ExecutionOptions::Form::Summary; }
  bool isRaces() const { return options_.form == ExecutionOptions::Form::Races; }
  bool isChecks() const { return options_.form == ExecutionOptions::Form::Checks; }
  void assume(Expr e) { state_.assumption = terms_.land(state_.assumption, e); }
  PerThread running(const PerThread& active) const;  // active and not paused
  void report(ErrorCondition error);

  const Subject& subject_;
  const Kernel& kernel_;  // of the subject, as are the next two
  Terms& terms_;
  const LaunchFacts& facts_;
  const ThreadPair& pair_;
  const Uniformity& uniformity_;
  std::span<const Candidate> candidates_;
  ExecutionOptions options_;
  ContentsPool contentsPool_;

  State state_;
  std::vector<Expr> initial_;  // values at kernel entry
  Expr preconditions_ = nullptr;
  unsigned unrolledBodies_ = 0;
  mutable std::map<Type, Expr> watched_;  // by type of index, made when asked for
  std::vector<Expr> watchedValue_;        // by array
  Expr noneIsBenign_ = nullptr;
  Expr writesChange_ = nullptr;
  std::vector<LoopPosition> position_;
  std::vector<Event> events_;
  std::vector<ErrorCondition> errors_;
  std::vector<Obligation> obligations_;
  std::vector<std::string> notes_;
  struct AtomicResult {
    Expr active, offset, result;
    unsigned thread;
  };
  std::map<std::size_t, std::vector<AtomicResult>> atomicResults_;  // monotonic ones, by array
  std::vector<const Call*> barrierInvariants_;                      // stated for the next barrier
  // What local_id_x means to a thread and to the other one, while a barrier invariant is
  // instantiated.
  std::optional<PerThread> instantiatedIds_;
  const Actuals* actuals_ = nullptr;  // while a contract is evaluated
  // While a contract is evaluated: whether an access has occurred, before and after the call.
  std::map<const Variable*, std::pair<Expr, Expr>> contractAccesses_;
  const State* oldState_ = nullptr;
  std::map<std::pair<unsigned, std::optional<AddressSpace>>, Expr> surelyRuns_;
  // How many complete iterations the facts allow, by loop and initial values.
  std::map<std::pair<unsigned, std::vector<Expr>>, std::optional<unsigned>> trips_;
};

}  // namespace barricade
