// Which variables' values (not arrays') are still needed: backward dataflow over the blocks of a
// procedure.
#pragma once

#include <unordered_set>
#include <vector>

#include "ir/program.h"

namespace barricade {

class Liveness {
 public:
  explicit Liveness(const Procedure& procedure);

  // Whether the value that `variable` has at the start of `block` may be read; results are read by
  // the caller.
  bool atStart(unsigned block, const Variable* variable) const {
    return atStart_[block].contains(variable);
  }

 private:
  std::vector<std::unordered_set<const Variable*>> atStart_;  // by block
};

}  // namespace barricade
