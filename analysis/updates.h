// Read-modify-writes: an element is read, and what is made of the value is stored to it again,
// with no barrier between (`bins[k]++`, `a[i] = a[i] + x`, `t = a[i]; a[i] = t + x`).
//
// Where two threads do that to one element unordered, one thread's change is overwritten: a *lost
// update*, even if both store equal values, and even if a barrier were put between the read and
// the write.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "ir/cfg.h"
#include "ir/program.h"

namespace barricade {

struct Update {
  const Statement* load = nullptr;
  const Statement* store = nullptr;  // may be the load itself
  const Variable* array = nullptr;
};

class Updates {
 public:
  Updates() = default;
  // `placed`: sites of barriers that the programmer did not write.
  Updates(const Program& program, const Procedure& procedure, const ControlFlow& flow,
          const Placement& placed);

  const std::vector<Update>& all() const { return all_; }
  // Whether the statement is the read or the write of one.
  bool has(const Statement& statement) const;

 private:
  std::vector<Update> all_;
};

}  // namespace barricade
