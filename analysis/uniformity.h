// Which variables have equal values in both threads of a pair whenever both hold one, and which
// blocks are executed by both or neither: an optimistic fixpoint over data and control dependence,
// as in GPUVerify's uniformity analysis, once for each mode.
#pragma once

#include <vector>

#include "analysis/kernel.h"
#include "analysis/launch.h"

namespace barricade {

class Uniformity {
 public:
  // With `sharedReads` also of what the threads of a block read in one element of shared memory at
  // the same point: without a race that is one value, where what orders accesses is alike for all.
  Uniformity(const Kernel& kernel, Mode mode, bool sharedReads = false);

  bool isUniform(Expr e) const;
  bool variable(std::size_t index) const { return uniformVariable_[index]; }
  bool block(unsigned index) const { return uniformBlock_[index]; }
  bool loop(unsigned index) const { return uniformBlock_[kernel_.flow().loops()[index].header]; }

 private:
  bool isUniform(const Variable* variable) const;
  bool hasUniformElements(Expr map) const;
  void spoilBlocksAfter(unsigned branch);

  const Kernel& kernel_;
  Mode mode_;
  bool sharedReads_;
  std::vector<bool> uniformVariable_;
  std::vector<bool> uniformBlock_;
  bool changed_ = false;
};

}  // namespace barricade
