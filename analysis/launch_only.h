// What the launch alone decides: values that are functions of the thread's ids, of sizes that are
// fixed and of literals, and blocks whose threads are chosen by such values. Neither parameters nor
// what arrays hold have a say in them, so that they are the same in every execution of the launch.
#pragma once

#include <vector>

#include "analysis/fixed_parameters.h"
#include "analysis/kernel.h"
#include "analysis/launch.h"

namespace barricade {

class LaunchOnly {
 public:
  LaunchOnly(const Kernel& kernel, const LaunchFacts& launch, const FixedParameters& fixed);

  bool decides(Expr value) const;
  // Whether a thread comes to the block, and how often.
  bool decidesBlock(unsigned block) const { return block_[block]; }
  // Where a thread goes from the block on.
  bool decidesBranch(unsigned block) const;
  // How often a loop is run through, once its threads have come there.
  bool decidesLoop(const Loop& loop) const;

 private:
  bool decides(const Variable* variable) const;
  void open(const Variable* variable);
  void openTargets(const Statement& statement);
  void openAfter(unsigned branch);
  void openLoop(unsigned loop);

  const Kernel& kernel_;
  const LaunchFacts& launch_;
  Liveness liveness_;
  std::vector<bool> variable_;
  std::vector<bool> block_;
  bool changed_ = false;
};

}  // namespace barricade
