// Symbolic execution of a kernel by a pair of threads in lock step, under path conditions
// (docs/verification.md). It has two forms:
//
//   Races    loops by the watch transformation: thread 1 logs in one explicit iteration, thread 2
//            checks in that and later ones; collects race conditions.
//   Checks   one explicit iteration a loop; collects divergence, assertions, bounds and the
//            obligations of candidate invariants.
//
// The path condition of a block says for each thread that it runs it. Assignments are merged under
// it. A thread that is still inside a loop after the loop's last explicit iteration is *paused*: it
// takes no part in accesses and barriers any more, which is masked there and not in the path
// conditions, so that these stay uniform.
//
// Every error carries as part of its condition the assumptions made before it (never those made
// later): an assumption after an error must not hide it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analysis/uniformity.h"
#include "encoding/execution_record.h"
#include "encoding/subject.h"

namespace barricade {

class Execution {
 public:
  // `candidates` are those that skipped iterations assume and bodies are to maintain.
  Execution(Subject& subject, const ThreadPair& pair, const Uniformity& uniformity,
            std::span<const Candidate> candidates, ExecutionOptions options);

  const std::vector<Event>& events() const { return record_.events; }
  const std::vector<SignalEvent>& signals() const { return record_.signals; }
  const std::vector<SignalFacts>& signalFacts() const { return options_.signalFacts; }
  const std::vector<ErrorCondition>& errors() const { return record_.errors; }
  const std::vector<Obligation>& obligations() const { return record_.obligations; }
  const std::vector<std::string>& notes() const { return record_.notes; }
  const std::vector<ChannelCall>& channelCalls() const { return record_.channelCalls; }
  const KernelArithmetic& arithmetic() const { return record_.arithmetic; }
  // Of loops that count by an unknown number: what follows from their comparisons. True anyway, and
  // seldom worth the products that it is made of.
  const std::vector<Expr>& countersFit() const { return record_.countersFit; }
  // The element that is watched, of all arrays with this type of index that are accessed.
  Expr watchedOffset(Type index) const { return record_.watched.at(index); }
  Expr parameter(std::size_t variable) const { return record_.initial[variable]; }
  Expr preconditions() const { return record_.preconditions; }
  Expr noneIsBenign() const { return record_.noneIsBenign; }
  Expr writesChange() const { return record_.writesChange; }
  Expr goesWithoutEnded() const { return record_.goesWithoutEnded; }
  Expr sameWarp() const { return record_.sameWarp; }
  unsigned unrolledBodies() const { return record_.unrolledBodies; }
  bool hasUnrolled() const { return record_.unrolledBodies > 0; }
  // How many bodies there are in loops of few iterations that are not run one by one.
  unsigned bodiesNotUnrolled() const;
  // By those of the bounded loops that have been run: whether a thread goes on after the few
  // iterations that are all that is encoded.
  const std::map<unsigned, Expr>& goesOn() const { return record_.goesOn; }
  bool toleratesBenignRaces() const { return options_.benignTolerance; }

 private:
  void assume(Terms& terms, Expr facts);

  ExecutionOptions options_;
  ExecutionRecord record_;
};

}  // namespace barricade
