// A kernel made ready for verification: calls inlined, loops and regions known, variables
// numbered, and the facts that do not depend on the pair of threads: which variables matter to any
// verdict, which arrays are written, what is modified in each loop.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/cfg.h"
#include "ir/liveness.h"
#include "ir/program.h"

namespace barricade {

// The blocks and inner loops of one loop body (or of the whole procedure) in topological order;
// an inner loop counts as one item. Edges to the header and out of the loop lead to the end.
struct Region {
  struct Item {
    bool isLoop = false;
    unsigned index = 0;    // of the block or the loop
    int sameControl = -1;  // an earlier item that is executed exactly when this one is
  };
  int loop = -1;
  std::vector<Item> items;
  std::unordered_map<unsigned, unsigned> itemOfBlock;  // by the first block (header of a loop)
};

struct KernelArray {
  Array* array = nullptr;
  bool read = false;     // by the kernel's statements
  bool written = false;  // plainly
  bool atomic = false;
  bool async = false;  // touched by asynchronous copies
  const Call* firstAtomic = nullptr;
  bool monotonic = false;  // all atomics on it are one counting operation
  bool readOnly() const { return !written && !atomic && !async; }
  bool influences = false;  // contents reach a condition, an assertion or an index
};

// How one successor of a block is chosen.
struct Branch {
  enum class Kind { Always, Guarded, Choice };
  Kind kind = Kind::Always;
  std::vector<Expr> guards;  // Guarded: one condition a successor, exclusive and complete;
                             // Choice: the condition that the successor's guard demands, or null
};

class Kernel {
 public:
  struct Interest {
    bool writtenValues = false;   // stored in arrays that can race: to tell benign writes
    bool privateIndices = false;  // for array bounds
  };

  // `procedure` must have a body and reducible control flow.
  Kernel(Program& program, Procedure& procedure, Interest interest);

  Program& program() const { return program_; }
  Procedure& procedure() const { return procedure_; }
  const ControlFlow& flow() const { return flow_; }
  const Region& region(int loop) const { return regions_[static_cast<std::size_t>(loop) + 1]; }
  const Branch& branch(unsigned block) const { return branches_[block]; }
  // Whether the partition guard of `block` is already part of the branches into it.
  bool guardIsBranch(unsigned block) const { return guardIsBranch_[block]; }

  // Variables: parameters, results and locals, numbered.
  std::size_t variableCount() const { return variables_.size(); }
  Variable* variable(std::size_t i) const { return variables_[i]; }
  std::size_t indexOf(const Variable* v) const { return indices_.at(v); }
  bool isLocal(const Variable* v) const { return indices_.contains(v); }
  bool matters(const Variable* v) const { return relevant_.contains(v); }
  // Assigned once, and every use is dominated by that and in the same iteration: needs no merge.
  bool isTemporary(const Variable* v) const { return temporaries_.contains(v); }

  bool matters(Expr e) const;  // whether all its variables do
  // Whether conditions, assertions or indices depend on it, not only written values.
  bool steers(const Variable* v) const { return steering_.contains(v); }
  // Whether some use may see no earlier assignment.
  bool maybeUninitialized(std::size_t i) const { return uninitialized_[i]; }
  // Parameters of a kernel are equal for all threads; those of other procedures are not, nor are
  // variables that nobody has set.
  bool isEqualAtEntry(std::size_t i) const {
    return variables_[i]->kind == Variable::Kind::Parameter
               ? procedure_.role == Procedure::Role::Kernel
               : !uninitialized_[i];
  }

  // Of variables that matter, in order of their number.
  const std::vector<std::size_t>& modifiedIn(unsigned loop) const { return modified_[loop]; }
  // Whether the variable's value is used behind the loop, or when it is entered again.
  bool liveBehind(std::size_t variable, unsigned loop) const;
  bool liveAtHead(std::size_t variable, unsigned loop) const;

  const std::vector<KernelArray>& arrays() const { return arrays_; }
  std::size_t arrayIndex(const Variable* v) const { return arrayIndices_.at(v); }
  // By any means, or otherwise than by atomics.
  bool loopWrites(unsigned loop, std::size_t array) const { return loopWrites_[loop][array]; }
  bool loopStores(unsigned loop, std::size_t array) const { return loopStores_[loop][array]; }
  // Whether some iterations of `loop` may miss one of its barriers; of any loop.
  bool hasConditionalBarrier(unsigned loop) const { return conditionalBarrier_[loop]; }
  bool hasConditionalBarrier() const;
  // Invariants stated by the user at the head of `loop`, as statements of the header.
  const std::vector<const Statement*>& invariants(unsigned loop) const { return invariants_[loop]; }

 private:
  void numberVariables();
  void findBranches();
  void buildRegions();
  void findSameControl(Region& region) const;
  void findArrays();
  void findTemporaries();
  void findRelevant(Interest interest);
  void findUninitialized();
  void findLoopFacts();

  Program& program_;
  Procedure& procedure_;
  ControlFlow flow_;
  Liveness liveness_;
  std::vector<Region> regions_;
  std::vector<Branch> branches_;
  std::vector<bool> guardIsBranch_;
  std::vector<Variable*> variables_;
  std::unordered_map<const Variable*, std::size_t> indices_;
  std::unordered_set<const Variable*> relevant_;
  std::unordered_set<const Variable*> steering_;
  std::unordered_set<const Variable*> temporaries_;
  std::vector<std::vector<std::size_t>> modified_;
  std::vector<bool> uninitialized_;
  std::vector<KernelArray> arrays_;
  std::unordered_map<const Variable*, std::size_t> arrayIndices_;
  std::vector<std::vector<bool>> loopWrites_;
  std::vector<std::vector<bool>> loopStores_;
  std::vector<bool> conditionalBarrier_;
  std::vector<std::vector<const Statement*>> invariants_;
};

// Whether `e` speaks of pending accesses (_READ_HAS_OCCURRED_$$A and the like).
bool mentionsPending(Expr e);
// Whether `e` speaks of the other thread's values (`__other_bv32` and the like).
bool mentionsOther(Expr e);
bool containsQuantifier(Expr e);
// Whether `barrier` surely ends accesses of `space` (any space when unset), by its fence flags.
bool surelyFences(const Call& barrier, std::optional<AddressSpace> space);
// The array reads in `e` (Select nodes over an array variable), inner ones first.
void collectReads(Expr e, std::vector<Expr>& reads);

}  // namespace barricade
