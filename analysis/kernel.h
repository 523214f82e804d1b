// A kernel made ready for verification: calls inlined, and everything known that does not depend on
// the pair of threads. Each part is the value of one analysis; this is where they are looked up
// together.
//
// It has more methods than most classes: they are the questions that a part of an encoding asks.
#pragma once

#include <memory>
#include <unordered_set>
#include <vector>

#include "analysis/array_usage.h"
#include "analysis/branches.h"
#include "analysis/definitions.h"
#include "analysis/endings.h"
#include "analysis/expressions.h"
#include "analysis/launch.h"
#include "analysis/loop_facts.h"
#include "analysis/regions.h"
#include "analysis/slice.h"
#include "analysis/variables.h"
#include "ir/cfg.h"
#include "ir/liveness.h"
#include "ir/program.h"

namespace barricade {

struct Counters;

class Kernel {
 public:
  // `procedure` must have a body and reducible control flow. Sizes and bounds are for
  // analysis/array_results.h and `greatestIds`.
  Kernel(Program& program, Procedure& procedure, Interest interest,
         const GreatestSize* size = nullptr, const SumBounds& bounds = {});

  Program& program() const { return program_; }
  Procedure& procedure() const { return procedure_; }
  Interest interest() const { return interest_; }
  const ControlFlow& flow() const { return flow_; }
  const Region& region(int loop) const { return regions_[static_cast<std::size_t>(loop) + 1]; }
  const Branch& branch(unsigned block) const { return branches_.ofBlock[block]; }
  bool guardIsBranch(unsigned block) const { return branches_.guardIsBranch[block]; }
  // Whether threads do nothing but return from there on.
  bool onlyReturns(unsigned block) const { return endings_[block]; }

  // Variables: parameters, results and locals, numbered.
  std::size_t variableCount() const { return variables_.all.size(); }
  Variable* variable(std::size_t i) const { return variables_.all[i]; }
  std::size_t indexOf(const Variable* v) const { return variables_.indices.at(v); }
  bool isLocal(const Variable* v) const { return variables_.indices.contains(v); }
  bool isTemporary(const Variable* v) const { return temporaries_.contains(v); }
  bool maybeUninitialized(std::size_t i) const { return uninitialized_[i]; }
  // Parameters of a kernel are equal for all threads; those of other procedures are not, nor are
  // variables that nobody has set.
  bool isEqualAtEntry(std::size_t i) const;

  // The slice: what a verdict depends on; all variables of an expression.
  bool inSlice(const Variable* v) const { return slice_.all.contains(v); }
  bool inSlice(Expr e) const;
  // Whether conditions, assertions or indices depend on it, not only written values.
  bool inControlSlice(const Variable* v) const { return slice_.control.contains(v); }
  // Whether they depend on what number it is, not only on what it is equal to.
  bool countsAsNumber(const Variable* v) const { return slice_.numbers.contains(v); }

  const std::vector<std::size_t>& modifiedIn(unsigned loop) const { return loops_[loop].modified; }
  // Whether the variable's value is used after the loop, by threads that have been in it or not, or
  // when it is entered again.
  bool liveAfter(std::size_t variable, unsigned loop) const;
  bool liveAtHead(std::size_t variable, unsigned loop) const;
  bool hasConditionalBarrier(unsigned loop) const { return loops_[loop].hasConditionalBarrier; }
  bool hasConditionalBarrier() const;  // in any loop
  const std::vector<const Statement*>& invariants(unsigned loop) const {
    return loops_[loop].invariants;
  }

  // No id of a thread in its block is greater, where it is known how large blocks are.
  const SingleDefinitions::KnownBounds& greatestIds() const { return greatestIds_; }

  // Of what threads do in phases.
  const Counters& counters() const { return *counters_; }

  const std::vector<KernelArray>& arrays() const { return usage_.arrays; }
  std::size_t arrayIndex(const Variable* v) const { return usage_.indices.at(v); }
  // By any means, or otherwise than by atomics.
  bool loopWrites(unsigned loop, std::size_t array) const { return usage_.loopWrites[loop][array]; }
  bool loopStores(unsigned loop, std::size_t array) const { return usage_.loopStores[loop][array]; }

 private:
  Program& program_;
  Procedure& procedure_;
  Interest interest_;
  ControlFlow flow_;
  Liveness liveness_;
  std::vector<Region> regions_;
  Branches branches_;
  std::vector<bool> endings_;
  Variables variables_;
  std::unordered_set<const Variable*> temporaries_;
  std::vector<bool> uninitialized_;
  Slice slice_;
  ArrayUsage usage_;
  std::shared_ptr<const Counters> counters_;
  std::vector<LoopFacts> loops_;
  SingleDefinitions::KnownBounds greatestIds_;
};

}  // namespace barricade
