// Values that the source computes and the IR leaves open: results of functions that the lowering
// knows by their contract alone, as sums of CUB or products of matrices. Any value is allowed for
// them, where the program has one: so an execution of the IR that hangs on such a value need not be
// one of the program. What hangs on them is found by data and control dependence.
#pragma once

#include <unordered_set>
#include <vector>

#include "ir/cfg.h"
#include "ir/program.h"

namespace barricade {

class UnknownValues {
 public:
  explicit UnknownValues(const Procedure& procedure);
  // Of those that are read from the array, in place of results of functions.
  UnknownValues(const Procedure& procedure, const Variable* array);

  bool any() const { return !variables_.empty(); }
  // Whether they have a say in how often threads come to the statement, or to which elements.
  bool decide(const Block& block, const Statement& statement) const;
  // Whether they have in which barriers threads meet.
  bool decideBarriers() const { return decideBarriers_; }

 private:
  void findWhatHangsOnThem();
  bool mentioned(Expr e) const;
  bool mentionedInIndex(Expr e) const;
  void follow(const Block& block, const Statement& statement);
  void follow(const Variable* variable);
  void followBranch(const ControlFlow& flow, unsigned block);

  const Procedure& procedure_;
  std::unordered_set<const Variable*> variables_;  // locals, and arrays by what they hold
  std::vector<bool> blocks_;
  bool decideBarriers_ = false;
  bool changed_ = false;
};

}  // namespace barricade
